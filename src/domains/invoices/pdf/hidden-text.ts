/*
 * Whether a page holds text that a reader does not see: invisible, white, transparent, tiny, outside the page or its clip,
 * painted over, under other text, in a layer, or drawn as other letters. A forger writes there what the automatic check
 * looks for. Follows the operations of a page as a viewer does; when in doubt the text counts as hidden, and a person
 * looks.
 */
type Matrix = readonly [number, number, number, number, number, number]
type Box = readonly [left: number, bottom: number, right: number, top: number]

/** One operation of a page by its name in the PDF library, with its arguments. */
export interface Operation {
  readonly name: string
  readonly args: readonly unknown[]
}

interface Glyph {
  readonly originalCharCode: number
  readonly unicode: string
  readonly width: number
  readonly isSpace: boolean
}

interface Shown {
  readonly box: Box
  readonly unicode: string
}

interface State {
  transform: Matrix
  clip: Box
  fill: string | undefined
  stroke: string | undefined
  alpha: number
  mode: number
  font: string
  size: number
  charSpacing: number
  wordSpacing: number
  horizontalScale: number
  leading: number
  lineWidth: number
}

/** In points. The small print of invoices has five or six. */
const MIN_SIZE = 3
const MIN_ALPHA = 0.3
/** Of 255, in each colour: text that is lighter is not seen on paper. */
const LIGHT = 225
const FILLS = new Set([
  'fill',
  'eoFill',
  'fillStroke',
  'eoFillStroke',
  'closeFillStroke',
  'closeEOFillStroke',
])
const STROKES = new Set(['stroke', 'closeStroke'])
const IMAGES = /^paint(Inline)?Image|^paintSolidColorImageMask$/
/** In points: a line that is thicker can cover letters. */
const THICK = 3
/** Of a letter: rules of a table touch letters, and bold ones are often drawn twice. */
const MAX_COVERED = 0.12
const MAX_OVERLAP = 0.5
/** In points: letters are looked for by the part of the page that they stand in. */
const ROW = 24
/** In parts of a font's size, below and above the line: where the body of figures and letters stands. */
const [DEPTH, HEIGHT] = [0.1, 0.65]

