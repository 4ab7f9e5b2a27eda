import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../kernel/faults.ts'
import { newId } from '../../kernel/ids.ts'
import { type Centavos, writeReais } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Decision, decideAtDesk, listDecisions } from '../desk/index.ts'
import { screenPdf } from '../invoices/index.ts'
import {
  composeEntry,
  computeBalances,
  type Entry,
  findEntry,
  listIofPeriods,
  postEntries,
  readIofParts,
} from '../ledger/index.ts'
import type { Operator } from '../operators/index.ts'
import { lockPayoutSubject } from '../payouts/index.ts'
import {
  type Attachment,
  findProposed,
  insertProposed,
  listProposedFor,
  type ProposedEntry,
} from './store.ts'

/** An entry before it is booked: its day, but no hour. */
export interface PlannedEntry {
  readonly kind: Entry['kind']
  readonly reference: string
  readonly retailerId?: string | undefined
  readonly happenedOn: CalendarDate
  readonly memo: Entry['memo']
  readonly postings: Entry['postings']
}

interface EntryProposal {
  readonly entry: PlannedEntry
  /** A PDF that shows why. */
  readonly file: Buffer | undefined
  readonly reason: string
}

/** Larger files are scans of something else. */
const MAX_FILE_BYTES = 5_000_000

/**
 * One person proposes an entry, and another one books it. Returns the proposal with its id. Throws InputError, Refused
 * or RequestError.
 */
export async function proposeEntry(
  app: App,
  operator: Operator,
  { entry, file, reason }: EntryProposal,
): Promise<Decision> {
  const { secrets, clock } = app
  const now = clock.now()
  if (entry.happenedOn > calendarDateAt(now)) throw new InputError('is in the future', { field: 'date' })
  const { postings } = composeEntry(toEntry(entry))
  const attachment = await storeFile(app, operator, file)
  const proposed: ProposedEntry = {
    ...entry,
    retailerId: entry.retailerId,
    postings,
    id: newId(now.getTime()),
    attachment,
    proposedBy: operator.id,
    proposedAt: now,
  }
  return decideAtDesk(app, operator, async tx => {
    await lockBooks(tx, entry.retailerId)
    await checkNew(app, tx, entry.reference)
    const fault = await findFault(app, tx, entry)
    if (fault !== undefined) throw new Refused(fault)
    await insertProposed(tx, secrets, proposed)
    return {
      subject: { kind: 'entry', id: proposed.id },
      version: 1,
      purchase: undefined,
      result: 'BOOK',
      target: entry.kind,
      reason,
      amountCentavos: sumDebits(entry),
      needsFourEyes: true,
      alwaysFourEyes: 'BOOKS',
      audit: {
        decided: 'books.propose',
        proposed: 'books.propose',
        details: { kind: entry.kind, reference: entry.reference },
      },
      apply: async () => book(app, tx, proposed),
    }
  })
}

/** The effect of an approved proposal; undefined when the books have changed so that it does not fit any more. */
export async function lockProposedEntry(
  app: App,
  tx: Transaction,
  { subject }: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const proposed = await findProposed(tx, app.secrets, subject.id)
  if (proposed === undefined) throw new RequestError('desk_not_found')
  await lockBooks(tx, proposed.retailerId)
  if ((await findEntry(tx, app.secrets, proposed.reference)) !== undefined) return undefined
  if ((await findFault(app, tx, proposed)) !== undefined) return undefined
  return async () => book(app, tx, proposed)
}

function book({ secrets, clock }: App, tx: Transaction, proposed: ProposedEntry): void {
  postEntries(tx, secrets, [composeEntry(toEntry(proposed))], clock.now())
}

const toEntry = ({ kind, reference, retailerId, happenedOn, memo, postings }: PlannedEntry): Entry => ({
  kind,
  retailerId,
  transactionId: undefined,
  reference,
  occurredAt: noonOf(happenedOn),
  memo,
  postings,
})

const sumDebits = ({ postings }: Pick<PlannedEntry, 'postings'>): Centavos =>
  postings.reduce((sum, { amountCentavos }) => sum + Math.max(0, amountCentavos), 0)

