import type { Centavos } from '../../../kernel/money.ts'

/* Domains of document 3040 that this book needs, from the annexes of its layout. */

/** Up to so many days until an installment is due (annex 1). */
const DUE_IN: readonly (readonly [days: number, code: VencCode])[] = [
  [30, 'v110'],
  [60, 'v120'],
  [90, 'v130'],
  [180, 'v140'],
  [360, 'v150'],
  [720, 'v160'],
  [1_080, 'v165'],
  [1_440, 'v170'],
  [1_800, 'v175'],
  [5_400, 'v180'],
  [Number.POSITIVE_INFINITY, 'v190'],
]
/** Up to so many days overdue. */
const OVERDUE: readonly (readonly [days: number, code: VencCode])[] = [
  [14, 'v205'],
  [30, 'v210'],
  [60, 'v220'],
  [90, 'v230'],
  [120, 'v240'],
  [150, 'v245'],
  [180, 'v250'],
  [240, 'v255'],
  [300, 'v260'],
  [360, 'v270'],
  [540, 'v280'],
  [Number.POSITIVE_INFINITY, 'v290'],
]
/** Up to so many months since a write-off. */
const WRITTEN_OFF: readonly (readonly [months: number, code: VencCode])[] = [
  [12, 'v310'],
  [48, 'v320'],
  [Number.POSITIVE_INFINITY, 'v330'],
]

export const VENC_CODES = [
  'v110',
  'v120',
  'v130',
  'v140',
  'v150',
  'v160',
  'v165',
  'v170',
  'v175',
  'v180',
  'v190',
  'v205',
  'v210',
  'v220',
  'v230',
  'v240',
  'v245',
  'v250',
  'v255',
  'v260',
  'v270',
  'v280',
  'v290',
  'v310',
  'v320',
  'v330',
] as const
export type VencCode = (typeof VENC_CODES)[number]

const pick = (bands: readonly (readonly [number, VencCode])[], value: number): VencCode => {
  const found = bands.find(([most]) => value <= most)
  if (found === undefined) throw new Error(`no band for ${value}`)
  return found[1]
}

/** By days until the due date; below zero: overdue. What is due on the base date itself is not overdue. */
export const findVencCode = (daysUntilDue: number): VencCode =>
  daysUntilDue >= 0 ? pick(DUE_IN, daysUntilDue) : pick(OVERDUE, -daysUntilDue)

export const findWrittenOffCode = (months: number): VencCode => pick(WRITTEN_OFF, months)

/** Annex 14: band of an operation's value. */
export function findValueBand(centavos: Centavos): string {
  if (centavos < 10_000) return '1'
  if (centavos < 50_000) return '2'
  if (centavos < 100_000) return '3'
  return centavos < 500_000 ? '4' : '5'
}

/** Annex 28: how an operation performs. Up to 14 days count as not overdue. */
export function findPerformance(daysLate: number, isWrittenOff: boolean): string {
  if (isWrittenOff) return '06'
  if (daysLate < 15) return '01'
  if (daysLate <= 30) return '02'
  if (daysLate <= 60) return '03'
  return daysLate <= 90 ? '04' : '05'
}

/** Annex 7: where a client lives. */
export const LOCATIONS: Readonly<Record<string, string>> = {
  AC: '10012',
  AL: '10036',
  AM: '10013',
  AP: '10014',
  BA: '10039',
  CE: '10032',
  DF: '10096',
  ES: '10052',
  GO: '10092',
  MA: '10030',
  MG: '10050',
  MS: '10091',
  MT: '10090',
  PA: '10017',
  PB: '10034',
  PE: '10035',
  PI: '10031',
  PR: '10073',
  RJ: '10054',
  RN: '10033',
  RO: '10093',
  RR: '10018',
  RS: '10077',
  SC: '10075',
  SE: '10038',
  SP: '10058',
  TO: '10094',
}

/** Base dates from which the layout changed. What a change was is noted where it matters here. */
const LAYOUTS = [
  { from: '2026-01', note: 'the accounts of COSIF are no longer written' },
  { from: '2026-05', note: 'IN BCB 733/2026; no member of this subset is known to change' },
  { from: '2026-07', note: 'IN BCB 733/2026 and 735/2026; no member of this subset is known to change' },
  { from: '2026-11', note: 'IN BCB 733/2026; no member of this subset is known to change' },
] as const

/** The layout of a base date, undefined before the first that is known. */
export const findLayout = (month: string): (typeof LAYOUTS)[number] | undefined =>
  LAYOUTS.findLast(({ from }) => from <= month)
