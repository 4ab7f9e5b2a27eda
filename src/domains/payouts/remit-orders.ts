import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../kernel/faults.ts'
import { isForgeryOf } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { LenderAccount } from '../lender/index.ts'
import { findPayee } from '../retailers/index.ts'
import { findFollower } from './apply-outcome.ts'
import { chooseFile, composePayoutFile, FILE_RAIL, listOpenFiles, type PayoutFile } from './cnab/files.ts'
import { composePayingAccount, type PayingAccount, type PaymentMethod } from './cnab/payment.ts'
import {
  listApprovedIds,
  lockFileCounter,
  markPayoutFileWritten,
  type PayoutAgreement,
  setPayoutAgreement,
} from './cnab/store.ts'
import { requireMoneyFree } from './money-hold.ts'
import type { PayoutOrder } from './order.ts'
import { lockOrder, moveOrder } from './orders.ts'
import { wasSent } from './store.ts'

/** An order that stays approved, and why. */
interface LeftOrder {
  readonly orderId: string
  readonly reason: string
}

interface PayoutRemittance {
  /** Files made now, or earlier and not written yet; Pix and transfers apart. */
  readonly files: readonly PayoutFile[]
  readonly left: readonly LeftOrder[]
}

/** The rest waits for the next file: a transaction of all orders would hold them too long. */
const LARGEST_REMITTANCE = 2_000
/** Answers come in files: no query is needed. */
const WAIT_MS = 24 * 3_600_000
const METHODS: readonly PaymentMethod[] = ['PIX', 'TRANSFER']

/**
 * Puts the approved orders of an account that are due into files. In one transaction the orders count as sent, and
 * number and bytes of the files are fixed: after a crash the same file is written again. Undefined when the
 * account has no agreement about files. Throws an InputError when no file can be written, and Refused.
 */
export async function remitOrders(
  app: App,
  account: LenderAccount,
  now: Date,
): Promise<PayoutRemittance | undefined> {
  const { database, secrets } = app
  await requireMoneyFree(app)
  return database.transaction(async tx => {
    const counter = await lockFileCounter(tx, account.id)
    if (counter === undefined) return undefined
    const unfinished = await listOpenFiles(tx, secrets, account.id)
    if (unfinished.length > 0) return { files: unfinished, left: [] }
    const payer = describePayingAccount(account, counter.agreement)
    const { chosen, left } = await chooseOrders(app, tx, { payer, accountId: account.id, now })
    const files: PayoutFile[] = []
    let next = counter
    for (const method of METHODS) {
      const orders = chosen.filter(each => each.method === method).map(each => each.order)
      if (orders.length === 0) continue
      const composed = await composePayoutFile(app, tx, { counter: next, payer, method, orders, now })
      next = composed.counter
      files.push(composed.file)
      for (const order of orders) await markSent(app, tx, order, composed.file, now)
    }
    return { files, left }
  })
}

/**
 * Puts the orders that are due into files, and has each written by `write`. Until that has succeeded, the next call
 * writes the same bytes. Undefined when the account has no agreement about files. Throws an InputError.
 */
export async function exportPayouts(
  app: App,
  account: LenderAccount,
  write: (file: PayoutFile) => Promise<void>,
): Promise<PayoutRemittance | undefined> {
  const now = app.clock.now()
  const remitted = await remitOrders(app, account, now).catch(error => {
    if (error instanceof InputError || error instanceof Refused)
      throw new InputError(`no file was written. ${error.message}`)
    throw error
  })
  for (const file of remitted?.files ?? []) {
    await write(file)
    await markPayoutFileWritten(app.database, file, now)
  }
  return remitted
}

/** From now on the account's orders wait for files. Throws an InputError naming the field that a bank would refuse. */
export async function agreeToFiles(
  { database, clock }: App,
  account: LenderAccount,
  agreement: Omit<PayoutAgreement, 'accountId'>,
): Promise<void> {
  describePayingAccount(account, agreement)
  await setPayoutAgreement(database, { accountId: account.id, ...agreement }, clock.now())
}

/** Throws an InputError naming the field that a bank would refuse. */
export function describePayingAccount(
  { bank, beneficiaryName: name, beneficiaryDocument: document }: LenderAccount,
  agreement: Omit<PayoutAgreement, 'accountId'>,
): PayingAccount {
  const { agency, account, accountDigit } = bank
  return composePayingAccount({ bank: bank.bank, agency, account, accountDigit, name, document }, agreement)
}

interface ChosenOrder {
  readonly order: PayoutOrder
  readonly method: PaymentMethod
}

async function chooseOrders(
  app: App,
  tx: Transaction,
  {
    payer,
    accountId,
    now,
  }: { readonly payer: PayingAccount; readonly accountId: string; readonly now: Date },
): Promise<{ readonly chosen: ChosenOrder[]; readonly left: LeftOrder[] }> {
  const chosen: ChosenOrder[] = []
  const left: LeftOrder[] = []
  for (let after = ''; chosen.length < LARGEST_REMITTANCE; ) {
    const search = { accountId, dueUntil: calendarDateAt(now), after }
    const ids = await listApprovedIds(tx, search, LARGEST_REMITTANCE)
    for (const orderId of ids.slice(0, LARGEST_REMITTANCE - chosen.length)) {
      const found = await chooseOrder(app, tx, payer, orderId, now)
      if (typeof found === 'string') left.push({ orderId, reason: found })
      else if (found !== undefined) chosen.push(found)
    }
    if (ids.length < LARGEST_REMITTANCE) break
    after = ids.at(-1) ?? after
  }
  return { chosen, left }
}

/** A sentence when the order stays behind; undefined when it was moved meanwhile. */
async function chooseOrder(
  { secrets }: App,
  tx: Transaction,
  payer: PayingAccount,
  orderId: string,
  now: Date,
): Promise<ChosenOrder | string | undefined> {
  try {
    const order = await lockOrder(tx, secrets, orderId)
    if (order?.state !== 'approved') return undefined
    if (order.payee.returnOf !== undefined)
      return 'a received Pix goes back through the bank that received it'
    // A file cannot query: an order that another rail may have accepted is not paid again by this one.
    if (await wasSent(tx, orderId)) return 'a bank may have it from an earlier attempt'
    if (await isHeld(tx, secrets, order)) return 'the retailer is suspended'
    return { order, method: chooseFile(payer, order, now) }
  } catch (error) {
    if (error instanceof InputError || isForgeryOf(error, 'payout_orders')) return error.message
    throw error
  }
}

async function isHeld(tx: Transaction, secrets: Secrets, order: PayoutOrder): Promise<boolean> {
  if (order.kind !== 'RETAILER' || order.retailerId === undefined) return false
  return (await findPayee(tx, secrets, order.retailerId)).isSuspended
}

async function markSent(
  app: App,
  tx: Transaction,
  order: PayoutOrder,
  { fileSequence }: PayoutFile,
  now: Date,
): Promise<void> {
  const sent = await moveOrder(tx, app.secrets, order, 'sent', {
    actor: FILE_RAIL,
    rail: FILE_RAIL,
    code: `FILE_${fileSequence}`,
    attempts: order.attempts + 1,
    dueAt: new Date(now.getTime() + WAIT_MS),
    now,
  })
  if (sent === undefined) throw new Error(`payout order ${order.id} cannot be sent from ${order.state}`)
  await findFollower(app, order.kind)?.onSent?.(tx, sent, now)
}
