import { createHash } from 'node:crypto'
import { nextBusinessDay } from '../../../brazil/business-days.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { open, seal } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import type { NumberMarks } from '../../../platform/deployment/number-marks.ts'
import type { PayoutKind, PayoutOrder } from '../order.ts'
import type { PayingAccount, Payment, PaymentMethod } from './payment.ts'
import { classifyPayment, writePaymentFile } from './remittance.ts'
import {
  type FileCounter,
  insertPayoutFile,
  listFileNumbers,
  listUnwrittenFiles,
  raiseFileNumber,
} from './store.ts'

/** The rail of orders that leave by files. */
export const FILE_RAIL = 'cnab'

/** A file whose number and bytes are fixed, and which may be written again until it is marked as written. */
export interface PayoutFile {
  readonly accountId: string
  readonly fileSequence: number
  readonly method: PaymentMethod
  readonly orderCount: number
  readonly amountCentavos: Centavos
  readonly text: string
}

/** Shown to the payee. */
const TEXTS: Readonly<Record<PayoutKind, string>> = {
  RETAILER: 'REPASSE',
  REFUND: 'DEVOLUCAO',
  IOF: 'IOF',
  INSURER: 'PREMIOS',
  COMMISSION: 'COMISSAO',
  FUND: 'COBRANCA CEDIDA',
}

/** The file that an order belongs to. Throws an InputError when the account's bank cannot pay it by a file. */
export const chooseFile = (payer: PayingAccount, order: PayoutOrder, now: Date): PaymentMethod =>
  classifyPayment(payer, toPayment(order, 'PIX', now))

function toPayment(order: PayoutOrder, method: PaymentMethod, now: Date): Payment {
  return {
    key: order.payoutKey,
    amountCentavos: order.amountCentavos,
    payOn: choosePayDay(order.dueOn, now, method),
    payee: order.payee,
    text: TEXTS[order.kind],
  }
}

/**
 * Takes the next number, fixes the bytes and stores both with the orders. The caller holds the counter's lock and moves
 * the orders. Throws an InputError; the transaction must roll back then, so that no number is used.
 */
export async function composePayoutFile(
  context: { readonly secrets: Secrets; readonly marks?: NumberMarks | undefined },
  tx: Transaction,
  made: {
    readonly counter: FileCounter
    readonly payer: PayingAccount
    readonly method: PaymentMethod
    readonly orders: readonly PayoutOrder[]
    readonly now: Date
  },
): Promise<{ readonly file: PayoutFile; readonly counter: FileCounter }> {
  const { counter, payer, method, orders, now } = made
  const { accountId } = counter.agreement
  const fileSequence = counter.lastFileSequence + 1
  const createdAt = chooseCreation(now, counter.lastFileAt)
  const payments = orders.map(order => toPayment(order, method, createdAt))
  const text = writePaymentFile({ payer, method, fileSequence, createdAt, payments })
  await context.marks?.cover(nameFiles(accountId), fileSequence)
  const file = {
    fileSequence,
    method,
    orderCount: orders.length,
    amountCentavos: orders.reduce((sum, order) => sum + order.amountCentavos, 0),
  }
  insertPayoutFile(tx, accountId, {
    ...file,
    createdAt,
    sha256: computeSha256(text),
    box: seal(context.secrets.sealing, boxContext(accountId, fileSequence), text),
    orderIds: orders.map(({ id }) => id),
  })
  return {
    file: { ...file, accountId, text },
    counter: { ...counter, lastFileSequence: fileSequence, lastFileAt: createdAt },
  }
}

/** Files that were opened and not written, with the bytes that were fixed then. */
export async function listOpenFiles(
  db: Queryable,
  secrets: Secrets,
  accountId: string,
): Promise<PayoutFile[]> {
  const files = await listUnwrittenFiles(db, accountId)
  return files.map(({ box, sha256, ...file }) => {
    const text = open(secrets.sealing, boxContext(accountId, file.fileSequence), box).toString()
    if (computeSha256(text) !== sha256)
      throw new Error(`file ${file.fileSequence} differs from the one that was made`)
    return { ...file, accountId, text }
  })
}

/** Files name a second: two of them never name the same one. */
function chooseCreation(now: Date, lastFileAt: Date | undefined): Date {
  const second = Math.floor(now.getTime() / 1000) * 1000
  return new Date(lastFileAt === undefined ? second : Math.max(second, lastFileAt.getTime() + 1000))
}

const boxContext = (accountId: string, fileSequence: number): string =>
  `payout_files.box:${accountId}:${fileSequence}`

const computeSha256 = (text: string): string => createHash('sha256').update(text, 'latin1').digest('hex')

/** The mark under which numbers of an account's files are kept outside the database. */
const nameFiles = (accountId: string): string => `payout-file:${accountId}`

interface ForgottenFileNumber {
  readonly accountId: string
  readonly name: string
  readonly known: number
  readonly mark: number
}

/** File numbers issued before and forgotten by this database, which was restored from a backup. */
export async function listForgottenFileNumbers(
  db: Queryable,
  marks: ReadonlyMap<string, number>,
): Promise<ForgottenFileNumber[]> {
  return (await listFileNumbers(db)).flatMap(({ accountId, given: known }) => {
    const name = nameFiles(accountId)
    const mark = marks.get(name) ?? 0
    return mark > known ? [{ accountId, name, known, mark }] : []
  })
}

/** From now on none of them is given to a file again. Returns what was forgotten. */
export async function skipForgottenFileNumbers(
  db: Queryable,
  marks: ReadonlyMap<string, number>,
): Promise<ForgottenFileNumber[]> {
  const forgotten = await listForgottenFileNumbers(db, marks)
  for (const { accountId, mark } of forgotten) await raiseFileNumber(db, accountId, mark)
  return forgotten
}

/** Banks take transfers of the day until about 17:00 in São Paulo. */
const LAST_TRANSFER_HOUR = 17

const hourInSaoPaulo = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** The day for which a bank is asked to pay. Pix leaves on every day, transfers on business days only. */
function choosePayDay(dueOn: CalendarDate, now: Date, method: PaymentMethod): CalendarDate {
  const today = calendarDateAt(now)
  if (method === 'PIX') return dueOn > today ? dueOn : today
  const isLate = Number(hourInSaoPaulo.format(now)) >= LAST_TRANSFER_HOUR
  const first = isLate ? addDays(today, 1) : today
  return nextBusinessDay(dueOn > first ? dueOn : first)
}
