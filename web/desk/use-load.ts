import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useDesk } from './desk-context.ts'

export interface Loaded<Data> {
  readonly data: Data | undefined
  readonly problem: string | undefined
  reload(): void
}

/** Reads what a screen shows, again whenever `key` changes; an answer to an older question is dropped. */
export function useLoad<Data>(key: string, load: () => Promise<Data>): Loaded<Data> {
  const { tell } = useDesk()
  const [state, setState] = useState<{ data?: Data; problem?: string }>({})
  const asked = useRef(0)
  const reload = useCallback(() => {
    asked.current += 1
    const mine = asked.current
    load().then(
      data => mine === asked.current && setState({ data }),
      error => {
        const problem = tell(error)
        if (mine === asked.current)
          setState(({ data }) => (data === undefined ? { problem } : { data, problem }))
      },
    )
    // What is read depends on the key alone.
  }, [key])
  useEffect(() => {
    setState({})
    reload()
    return () => {
      asked.current += 1
    }
  }, [reload])
  return { data: state.data, problem: state.problem, reload }
}
