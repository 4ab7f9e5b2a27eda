import type { App } from '../../app/app.ts'
import type { BalanceExit } from '../../contract/desk-books.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { InputError } from '../../kernel/faults.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Decision } from '../desk/index.ts'
import { listAccounts } from '../lender/index.ts'
import type { Operator } from '../operators/index.ts'
import { listDifferences } from '../statements/index.ts'
import {
  type BankFact,
  planClawbackReceived,
  planCommissionPaid,
  planInsurerNetted,
  planInsurerReceived,
  planIofOffset,
  planIofRefunded,
} from './entries.ts'
import { type PlannedEntry, proposeEntry } from './propose-entry.ts'

/** What a person records, as typed. */
export interface BalanceSettlement {
  readonly exit: BalanceExit
  readonly retailerId?: string | undefined
  /** Of tax that is set off: the last day of its period. */
  readonly periodEnd?: CalendarDate | undefined
  /** A line of the bank's statement that the books do not know: it tells account, day and amount. */
  readonly lineCaseId?: string | undefined
  readonly amountCentavos?: Centavos | undefined
  readonly happenedOn?: CalendarDate | undefined
  readonly lenderAccountId?: string | undefined
  readonly documentReference?: string | undefined
  readonly file: Buffer | undefined
  readonly reason: string
}

/** More cases than anybody leaves open. */
const CASES_READ = 1_000
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9./:-]{2,63}$/

/** Proposes the entry by which a balance leaves the books. Throws InputError or Refused. */
export async function settleBalance(
  app: App,
  operator: Operator,
  asked: BalanceSettlement,
): Promise<Decision> {
  if (asked.file === undefined && asked.lineCaseId === undefined)
    throw new InputError('is missing: show the document, or name the line of the bank statement', {
      field: 'file',
    })
  const entry = await planExit(app, asked)
  return proposeEntry(app, operator, { entry, file: asked.file, reason: asked.reason })
}

async function planExit(app: App, asked: BalanceSettlement): Promise<PlannedEntry> {
  switch (asked.exit) {
    case 'CLAWBACK_RECEIVED':
      return planClawbackReceived(await getRetailer(app, asked), await readFact(app, asked, 1))
    case 'COMMISSION_PAID':
      return planCommissionPaid(await getRetailer(app, asked), await readFact(app, asked, -1))
    case 'IOF_REFUNDED':
      return planIofRefunded(await readFact(app, asked, 1))
    case 'INSURER_RECEIVED':
      return planInsurerReceived(await readFact(app, asked, 1))
    case 'INSURER_NETTED':
      return planInsurerNetted(readNetting(asked))
    case 'IOF_OFFSET': {
      const { periodEnd } = asked
      if (periodEnd === undefined) throw new InputError('is missing', { field: 'period' })
      return planIofOffset({ ...readNetting(asked), periodEnd })
    }
  }
}

async function getRetailer({ retailers }: App, { retailerId }: BalanceSettlement): Promise<string> {
  const known = await retailers.listRetailers()
  const found = known.find(({ id }) => id === retailerId)
  if (found === undefined) throw new InputError('is missing or unknown', { field: 'retailer' })
  return found.id
}

/** By the line of the statement, or as typed from the document. */
async function readFact(app: App, asked: BalanceSettlement, sign: 1 | -1): Promise<BankFact> {
  if (asked.lineCaseId !== undefined) return readLine(app, asked.lineCaseId, sign)
  const { accounts } = await listAccounts(app.database, app.secrets)
  const account = accounts.find(({ id }) => id === asked.lenderAccountId)
  if (account === undefined)
    throw new InputError('is missing, or not an account of the lender', { field: 'account' })
  const { documentReference, ...rest } = readNetting(asked)
  return { ...rest, bankReference: documentReference, lenderAccountId: account.id }
}

async function readLine({ database }: App, caseId: string, sign: 1 | -1): Promise<BankFact> {
  const found = (await listDifferences(database, CASES_READ)).find(
    ({ id, side }) => id === caseId && side === 'BANK',
  )
  if (found === undefined)
    throw new InputError('is not a bank statement line that awaits an explanation', { field: 'line' })
  if (found.amountCentavos * sign <= 0)
    throw new InputError('moves the money the other way', { field: 'line' })
  return {
    bankReference: found.reference,
    lenderAccountId: found.accountId,
    amountCentavos: Math.abs(found.amountCentavos),
    happenedOn: found.happenedOn,
  }
}

function readNetting(asked: BalanceSettlement) {
  const { amountCentavos = 0, happenedOn, documentReference = '' } = asked
  if (!(amountCentavos > 0)) throw new InputError('must be above zero', { field: 'amount' })
  if (happenedOn === undefined) throw new InputError('is missing', { field: 'date' })
  if (!REFERENCE.test(documentReference))
    throw new InputError('must be the number of the document: 3 to 64 letters, digits and . / : -', {
      field: 'reference',
    })
  return { amountCentavos, happenedOn, documentReference }
}