/** Balances are read and then moved: one such entry at a time, and none while a retailer's transfers are settled. */
async function lockBooks(tx: Transaction, retailerId: string | undefined): Promise<void> {
  await lockPayoutSubject(tx, 'bookkeeping')
  if (retailerId !== undefined) await lockPayoutSubject(tx, retailerId)
}

/** The same fact is booked once, and proposed once at a time. */
async function checkNew({ secrets }: App, tx: Transaction, reference: string): Promise<void> {
  if ((await findEntry(tx, secrets, reference)) !== undefined)
    throw new Refused(`${reference} is booked already`)
  for (const { id } of await listProposedFor(tx, secrets, reference)) {
    const decisions = await listDecisions(tx, secrets, { kind: 'entry', id })
    if (decisions.some(({ state }) => state === 'proposed'))
      throw new Refused(`${reference} was already proposed and waits for a second person`)
  }
}

/** Balances that an exit may bring to zero, and no further. A debt to somebody is below zero. */
const SIGNS: Readonly<Partial<Record<string, 1 | -1>>> = {
  clawback: 1,
  'iof-recoverable': 1,
  'insurer-receivable': 1,
  'commission-payable': -1,
  'premium-payable': -1,
  'iof-payable': -1,
}

/** Why the books do not allow the entry today. Manual entries correct what is wrong: nothing stops them. */
async function findFault(app: App, tx: Transaction, entry: PlannedEntry): Promise<string | undefined> {
  if (entry.kind === 'manual' || entry.kind === 'manual-reversed') return undefined
  for (const { account, amountCentavos } of entry.postings) {
    const sign = SIGNS[account.split(':')[0] ?? '']
    if (sign === undefined || amountCentavos * sign > 0) continue
    if (account === 'iof-payable') {
      const fault = await findTaxFault(app, tx, { memo: entry.memo, amountCentavos })
      if (fault !== undefined) return fault
      continue
    }
    const open = sign * ((await computeBalances(tx, [account])).get(account) ?? 0)
    if (open + amountCentavos * sign < 0)
      return `${account} has only ${writeReais(Math.max(0, open))}, not ${writeReais(Math.abs(amountCentavos))}`
  }
  return undefined
}

/** Tax is paid by period, and no more than is owed for each. */
async function findTaxFault(
  { clock }: App,
  tx: Transaction,
  { memo, amountCentavos }: { readonly memo: Entry['memo']; readonly amountCentavos: Centavos },
): Promise<string | undefined> {
  const carried = readIofParts(String(memo.iofCarried ?? ''))
  const ofPeriod = carried.reduce((rest, part) => rest - part.amountCentavos, amountCentavos)
  const periods = await listIofPeriods(tx, calendarDateAt(clock.now()))
  const parts = [...carried, { periodEnd: memo.iofPeriod, amountCentavos: ofPeriod }]
  for (const part of parts) {
    const open = periods.find(({ periodEnd }) => periodEnd === part.periodEnd)?.amountCentavos ?? 0
    if (open < part.amountCentavos)
      return `iof-payable has only ${writeReais(open)} for the period until ${part.periodEnd}, not ${writeReais(part.amountCentavos)}`
  }
  return undefined
}

/** Stored before the row that names it. A file that nobody may keep is refused as a whole. */
async function storeFile(
  app: App,
  operator: Operator,
  file: Buffer | undefined,
): Promise<Attachment | undefined> {
  if (file === undefined) return undefined
  if (file.length === 0 || file.length > MAX_FILE_BYTES)
    throw new InputError('must be a PDF of at most 5 MB', { field: 'file' })
  await screenPdf(app, { owner: operator.id, field: 'file' }, file).catch((error: unknown) => {
    if (!(error instanceof RequestError) || error.code === 'service_unavailable') throw error
    throw new InputError('must be a plain PDF without active content', { field: 'file', cause: error })
  })
  const { name, sha256 } = await app.files.put(file)
  return { fileName: name, sha256, bytes: file.length }
}
