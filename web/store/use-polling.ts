import { useEffect } from 'preact/hooks'
import { computeHiddenWaitMs } from '../design/hidden-pace.ts'

const OFTEN_MS = 2_000
const SELDOM_MS = 15_000
/** After so many answers without a change the pace slows down, step by step. */
const PATIENT_ANSWERS = 15

/**
 * Asks every two seconds, less often when nothing changes or nobody answers, and still less while the page is hidden. `look` says
 * whether something changed; it has its own deadline.
 */
export function usePolling(look: () => Promise<boolean>, isActive: boolean, key: string): void {
  useEffect(() => {
    if (!isActive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let quiet = 0
    let hiddenAnswers = 0
    let isLooking = false
    let isOver = false

    const wait = (): void => {
      if (isOver) return
      const excess = Math.max(0, quiet - PATIENT_ANSWERS)
      const waitMs = Math.min(SELDOM_MS, OFTEN_MS * 1.3 ** excess)
      timer = setTimeout(
        () => void round(),
        document.hidden ? computeHiddenWaitMs(waitMs, hiddenAnswers++) : waitMs,
      )
    }
    const round = async (): Promise<void> => {
      if (isLooking) return
      isLooking = true
      quiet = (await look().catch(() => false)) ? 0 : quiet + 1
      isLooking = false
      wait()
    }
    const resume = (): void => {
      hiddenAnswers = 0
      if (document.hidden) return
      clearTimeout(timer)
      quiet = 0
      void round()
    }

    document.addEventListener('visibilitychange', resume)
    void round()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', resume)
    }
  }, [isActive, key])
}
