import type { ColourName } from './tokens.ts'

/** What somebody pays for, in the order in which it is always drawn: the purchase first, then what the credit costs. */
export const COMPOSITION_PARTS = ['released', 'interest', 'iof', 'fee', 'premium'] as const
export type CompositionPart = (typeof COMPOSITION_PARTS)[number]

/** What the installments repay: a purchase, what its down payment left of it, or an earlier debt. */
export type Lent = 'purchase' | 'rest' | 'debt'

const LENT_NAMES: Readonly<Record<Lent, string>> = {
  purchase: 'Valor da compra',
  rest: 'Compra, menos a entrada',
  debt: 'Dívida parcelada',
}

const COST_NAMES: Readonly<Record<Exclude<CompositionPart, 'released'>, string>> = {
  interest: 'Juros',
  iof: 'IOF (imposto)',
  fee: 'Tarifa de cadastro',
  premium: 'Seguro',
}

/** As pages, PDFs and e-mails say it. */
export const namePart = (part: CompositionPart, lent: Lent): string =>
  part === 'released' ? LENT_NAMES[lent] : COST_NAMES[part]

export const PART_COLOURS = {
  released: 'chart-1',
  interest: 'chart-2',
  iof: 'chart-3',
  fee: 'chart-4',
  premium: 'chart-5',
} as const satisfies Readonly<Record<CompositionPart, ColourName>>

export interface Composed {
  readonly name: CompositionPart
  /** In any unit, the same for all parts. */
  readonly value: number
}

export interface Segment extends Composed {
  readonly x: number
  readonly width: number
}

/** A part of a thousandth is still to be seen. */
const LEAST_SHARE = 0.012

/** Where each part lies on a bar of this width. Parts without a value are left out. */
export function layOutComposition(parts: readonly Composed[], width: number, gap: number): Segment[] {
  const shown = COMPOSITION_PARTS.flatMap(
    name => parts.find(part => part.name === name && part.value > 0) ?? [],
  )
  const total = shown.reduce((sum, { value }) => sum + value, 0)
  const shares = shown.map(({ value }) => Math.max(value / total, LEAST_SHARE))
  const excess = shares.reduce((sum, share) => sum + share, 0)
  const room = width - gap * Math.max(0, shown.length - 1)
  let x = 0
  return shown.map((part, at) => {
    const segment = { ...part, x, width: (room * (shares[at] ?? 0)) / excess }
    x += segment.width + gap
    return segment
  })
}

/** Of every hundred reais that are paid, how many are for the purchase; the rest is what the credit costs. */
export function countOfHundred(parts: readonly Composed[]): number {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const released = parts.find(({ name }) => name === 'released')?.value ?? 0
  return total === 0 ? 100 : Math.round((100 * released) / total)
}

export const nameOrigin = (lent: Lent): string => (lent === 'debt' ? 'da dívida' : 'da compra')

/** The sentence that stands with the bar. */
export function describeComposition(parts: readonly Composed[], lent: Lent): string {
  const share = countOfHundred(parts)
  return `De cada R$ 100 que você paga, R$ ${share} são ${nameOrigin(lent)} e R$ ${100 - share} são do crédito.`
}
