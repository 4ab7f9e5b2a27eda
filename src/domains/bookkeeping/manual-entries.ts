import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../kernel/faults.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Decision } from '../desk/index.ts'
import { findAccount, findEntry } from '../ledger/index.ts'
import { listAccounts } from '../lender/index.ts'
import type { Operator } from '../operators/index.ts'
import { proposeEntry } from './propose-entry.ts'
import { findProposed } from './store.ts'

interface ManualLine {
  /** As a person types it. */
  readonly account: string
  /** A debit is positive. */
  readonly amountCentavos: Centavos
}

interface ManualEntry {
  readonly lines: readonly ManualLine[]
  readonly happenedOn: CalendarDate
  readonly file: Buffer | undefined
  readonly reason: string
}

const RETAILERS_ACCOUNTS: readonly string[] = ['clawback', 'commission-payable']

/** What no operation covers. Two people, a reason and a document at any amount. Throws InputError. */
export async function proposeManualEntry(
  app: App,
  operator: Operator,
  { lines, happenedOn, file, reason }: ManualEntry,
): Promise<Decision> {
  if (file === undefined) throw new InputError('is missing: a manual entry has a document', { field: 'file' })
  if (lines.length < 2 || lines.some(({ amountCentavos }) => amountCentavos === 0))
    throw new InputError('must be two or more accounts with an amount each', { field: 'lines' })
  const difference = lines.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  if (difference !== 0)
    throw new InputError(`differ by ${difference} centavos: debits and credits must be equal`, {
      field: 'lines',
    })
  const moved = []
  for (const { account, amountCentavos } of lines)
    moved.push({ ...(await readAccount(app, account)), amountCentavos })
  const owners = new Set(
    moved.filter(({ kind }) => RETAILERS_ACCOUNTS.includes(kind)).map(({ owner }) => owner),
  )
  if (owners.size > 1) throw new InputError('name two retailers: make two entries', { field: 'lines' })
  const entry = {
    kind: 'manual',
    reference: `manual:${newId(app.clock.now().getTime())}`,
    retailerId: [...owners][0],
    happenedOn,
    memo: {},
    postings: moved.map(({ account, amountCentavos }) => ({ account, amountCentavos })),
  } as const
  return proposeEntry(app, operator, { entry, file, reason })
}

/** Undoes a manual entry exactly, and once. */
export async function proposeManualReversal(
  app: App,
  operator: Operator,
  asked: {
    readonly entryId: string
    readonly happenedOn: CalendarDate
    readonly file: Buffer | undefined
    readonly reason: string
  },
): Promise<Decision> {
  const { database, secrets } = app
  const { entryId, happenedOn, file, reason } = asked
  const manual = isId(entryId) ? await findProposed(database, secrets, entryId) : undefined
  if (manual === undefined) throw new InputError(`there is no entry ${entryId}`)
  if (manual.kind !== 'manual') throw new Refused('only a manual entry is reversed')
  if ((await findEntry(database, secrets, manual.reference)) === undefined)
    throw new Refused('it is not booked: there is nothing to reverse')
  const entry = {
    kind: 'manual-reversed',
    reference: `manual-reversed:${manual.id}`,
    retailerId: manual.retailerId,
    happenedOn,
    memo: { reverses: manual.reference },
    postings: manual.postings.map(({ account, amountCentavos }) => ({
      account,
      amountCentavos: -amountCentavos,
    })),
  } as const
  return proposeEntry(app, operator, { entry, file, reason })
}

/** An account of the chart whose owner exists, and that no other record has to agree with. */
async function readAccount({ database, secrets, retailers }: App, text: string) {
  const found = findAccount(text.trim())
  if (found === undefined) throw new InputError(`${text} is not an account of the chart`, { field: 'lines' })
  const { kind, owner, isManual } = found
  if (!isManual)
    throw new InputError(`${kind} follows contracts, orders or cases: only their own operations move it`, {
      field: 'lines',
    })
  if (kind === 'bank') {
    const { accounts } = await listAccounts(database, secrets)
    if (!accounts.some(({ id }) => id === owner))
      throw new InputError(`${text} is not an account of the lender`, { field: 'lines' })
  }
  if (RETAILERS_ACCOUNTS.includes(kind) && !(await retailers.listRetailers()).some(({ id }) => id === owner))
    throw new InputError(`${text} names no retailer`, { field: 'lines' })
  return found
}
