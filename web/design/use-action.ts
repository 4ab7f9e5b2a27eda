import { useEffect, useRef, useState } from 'preact/hooks'

export interface Action<Args extends readonly unknown[]> {
  readonly busy: boolean
  run(...args: Args): Promise<void>
}

/** Runs one action at a time: a second press while the first is running is ignored. */
export function useAction<Args extends readonly unknown[]>(
  perform: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return {
    busy,
    async run(...args) {
      if (running.current) return
      running.current = true
      setBusy(true)
      try {
        await perform(...args)
      } finally {
        running.current = false
        if (mounted.current) setBusy(false)
      }
    },
  }
}
