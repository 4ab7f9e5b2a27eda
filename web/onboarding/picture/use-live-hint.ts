import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Judgement, judgeLight } from './judge-light.ts'

const LOOK_EVERY_MS = 600
const WIDTH = 48
const HEIGHT = 64

const HINTS: Readonly<Record<Judgement, string>> = {
  dark: 'Está escuro: procure mais luz',
  glare: 'Há reflexo: incline um pouco',
}

/** What would spoil the picture, seen in the live image; undefined while nothing would. Nothing leaves the device. */
export function useLiveHint(video: RefObject<HTMLVideoElement | null>, isReady: boolean): string | undefined {
  const [judgement, setJudgement] = useState<Judgement>()
  useEffect(() => {
    if (!isReady) return
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = HEIGHT
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) return
    let last: Judgement | undefined
    const timer = setInterval(() => {
      if (video.current === null) return
      context.drawImage(video.current, 0, 0, WIDTH, HEIGHT)
      const seen = judgeLight(context.getImageData(0, 0, WIDTH, HEIGHT).data)
      // Said when it is seen twice: a hand that passes by is not a shadow.
      if (seen === last) setJudgement(seen)
      last = seen
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isReady])
  return judgement && HINTS[judgement]
}
