/*
 * Fastify answers 404 for a known path with another method. To answer 405 with the allowed methods, the patterns are
 * recorded as they are registered and matched only when no route was found.
 */
interface Pattern {
  readonly segments: readonly string[]
  readonly methods: Set<string>
}

export class KnownPaths {
  readonly #patterns = new Map<string, Pattern>()

  add(pattern: string, methods: string | readonly string[]): void {
    const known = this.#patterns.get(pattern) ?? { segments: pattern.split('/'), methods: new Set() }
    this.#patterns.set(pattern, known)
    for (const method of [methods].flat()) known.methods.add(method)
  }

  /** The value of an Allow header, or undefined when no route has this path. */
  findAllowed(url: string): string | undefined {
    const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/').map(decode)
    const methods = new Set<string>()
    for (const pattern of this.#patterns.values()) {
      if (!matches(pattern.segments, segments)) continue
      for (const method of pattern.methods) methods.add(method)
    }
    return methods.size === 0 ? undefined : [...methods].sort().join(', ')
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === '*') {
    const fixed = pattern.slice(0, -1)
    return segments.length > fixed.length && matchesAll(fixed, segments)
  }
  return pattern.length === segments.length && matchesAll(pattern, segments)
}

function matchesAll(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((part, index) =>
    part.startsWith(':') ? segments[index] !== '' : part === segments[index],
  )
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
