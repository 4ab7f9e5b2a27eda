import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { InputError } from '../../kernel/faults.ts'
import { noonOf } from '../../kernel/noon.ts'
import { isForgeryOf } from '../../platform/crypto/row-mac.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { listAccounts } from '../lender/index.ts'
import { applyOutcome } from './apply-outcome.ts'
import { FILE_RAIL } from './cnab/files.ts'
import type { PayingAccount } from './cnab/payment.ts'
import {
  type PaymentLine,
  type PaymentReturn,
  parsePaymentReturn,
  readReturnAccount,
} from './cnab/return-file.ts'
import {
  eraseDecidedFiles,
  findFiledOrder,
  insertReturn,
  listPayoutAgreements,
  openPayoutCase,
  type PayoutCaseReason,
  wasReturnTaken,
} from './cnab/store.ts'
import { isFinal, type PayoutOrder } from './order.ts'
import { lockOrder } from './orders.ts'
import type { PayoutOutcome } from './rail.ts'
import { describePayingAccount } from './remit-orders.ts'

/** Finds the account by the header: another company's file is refused before any of it is read. */
export async function readPaymentReturn(
  { database, secrets }: App,
  text: string,
): Promise<{ readonly accountId: string; readonly file: PaymentReturn }> {
  const { bank, agency, account } = readReturnAccount(text)
  const { accounts } = await listAccounts(database, secrets)
  const holders = (await listPayoutAgreements(database)).flatMap(agreement => {
    const found = accounts.find(each => each.id === agreement.accountId)
    return found === undefined
      ? []
      : [{ accountId: found.id, payer: describePayingAccount(found, agreement) }]
  })
  const named = holders.filter(
    ({ payer }) =>
      payer.bank === bank &&
      Number(payer.agency) === Number(agency) &&
      Number(payer.account) === Number(account),
  )
  if (named.length === 0)
    throw new InputError(
      `it is for account ${agency}/${account} of bank ${bank}, which does not pay by files here`,
    )
  return parseForOneOf(named, text)
}

/** Two agreements of one account: the header names one of them. */
function parseForOneOf(
  holders: readonly { readonly accountId: string; readonly payer: PayingAccount }[],
  text: string,
): { readonly accountId: string; readonly file: PaymentReturn } {
  let last: unknown
  for (const { accountId, payer } of holders) {
    try {
      return { accountId, file: parsePaymentReturn(text, payer) }
    } catch (error) {
      last = error
    }
  }
  throw last
}

/** What became of one line: applied, of no effect because it was known, or a case for a person. */
interface TakenLine {
  readonly line: PaymentLine
  readonly result: 'applied' | 'known' | 'case'
  readonly reason?: PayoutCaseReason
}

interface TakenReturn {
  /** The same was taken before, under this or another number: nothing was done. */
  readonly isRepeated: boolean
  readonly lines: readonly TakenLine[]
}

/**
 * Applies a return of an account to its orders, line by line and each in its own transaction. A line that matches no order
 * is a case and does not hold up the others. After a crash the same file can be applied again: applied lines are known.
 */
export async function takePaymentReturn(
  app: App,
  accountId: string,
  file: PaymentReturn,
  now: Date,
): Promise<TakenReturn> {
  const { database } = app
  if (await wasReturnTaken(database, accountId, file.digest)) return { isRepeated: true, lines: [] }
  const taken: TakenLine[] = []
  for (const line of file.lines) taken.push(await takeLine(app, { accountId, file, line, now }))
  await insertReturn(database, accountId, { ...file, lineCount: file.lines.length }, now)
  await eraseDecidedFiles(database, accountId)
  return { isRepeated: false, lines: taken }
}

interface LineOf {
  readonly accountId: string
  readonly file: PaymentReturn
  readonly line: PaymentLine
  readonly now: Date
}

async function takeLine(app: App, at: LineOf): Promise<TakenLine> {
  const { line } = at
  try {
    return await app.database.transaction(async tx => {
      const found = await findFiledOrder(tx, line.key, at.accountId)
      if (found === undefined) return openCase(tx, at, 'UNKNOWN_ORDER', undefined)
      const { orderId } = found
      if (found.fileSequence === null) return openCase(tx, at, 'NOT_IN_A_FILE', orderId)
      const order = await lockOrder(tx, app.secrets, orderId)
      if (order === undefined) return openCase(tx, at, 'UNKNOWN_ORDER', undefined)
      return applyLine(app, tx, at, order)
    })
  } catch (error) {
    if (!isForgeryOf(error, 'payout_orders')) throw error
    return app.database.transaction(async tx => openCase(tx, at, 'FORGED_ORDER', error.rowId))
  }
}

async function applyLine(app: App, tx: Transaction, at: LineOf, order: PayoutOrder): Promise<TakenLine> {
  const { line, now } = at
  const amounts = [line.amountCentavos, line.paidCentavos ?? line.amountCentavos]
  if (amounts.some(amount => amount !== order.amountCentavos))
    return openCase(tx, at, 'OTHER_AMOUNT', order.id)
  if (isPaidTwice(line, order)) return openCase(tx, at, 'PAID_TWICE', order.id)
  // Returns of one payment come in any order: an early one after the last one says nothing new.
  if (line.outcome.state === 'ACCEPTED' && isFinal(order.state)) return { line, result: 'known' }
  const applied = await applyOutcome(app, tx, order.id, toOutcome(line, at.file.createdOn), {
    actor: FILE_RAIL,
    now,
  })
  if (applied.result === 'refused') return openCase(tx, at, applied.why, order.id)
  if (line.outcome.state === 'UNKNOWN') return openCase(tx, at, 'UNREADABLE', order.id)
  return { line, result: applied.result === 'applied' ? 'applied' : 'known' }
}

/** Paid under another number than before: the money may have left twice. */
function isPaidTwice(line: PaymentLine, { state, providerId }: PayoutOrder): boolean {
  const number = line.endToEndId ?? line.bankNumber
  return line.outcome.state === 'PAID' && state === 'paid' && number !== undefined && number !== providerId
}

function toOutcome(line: PaymentLine, createdOn: CalendarDate | undefined): PayoutOutcome {
  const { outcome, paidOn } = line
  const { amountCentavos } = line
  const code = line.codes.join(' ') || 'NONE'
  const providerId = line.endToEndId ?? line.bankNumber
  switch (outcome.state) {
    case 'PAID':
      return { state: 'paid', providerId, amountCentavos, at: paidOn && noonOf(paidOn) }
    case 'ACCEPTED':
      return { state: 'accepted', providerId, amountCentavos }
    case 'CANCELLED':
      return { state: 'canceled', code, amountCentavos }
    case 'RETURNED':
      return { state: 'returned', code, amountCentavos, at: createdOn && noonOf(createdOn) }
    case 'FAILED':
      return { state: 'failed', kind: outcome.kind, code, amountCentavos }
    case 'UNKNOWN':
      return { state: 'unknown', code, amountCentavos }
  }
}

function openCase(
  tx: Transaction,
  { accountId, file, line, now }: LineOf,
  reason: PayoutCaseReason,
  orderId: string | undefined,
): TakenLine {
  openPayoutCase(
    tx,
    {
      accountId,
      digest: file.digest,
      lineNumber: line.lineNumber,
      payoutKey: line.key,
      orderId,
      reason,
      codes: line.codes.join(' '),
      amountCentavos: line.amountCentavos,
    },
    now,
  )
  return { line, result: 'case', reason }
}
