import { useEffect } from 'preact/hooks'

const OFTEN_MS = 2_000
const SELDOM_MS = 15_000
/** After so many answers without a change the pace slows down, step by step. */
const PATIENT_ANSWERS = 15

/**
 * Asks every two seconds, less often when nothing changes or nobody answers, and not while the page is hidden. `look` says whether
 * something changed; it has its own deadline.
 */
export function usePolling(look: () => Promise<boolean>, isActive: boolean, key: string): void {
  useEffect(() => {
    if (!isActive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let quiet = 0
    let isLooking = false
    let isOver = false

    const wait = (): void => {
      if (isOver || document.hidden) return
      const excess = Math.max(0, quiet - PATIENT_ANSWERS)
      timer = setTimeout(() => void round(), Math.min(SELDOM_MS, OFTEN_MS * 1.3 ** excess))
    }
    const round = async (): Promise<void> => {
      if (isLooking) return
      isLooking = true
      quiet = (await look().catch(() => false)) ? 0 : quiet + 1
      isLooking = false
      wait()
    }
    const resume = (): void => {
      clearTimeout(timer)
      if (document.hidden) return
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
