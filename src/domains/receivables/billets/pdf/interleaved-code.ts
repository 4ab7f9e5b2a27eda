/** Interleaved 2 of 5: two of the five bars of a digit are wide. */
const WIDE_BARS = ['nnwwn', 'wnnnw', 'nwnnw', 'wwnnn', 'nnwnw', 'wnwnn', 'nwwnn', 'nnnww', 'wnnwn', 'nwnwn']
const WIDE = 3
const START_WIDTH = 4
const STOP_WIDTH = WIDE + 2
const DIGIT_WIDTH = 2 * WIDE + 3

/** The size that banks prescribe for 44 digits. */
export const BARCODE_WIDTH_MM = 103
export const BARCODE_HEIGHT_MM = 13
/** The width of the barcode in narrow bars. */
export const BARCODE_MODULES = START_WIDTH + 44 * DIGIT_WIDTH + STOP_WIDTH

/** For each pair of digits: offsets and widths of its five bars. */
const pairs: readonly (readonly (readonly [offset: number, width: number])[])[] = Array.from(
  { length: 100 },
  (_, pair) => {
    const bars = WIDE_BARS[Math.floor(pair / 10)] ?? ''
    const spaces = WIDE_BARS[pair % 10] ?? ''
    let offset = 0
    return [...bars].map((bar, index) => {
      const width = bar === 'w' ? WIDE : 1
      const drawn = [offset, width] as const
      offset += width + (spaces.charAt(index) === 'w' ? WIDE : 1)
      return drawn
    })
  },
)

/** The bars as rectangles; the unit is the width of one narrow bar. */
export function computeBarcodePath(digits: string): string {
  let path = '0 0 1 1 re 2 0 1 1 re'
  let at = START_WIDTH
  for (let index = 0; index < digits.length; index += 2) {
    for (const [offset, width] of pairs[Number(digits.slice(index, index + 2))] ?? [])
      path += ` ${at + offset} 0 ${width} 1 re`
    at += 2 * DIGIT_WIDTH
  }
  return `${path} ${at} 0 ${WIDE} 1 re ${at + WIDE + 1} 0 1 1 re`
}