export function hidesText(
  operations: Iterable<Operation>,
  page: Box,
  isDrawnAs: (font: string, code: number, text: string) => boolean,
): boolean {
  const stack: State[] = []
  let state: State = {
    transform: [1, 0, 0, 1, 0, 0],
    clip: page,
    fill: '#000000',
    stroke: '#000000',
    alpha: 1,
    mode: 0,
    font: '',
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    lineWidth: 1,
  }
  let line: Matrix = state.transform
  let advance = 0
  let isClipping = false
  /** Of each marked content that is open, whether it is a layer. */
  const marked: boolean[] = []
  let annotations = 0
  const shown = new Map<number, Shown[]>()

  const save = (): void => void stack.push({ ...state })
  const restore = (): void => {
    state = stack.pop() ?? state
  }
  const moveLine = (x: number, y: number): void => {
    line = multiply(line, [1, 0, 0, 1, x, y])
    advance = 0
  }
  const rowOf = (y: number): number => Math.floor(y / ROW)
  function hasShown(box: Box, isMet: (glyph: Shown) => boolean): boolean {
    const first = Math.max(rowOf(box[1]) - 1, rowOf(page[1]) - 1)
    const last = Math.min(rowOf(box[3]) + 1, rowOf(page[3]) + 1)
    for (let row = first; row <= last; row += 1) if (shown.get(row)?.some(isMet)) return true
    return false
  }
  const covers = (box: Box): boolean => hasShown(box, glyph => computeShare(glyph.box, box) > MAX_COVERED)
  /** The same letter at nearly the same place is a bold one. */
  const isUnderText = ({ box, unicode }: Shown): boolean =>
    hasShown(box, glyph => glyph.unicode !== unicode && computeShare(glyph.box, box) > MAX_OVERLAP)

  function isSeen(at: readonly [number, number], scale: number): boolean {
    if (marked.includes(true) || state.alpha < MIN_ALPHA) return false
    if (state.mode > 2 || isLight(state.mode === 1 ? state.stroke : state.fill)) return false
    return Math.abs(state.size) * scale >= MIN_SIZE && isWithin(state.clip, at) && isWithin(page, at)
  }

  /** True when any letter of it is not seen. */
  function showText(glyphs: readonly (Glyph | number)[]): boolean {
    for (const glyph of glyphs) {
      const matrix = multiply(state.transform, multiply(line, [1, 0, 0, 1, advance, 0]))
      const at = [matrix[4], matrix[5]] as const
      if (typeof glyph === 'number') {
        advance -= (glyph / 1_000) * state.size * state.horizontalScale
        continue
      }
      if (!isDrawnAs(state.font, glyph.originalCharCode, glyph.unicode)) return true
      const scale = Math.min(Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3]))
      if (glyph.unicode.trim() !== '') {
        if (!isSeen(at, scale)) return true
        const width = (glyph.width / 1_000) * state.size * state.horizontalScale
        const body: Box = [0, -DEPTH * state.size, width, HEIGHT * state.size]
        const letter = { box: transformBox(matrix, body), unicode: glyph.unicode }
        if (isUnderText(letter)) return true
        const row = rowOf(letter.box[1])
        const others = shown.get(row)
        if (others === undefined) shown.set(row, [letter])
        else others.push(letter)
      }
      const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
      advance += ((glyph.width / 1_000) * state.size + spacing) * state.horizontalScale
    }
    return false
  }

  /** True when the operation hides text. */
  function follow(name: string, args: readonly unknown[]): boolean {
    const number = (index: number): number => Number(args[index] ?? 0)
    switch (name) {
      case 'save':
        save()
        return false
      case 'restore':
      case 'paintFormXObjectEnd':
        restore()
        return false
      case 'transform':
        state.transform = multiply(state.transform, toMatrix(args))
        return false
      case 'paintFormXObjectBegin': {
        save()
        if (args[0]) state.transform = multiply(state.transform, toMatrix(args[0]))
        if (args[1]) state.clip = intersect(state.clip, transformBox(state.transform, toBox(args[1])))
        return false
      }
      case 'beginText':
        line = [1, 0, 0, 1, 0, 0]
        advance = 0
        return false
      case 'setTextMatrix':
        line = toMatrix(args[0])
        advance = 0
        return false
      case 'setLeadingMoveText':
        state.leading = -number(1)
        moveLine(number(0), number(1))
        return false
      case 'moveText':
        moveLine(number(0), number(1))
        return false
      case 'nextLine':
        moveLine(0, -state.leading)
        return false
      case 'setLeading':
        state.leading = Math.abs(number(0))
        return false
      case 'setFont':
        state.font = String(args[0])
        state.size = number(1)
        return false
      case 'setCharSpacing':
        state.charSpacing = number(0)
        return false
      case 'setWordSpacing':
        state.wordSpacing = number(0)
        return false
      case 'setHScale':
        state.horizontalScale = number(0) / 100
        return false
      case 'setLineWidth':
        state.lineWidth = number(0)
        return false
      case 'setTextRenderingMode':
        state.mode = number(0)
        return false
      case 'setFillRGBColor':
        state.fill = String(args[0])
        return false
      case 'setStrokeRGBColor':
        state.stroke = String(args[0])
        return false
      case 'setFillColorN':
      case 'setFillTransparent':
        state.fill = undefined
        return false
      case 'setStrokeColorN':
      case 'setStrokeTransparent':
        state.stroke = undefined
        return false
      case 'setGState':
        for (const [key, value] of (args[0] ?? []) as [string, unknown][]) {
          if (key === 'ca') state.alpha = Number(value)
          if (key === 'SMask' && value) state.alpha = 0
        }
        return false
      case 'clip':
      case 'eoClip':
        isClipping = true
        return false
      case 'constructPath': {
        const box = args[2] ? transformBox(state.transform, toBox(args[2])) : undefined
        if (isClipping) state.clip = intersect(state.clip, box ?? [0, 0, 0, 0])
        isClipping = false
        return false
      }
      case 'beginMarkedContent':
      case 'beginMarkedContentProps':
        marked.push(args[0] === 'OC')
        return false
      case 'endMarkedContent':
        marked.pop()
        return false
      case 'showText':
        return showText((args[0] ?? []) as (Glyph | number)[])
      case 'shadingFill':
        return covers(state.clip)
      default:
        return IMAGES.test(name) && covers(transformBox(state.transform, [0, 0, 1, 1]))
    }
  }

  function coversByPath(painting: string, path: Box): boolean {
    const box = transformBox(state.transform, path)
    if (FILLS.has(painting)) return covers(box)
    const [a, b, c, d] = state.transform
    const half = (state.lineWidth * Math.max(Math.hypot(a, b), Math.hypot(c, d))) / 2
    if (!STROKES.has(painting) || half * 2 <= THICK) return false
    return covers([box[0] - half, box[1] - half, box[2] + half, box[3] + half])
  }

  for (const { name, args } of operations) {
    // Their text is not read.
    if (name === 'beginAnnotation') annotations += 1
    if (name === 'endAnnotation') annotations -= 1
    if (annotations > 0) continue
    if (follow(name, args)) return true
    if (name === 'constructPath' && args[2] && coversByPath(String(args[3]), toBox(args[2]))) return true
  }
  return false
}

function isLight(colour: string | undefined): boolean {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour ?? '')?.slice(1)
  return channels === undefined || channels.every(each => Number.parseInt(each, 16) >= LIGHT)
}

const toNumbers = (value: unknown): number[] => Array.from(value as ArrayLike<number>, Number)

function toMatrix(value: unknown): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = toNumbers(value)
  return [a, b, c, d, e, f]
}

function toBox(value: unknown): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = toNumbers(value)
  return [left, bottom, right, top]
}

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

function transformBox(matrix: Matrix, [left, bottom, right, top]: Box): Box {
  const corners = [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ].map(([x = 0, y = 0]) => multiply(matrix, [1, 0, 0, 1, x, y]))
  const xs = corners.map(corner => corner[4])
  const ys = corners.map(corner => corner[5])
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function intersect(first: Box, second: Box): Box {
  return [
    Math.max(first[0], second[0]),
    Math.max(first[1], second[1]),
    Math.min(first[2], second[2]),
    Math.min(first[3], second[3]),
  ]
}

/** How much of the first box the second one takes, from 0 to 1. */
function computeShare(first: Box, second: Box): number {
  const [left, bottom, right, top] = intersect(first, second)
  const area = (first[2] - first[0]) * (first[3] - first[1])
  return right > left && top > bottom && area > 0 ? ((right - left) * (top - bottom)) / area : 0
}

const isWithin = ([left, bottom, right, top]: Box, [x, y]: readonly [number, number]): boolean =>
  x >= left - 1 && x <= right + 1 && y >= bottom - 1 && y <= top + 1
