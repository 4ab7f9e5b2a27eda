export type Judgement = 'dark' | 'glare'

/** Of 255. A document in a lit room has a mean of 90 to 170. */
const DARK_MEAN = 45
const BURNT = 250
/** White paper alone does not reach it: its white is grey to a camera. */
const BURNT_SHARE = 0.12

/** From red, green, blue and alpha of each pixel. */
export function judgeLight(pixels: Uint8ClampedArray): Judgement | undefined {
  const count = pixels.length / 4
  let sum = 0
  let burnt = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const light = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
    sum += light
    if (light >= BURNT) burnt += 1
  }
  if (sum / count < DARK_MEAN) return 'dark'
  return burnt / count > BURNT_SHARE ? 'glare' : undefined
}
