import { useEffect, useState } from 'preact/hooks'

/** A value that outlives the page and is the same in every tab; where the browser keeps nothing, it lives as long as the page. */
export interface Kept<Value> {
  get(): Value
  set(value: Value): void
  use(): Value
}

export function keep<Value>(name: string, parse: (stored: unknown) => Value): Kept<Value> {
  let value = read()
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  function read(): Value {
    try {
      return parse(JSON.parse(localStorage.getItem(name) ?? 'null'))
    } catch {
      return parse(null)
    }
  }

  addEventListener('storage', ({ key }) => {
    if (key !== name && key !== null) return
    value = read()
    tell()
  })

  return {
    get: () => value,
    set(next) {
      value = next
      try {
        localStorage.setItem(name, JSON.stringify(next))
      } catch {
        // Full or forbidden: this page still has it.
      }
      tell()
    },
    use() {
      const [shown, show] = useState(value)
      useEffect(() => {
        const follow = (): void => show(value)
        follow()
        listeners.add(follow)
        return () => void listeners.delete(follow)
      }, [])
      return shown
    },
  }
}
