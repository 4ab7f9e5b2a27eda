/*
 * Letters of 5 × 7 points. A server may have no fonts installed, and the watermark must not depend on them. Each
 * character of a letter encodes one of its rows, in base 32.
 */
const ROWS: Readonly<Record<string, string>> = {
  A: 'EHHVHHH',
  B: 'UHHUHHU',
  C: 'EHGGGHE',
  D: 'SIHHHIS',
  E: 'VGGUGGV',
  F: 'VGGUGGG',
  G: 'EHGNHHF',
  H: 'HHHVHHH',
  I: 'E44444E',
  J: '72222IC',
  K: 'HIKOKIH',
  L: 'GGGGGGV',
  M: 'HRLLHHH',
  N: 'HHPLJHH',
  O: 'EHHHHHE',
  P: 'UHHUGGG',
  Q: 'EHHHLID',
  R: 'UHHUKIH',
  S: 'FGGE11U',
  T: 'V444444',
  U: 'HHHHHHE',
  V: 'HHHHHA4',
  W: 'HHHLLLA',
  X: 'HHA4AHH',
  Y: 'HHHA444',
  Z: 'V1248GV',
  0: 'EHJLPHE',
  1: '4C4444E',
  2: 'EH1248V',
  3: 'V2421HE',
  4: '26AIV22',
  5: 'VGU11HE',
  6: '68GUHHE',
  7: 'V124888',
  8: 'EHHEHHE',
  9: 'EHHF12C',
  '@': 'EH1DLLE',
  '.': '00000CC',
  '-': '000V000',
  _: '000000V',
  '+': '044V440',
  ':': '0CC0CC0',
  '/': '01248G0',
}
const WIDTH = 5
const HEIGHT = 7
const ADVANCE = WIDTH + 1

export interface DrawnText {
  readonly width: number
  readonly height: number
  readonly points: readonly (readonly [x: number, y: number])[]
}

/** Capital letters only; an unknown character becomes a gap. */
export function drawText(text: string): DrawnText {
  const letters = [...text.toUpperCase()]
  const points = letters.flatMap((letter, at) => listPoints(ROWS[letter] ?? '', at * ADVANCE))
  return { width: letters.length * ADVANCE, height: HEIGHT, points }
}

function listPoints(rows: string, left: number): [number, number][] {
  return [...rows].flatMap((row, y) => {
    const bits = Number.parseInt(row, 32)
    const columns = Array.from({ length: WIDTH }, (_, x) => x)
    return columns.filter(x => bits & (1 << (WIDTH - 1 - x))).map((x): [number, number] => [left + x, y])
  })
}
