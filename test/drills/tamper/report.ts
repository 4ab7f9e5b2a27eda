import type { Outcome, Verdict } from './judge.ts'

export interface Tried extends Outcome {
  readonly scene: string
  readonly table: string
  /** A column and its change, a forgery, or a break-in. */
  readonly what: string
}

const WORST: readonly Verdict[] = ['hole', 'withheld', 'noticed', 'no effect', 'refused']
const HEADINGS = ['table', 'column or forgery', 'tried', 'outcome', 'noticed by what'] as const

/** One line for each column and forgery, over all scenes. */
export function presentTable(tried: readonly Tried[]): string {
  const groups = Map.groupBy(
    tried,
    ({ table, what }) => `${table}\t${what.replace(/ (?:→|×|\+|−|flipped|altered|amounts).*/, '')}`,
  )
  const lines = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, outcomes]) => {
      const [table = '', what = ''] = key.split('\t')
      const counts = WORST.flatMap(verdict => {
        const count = outcomes.filter(each => each.verdict === verdict).length
        return count === 0 ? [] : [`${count} ${verdict === 'hole' ? 'HOLE' : verdict}`]
      })
      const noticed = [...new Set(outcomes.flatMap(({ noticedBy }) => noticedBy))]
      return [table, what, String(outcomes.length), counts.join(', '), noticed.slice(0, 3).join('; ')]
    })
  return [HEADINGS, HEADINGS.map(() => '---'), ...lines]
    .map(cells => `| ${cells.map(escapeCell).join(' | ')} |`)
    .join('\n')
}

const escapeCell = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** What must not be: one line each. */
export const listHoles = (tried: readonly Tried[]): string[] =>
  tried
    .filter(({ verdict }) => verdict === 'hole')
    .map(({ scene, table, what, detail }) => `${scene}: ${table} ${what}: ${detail}`)

export const presentSums = (tried: readonly Tried[]): string =>
  WORST.map(verdict => `${tried.filter(each => each.verdict === verdict).length} ${verdict}`).join(', ')
