import type { App } from '../../app/app.ts'
import { listDecisions } from '../desk/index.ts'
import { type Entry, listEntries } from '../ledger/index.ts'
import { listProposedFor } from './store.ts'

/** Kinds of entries that only two people book. */
const BY_PEOPLE = [
  'manual',
  'manual-reversed',
  'iof-paid',
  'iof-offset',
  'iof-refunded',
  'insurer-received',
  'insurer-netted',
  'clawback-received',
  'commission-paid',
] as const satisfies readonly Entry['kind'][]
const PAGE = 500

/**
 * Compares every entry that people made with its proposal: the same lines, approved by a second person. Returns the
 * first fault, or how many there are, and how many of them are manual.
 */
export async function verifyManualEntries({ database, secrets }: Pick<App, 'database' | 'secrets'>): Promise<{
  readonly entryCount: number
  readonly manualCount: number
  readonly fault: string | undefined
}> {
  let entryCount = 0
  let manualCount = 0
  for (let after = ''; ; ) {
    const entries = await listEntries(database, { kinds: BY_PEOPLE, after, limit: PAGE })
    for (const entry of entries) {
      const fault = await findFault({ database, secrets }, entry)
      if (fault !== undefined) return { entryCount, manualCount, fault: `entry ${entry.reference} ${fault}` }
      entryCount += 1
      if (entry.kind === 'manual' || entry.kind === 'manual-reversed') manualCount += 1
    }
    if (entries.length < PAGE) return { entryCount, manualCount, fault: undefined }
    after = entries.at(-1)?.id ?? after
  }
}

async function findFault(
  { database, secrets }: Pick<App, 'database' | 'secrets'>,
  { kind, reference, postings }: Entry,
): Promise<string | undefined> {
  const proposals = await listProposedFor(database, secrets, reference)
  const same = proposals.filter(
    each => each.kind === kind && JSON.stringify(each.postings) === JSON.stringify(postings),
  )
  if (same.length === 0) return 'was booked without a proposal of the same lines'
  for (const { id } of same) {
    const decisions = await listDecisions(database, secrets, { kind: 'entry', id })
    if (decisions.some(({ state, answeredBy }) => state === 'done' && answeredBy !== undefined))
      return undefined
  }
  return 'was booked without a second person'
}
