/* Numbers of an axis: where its lines stand, and how they are written where there is little room. */

const STEPS = [1, 2, 2.5, 5, 10] as const

/**
 * Round values from zero, or from below it, to just above the largest; at most `most` of them besides zero. Between whole
 * numbers they are whole: there is no half of a contract.
 */
export function listTicks(least: number, largest: number, most = 4): number[] {
  const [low, high] = [Math.min(0, least), Math.max(0, largest)]
  if (high === low) return [0, 1]
  const rough = (high - low) / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const isWhole = Number.isInteger(low) && Number.isInteger(high)
  const steps = STEPS.map(each => each * power).filter(each => !isWhole || Number.isInteger(each))
  const step = steps.find(each => each >= rough) ?? 10 * power
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

const short = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
const SIZES = [
  [1e9, 'bi'],
  [1e6, 'mi'],
  [1e3, 'mil'],
] as const

/** 1,234,567 is 1,2 mi. */
export function writeShortNumber(value: number): string {
  // 999,960 would be written as 1.000 mil.
  const size = SIZES.find(([unit]) => Math.abs(value) >= unit * 0.999_95)
  return size === undefined ? short.format(value) : `${short.format(value / size[0])} ${size[1]}`
}

/** 1,234,567 is R$ 1,2 mi. */
export function writeShortMoney(reais: number): string {
  return reais < 0 ? `−R$ ${writeShortNumber(-reais)}` : `R$ ${writeShortNumber(reais)}`
}

/** Moves labels that would stand on each other apart, and keeps them between top and bottom. */
export function spreadLabels(
  wanted: readonly number[],
  apart: number,
  top: number,
  bottom: number,
): number[] {
  const order = wanted.map((y, at) => ({ y, at })).toSorted((a, b) => a.y - b.y)
  const placed = new Array<number>(wanted.length).fill(0)
  let next = top
  for (const { y, at } of order) {
    placed[at] = Math.max(y, next)
    next = (placed[at] ?? 0) + apart
  }
  let room = bottom
  for (const { at } of order.toReversed()) {
    placed[at] = Math.min(placed[at] ?? 0, room)
    room = (placed[at] ?? 0) - apart
  }
  return placed
}
