import type { App } from '../../app/app.ts'
import { IOF_DARF_CODE } from '../../brazil/iof-calendar.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../kernel/faults.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Decision } from '../desk/index.ts'
import { type IofDue, listIofPeriods } from '../ledger/index.ts'
import { listAccounts } from '../lender/index.ts'
import type { Operator } from '../operators/index.ts'
import {
  computeLateCharges,
  joinSmallTaxes,
  type LateCharges,
  type SelicRates,
  sumParts,
  type TaxDue,
} from './darf.ts'
import { planIofPaid } from './entries.ts'
import { proposeEntry } from './propose-entry.ts'
import { listRates, saveRate } from './store.ts'

/** The values of one DARF, as they are typed into it. */
export interface TaxDocument extends LateCharges {
  /** Código da receita. */
  readonly code: string
  /** Período de apuração. */
  readonly periodEnd: CalendarDate
  /** Vencimento. */
  readonly payBy: CalendarDate
  readonly principalCentavos: Centavos
  /** The part of the principal that was carried over from earlier periods, each below the minimum of a DARF. */
  readonly carriedCentavos: Centavos
  /** Undefined while the interest is not known. */
  readonly totalCentavos: Centavos | undefined
}

export interface Taxes {
  readonly documents: readonly TaxDocument[]
  /** Of periods that are over, below the minimum of a DARF: it will be paid with a later period. */
  readonly leftCentavos: Centavos
}

/** What is owed for every period that is over, if it is paid on that day. The oldest first. */
export async function readTaxes(app: App, paidOn?: CalendarDate): Promise<Taxes> {
  const { due, left, rates, today } = await listDue(app)
  return {
    documents: due.map(each => composeDocument(each, paidOn ?? today, rates)),
    leftCentavos: sumParts(left),
  }
}

async function listDue({ database, secrets, clock }: App) {
  const today = calendarDateAt(clock.now())
  const [periods, rates] = await Promise.all([listIofPeriods(database, today), listRates(database, secrets)])
  return { ...joinSmallTaxes(periods), rates, today }
}

function composeDocument(tax: TaxDue, paidOn: CalendarDate, rates: SelicRates): TaxDocument {
  const { periodEnd, payBy } = tax
  const carriedCentavos = sumParts(tax.carried)
  const principalCentavos = tax.amountCentavos + carriedCentavos
  const charges = computeLateCharges(principalCentavos, { payBy, paidOn }, rates)
  const { fineCentavos, interestCentavos } = charges
  return {
    ...charges,
    code: IOF_DARF_CODE,
    periodEnd,
    payBy,
    principalCentavos,
    carriedCentavos,
    totalCentavos:
      interestCentavos === undefined ? undefined : principalCentavos + fineCentavos + interestCentavos,
  }
}

/** A DARF that was paid, as the receipt shows it. */
export interface TaxReceipt {
  readonly periodEnd: CalendarDate
  readonly paidOn: CalendarDate
  readonly lenderAccountId: string
  /** The bank's authentication, or the number of the document. */
  readonly authentication: string
  /** Absent: as the document says for that day. */
  readonly principalCentavos?: Centavos | undefined
  readonly fineCentavos?: Centavos | undefined
  readonly interestCentavos?: Centavos | undefined
  readonly file: Buffer | undefined
  readonly reason: string
}

const AUTHENTICATION = /^[A-Za-z0-9][A-Za-z0-9./:-]{5,63}$/

/** Proposes what a receipt shows; another person compares it and books it. Throws InputError or Refused. */
export async function payTax(app: App, operator: Operator, receipt: TaxReceipt): Promise<Decision> {
  const { periodEnd, paidOn, authentication, file, reason } = receipt
  if (file === undefined) throw new InputError('is missing: show the receipt', { field: 'file' })
  if (!AUTHENTICATION.test(authentication))
    throw new InputError('must be the number on the receipt: 6 to 64 letters, digits and . / : -', {
      field: 'authentication',
    })
  const { accounts } = await listAccounts(app.database, app.secrets)
  const account = accounts.find(({ id }) => id === receipt.lenderAccountId)
  if (account === undefined)
    throw new InputError('is missing, or not an account of the lender', { field: 'account' })
  const { due, left, rates } = await listDue(app)
  const tax = due.find(each => each.periodEnd === periodEnd)
  if (tax === undefined) throw new Refused(describeNothingDue(periodEnd, { due, left }))
  const document = composeDocument(tax, paidOn, rates)
  const interestCentavos = receipt.interestCentavos ?? document.interestCentavos
  if (interestCentavos === undefined)
    throw new InputError(`is missing: the Selic rate of ${document.missingMonths.join(', ')} is not loaded`, {
      field: 'interest',
    })
  const entry = planIofPaid({
    due: tax,
    principalCentavos: receipt.principalCentavos ?? document.principalCentavos,
    fineCentavos: receipt.fineCentavos ?? document.fineCentavos,
    interestCentavos,
    authentication,
    lenderAccountId: account.id,
    paidOn,
  })
  return proposeEntry(app, operator, { entry, file, reason })
}

function describeNothingDue(
  periodEnd: CalendarDate,
  { due, left }: ReturnType<typeof joinSmallTaxes>,
): string {
  const isIn = (parts: readonly Pick<IofDue, 'periodEnd'>[]): boolean =>
    parts.some(part => part.periodEnd === periodEnd)
  const later = due.find(({ carried }) => isIn(carried))
  if (later !== undefined)
    return `the tax of the period until ${periodEnd} is below the minimum of a DARF: pay it with the period until ${later.periodEnd}`
  if (isIn(left))
    return `the tax of the period until ${periodEnd} is below the minimum of a DARF: it will be paid with a later period`
  return `nothing is owed for the period until ${periodEnd}`
}

const RATE_LINE = /^(\d{4}-\d{2})[;,\t ]+(\d{1,2})(?:[.,](\d{1,2}))?$/

/**
 * Reads the Receita Federal's table of monthly Selic rates, a line for each month: `2026-01;1,16`. Known months are
 * replaced. Returns how many were read. Throws InputError.
 */
export async function loadRates(
  { database, secrets, clock }: App,
  text: string,
  { source, by }: { readonly source: string; readonly by: string },
): Promise<number> {
  const lines = text.split(/\r?\n/).filter(line => line.trim() !== '' && !line.startsWith('#'))
  const rates = lines.map((line, at) => parseRate(line.trim(), at + 1))
  if (rates.length === 0) throw new InputError('holds no rate')
  const loadedAt = clock.now()
  await database.transaction(async tx => {
    for (const rate of rates) await saveRate(tx, secrets, { ...rate, source, loadedBy: by, loadedAt })
  })
  return rates.length
}

function parseRate(line: string, at: number): { month: CalendarDate; basisPoints: number } {
  const [, month, whole, cents = ''] = RATE_LINE.exec(line) ?? []
  if (month === undefined || whole === undefined)
    throw new InputError(`"${line}" is not a month and its rate in percent, such as 2026-01;1,16`, {
      line: at,
    })
  try {
    return {
      month: parseCalendarDate(`${month}-01`),
      basisPoints: Number(whole) * 100 + Number(cents.padEnd(2, '0')),
    }
  } catch (cause) {
    throw new InputError(`${month} is not a month`, { line: at, cause })
  }
}
