/** A run of text as the PDF library gives it: what it says, where it begins and how far it reaches. */
export interface TextItem {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
  readonly hasEOL: boolean
}

/** Stands where a reader's eye does not go on from one run to the next. No figure and no word reaches across it. */
const BREAK = '|'
/** Of a letter's height: runs may touch, and letters of one line may stand higher or lower. */
const OVERLAP = 0.35
const SAME_LINE = 0.5

/**
 * The text in the order of the file, joined only where that is the order in which it is read: to the right on a line, and
 * downwards to the next. A file may draw the figures of a number in any order, and each at any place.
 */
export function joinItems(items: Iterable<TextItem>): string {
  let text = ''
  let last: TextItem | undefined
  for (const item of items) {
    if (item.str === '') continue
    if (last !== undefined) text += separate(last, item)
    text += item.str
    last = item
  }
  return text
}

function separate(last: TextItem, item: TextItem): string {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = last.transform
  const [a2 = 1, b2 = 0, , , x2 = 0, y2 = 0] = item.transform
  const length = Math.hypot(a, b)
  const height = Math.hypot(c, d)
  const isTurned = a * a2 + b * b2 < 0.99 * length * Math.hypot(a2, b2)
  if (!(length > 0) || isTurned) return BREAK
  const along = ((x2 - x) * a + (y2 - y) * b) / length
  const upwards = ((y2 - y) * a - (x2 - x) * b) / length
  if (Math.abs(upwards) < SAME_LINE * height) {
    if (along < last.width - OVERLAP * height) return BREAK
    return last.hasEOL ? '\n' : ''
  }
  // A number does not go on in the next line.
  const isWithinNumber = /\d$/.test(last.str) && /^\d/.test(item.str)
  return upwards > 0 || isWithinNumber ? BREAK : '\n'
}
