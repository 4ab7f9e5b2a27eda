import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks'
import { StaffPagesContext } from './staff-pages.ts'

export interface Loaded<Data> {
  readonly data: Data | undefined
  readonly problem: string | undefined
  reload(): void
}

/** Loads the data of a screen, again whenever `key` changes; responses for an older key are dropped. */
export function useLoad<Data>(key: string, load: () => Promise<Data>): Loaded<Data> {
  const { explain } = useContext(StaffPagesContext)
  const [state, setState] = useState<{ data?: Data; problem?: string }>({})
  const asked = useRef(0)
  const reload = useCallback(() => {
    asked.current += 1
    const mine = asked.current
    load().then(
      data => mine === asked.current && setState({ data }),
      error => {
        const problem = explain(error)
        if (mine === asked.current)
          setState(({ data }) => (data === undefined ? { problem } : { data, problem }))
      },
    )
    // The data depends on the key alone.
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
