import { useState } from 'preact/hooks'
import { explain } from '../api.ts'

export interface Deed {
  /** What is being done, if anything is. */
  readonly doing: string | undefined
  readonly problem: string | undefined
  run(name: string, work: () => Promise<unknown>): Promise<void>
}

/** One thing after the other, with its failure in words. */
export function useDeed(onDone?: () => void): Deed {
  const [doing, setDoing] = useState<string>()
  const [problem, setProblem] = useState<string>()
  return {
    doing,
    problem,
    async run(name, work) {
      if (doing !== undefined) return
      setDoing(name)
      setProblem(undefined)
      await work().catch(error => setProblem(explain(error)))
      setDoing(undefined)
      onDone?.()
    },
  }
}
