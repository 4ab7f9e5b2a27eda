/** Types with a title, each declared once. */
export class TypeNames {
  readonly #bodies = new Map<string, string>()

  /** Returns the name of this body; another body with the same title gets a number. */
  add(title: string, body: string): string {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? title : `${title}${count}`
      const known = this.#bodies.get(name)
      if (known === undefined) this.#bodies.set(name, body)
      if (known === undefined || known === body) return name
    }
  }

  /** By name. */
  list(): readonly (readonly [name: string, body: string])[] {
    return [...this.#bodies].toSorted(([a], [b]) => a.localeCompare(b))
  }
}
