import { createHash } from 'node:crypto'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { CONTRACT_KINDS, computeGross, describeRow, type SnapshotRow } from './snapshot.ts'

export interface StageSum {
  readonly contracts: number
  readonly grossCentavos: Centavos
  readonly allowanceCentavos: Centavos
}

/** What the rows of a batch, or of a whole snapshot, add up to. */
export interface SnapshotTotals {
  readonly contracts: number
  /** By kind of account. */
  readonly kinds: Readonly<Record<string, Centavos>>
  /** By stage; `none` is money of contracts that have not begun, or that were written off. */
  readonly stages: Readonly<Record<'1' | '2' | '3' | 'none', StageSum>>
  /** Running contracts with a carrying amount and without a provision of the month. */
  readonly unprovided: number
}

const NO_STAGE: StageSum = { contracts: 0, grossCentavos: 0, allowanceCentavos: 0 }

export const NO_TOTALS: SnapshotTotals = {
  contracts: 0,
  kinds: {},
  stages: { '1': NO_STAGE, '2': NO_STAGE, '3': NO_STAGE, none: NO_STAGE },
  unprovided: 0,
}

export function sumRows(rows: readonly SnapshotRow[]): SnapshotTotals {
  return rows.map(sumRow).reduce(addTotals, NO_TOTALS)
}

function sumRow(row: SnapshotRow): SnapshotTotals {
  const grossCentavos = computeGross(row)
  const allowanceCentavos = -row.allowanceCentavos
  const isUnprovided =
    row.stage === null && row.startedOn !== null && row.writtenOffOn === null && grossCentavos > 0
  return {
    contracts: 1,
    kinds: Object.fromEntries(Object.entries(CONTRACT_KINDS).map(([kind, member]) => [kind, row[member]])),
    stages: {
      ...NO_TOTALS.stages,
      [row.stage ?? 'none']: { contracts: 1, grossCentavos, allowanceCentavos },
    },
    unprovided: isUnprovided ? 1 : 0,
  }
}

export function addTotals(one: SnapshotTotals, other: SnapshotTotals): SnapshotTotals {
  const kinds = Object.keys(CONTRACT_KINDS).map(kind => [
    kind,
    (one.kinds[kind] ?? 0) + (other.kinds[kind] ?? 0),
  ])
  const addStage = (stage: keyof SnapshotTotals['stages']): StageSum => ({
    contracts: one.stages[stage].contracts + other.stages[stage].contracts,
    grossCentavos: one.stages[stage].grossCentavos + other.stages[stage].grossCentavos,
    allowanceCentavos: one.stages[stage].allowanceCentavos + other.stages[stage].allowanceCentavos,
  })
  return {
    contracts: one.contracts + other.contracts,
    kinds: Object.fromEntries(kinds),
    stages: { '1': addStage('1'), '2': addStage('2'), '3': addStage('3'), none: addStage('none') },
    unprovided: one.unprovided + other.unprovided,
  }
}

/** Without the key nobody can write rows that fit it. */
export function computeBatchHash(
  secrets: Secrets,
  monthEnd: CalendarDate,
  rows: readonly SnapshotRow[],
): string {
  return secrets.computeMac('closing', JSON.stringify([monthEnd, rows.map(describeRow)])).toString('hex')
}

/** The hash before the first month that was closed. */
export const FIRST_HASH = '0'.repeat(64)

/** Chains the batches of a month, in their order, to the hash of the month before. */
export function chainBatches(previousHash: string, batches: readonly { readonly hash: string }[]): string {
  return batches.reduce(
    (before, { hash }) =>
      createHash('sha256')
        .update(Buffer.from(before + hash, 'hex'))
        .digest('hex'),
    previousHash,
  )
}
