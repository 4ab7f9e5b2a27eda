import { readFileSync } from 'node:fs'

/** The lines of a file beside a test: `readVectors(new URL('vectors/release.jsonl', import.meta.url))`. */
export function readVectors<Vector>(file: URL): readonly Vector[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Vector)
}

/** The members of `actual` that `expected` names: a vector that leaves some out compares fewer. */
export function pickLike(actual: object, expected: object): object {
  return Object.fromEntries(
    Object.keys(expected).map(member => [member, Reflect.get(actual, member) as unknown]),
  )
}
