import { createHash } from 'node:crypto'
import type { App } from '../app/app.ts'
import type { LenderAccount } from '../domains/lender/index.ts'
import { type Billet, creditPayment, readBillet } from '../domains/receivables/index.ts'
import { type CalendarDate, calendarDateAt } from '../kernel/calendar-date.ts'
import { newId } from '../kernel/ids.ts'
import type { Centavos } from '../kernel/money.ts'
import { noonOf } from '../kernel/noon.ts'
import type { Remember } from '../platform/db/database.ts'
import { sendJob } from '../platform/jobs/queue.ts'
import type { SandboxApp } from './sandbox-app.ts'

export const TELL_PAYMENT = 'tell-sandbox-payment'

interface SandboxPay {
  readonly retailerId: string
  readonly billetId: string
  readonly amountCentavos?: Centavos | undefined
  readonly method?: 'BILLET' | 'PIX' | undefined
  /** Today when absent. */
  readonly paidOn?: CalendarDate | undefined
  /** How many times the bank reports it. */
  readonly repeat?: number | undefined
  /** How long the bank waits before it reports it. */
  readonly delaySeconds?: number | undefined
  /** The caller's Idempotency-Key: the same one is the same payment. */
  readonly idempotencyKey?: string | undefined
}

/** A billet after a payment, and the account that received it. */
export interface PaidAtBank {
  readonly billet: Billet
  readonly account: LenderAccount
}

/** Plays a customer who pays: the sandbox bank reports it as a real one would. Every call is a payment of its own. */
export async function payBillet(
  app: SandboxApp,
  wanted: SandboxPay,
  remember?: Remember<PaidAtBank>,
): Promise<PaidAtBank | 'no-billet' | 'no-pix' | 'wrong-day'> {
  const { database, secrets, sandboxBank, clock } = app
  const { retailerId, billetId, amountCentavos, method, paidOn, repeat = 1, delaySeconds = 0 } = wanted
  const found = await readBillet(app, { id: billetId }, retailerId)
  if (found === undefined) return 'no-billet'
  const { account, txid, pixCode } = found
  if (account === undefined) throw new Error(`billet ${billetId} names an account that does not exist`)
  const billet = { ...found.billet, pixCode }
  if (method === 'PIX' && billet.pixCode === undefined) return 'no-pix'
  const now = clock.now()
  if (paidOn !== undefined && (paidOn < billet.issuedOn || paidOn > calendarDateAt(now))) return 'wrong-day'
  const isOrdinary = repeat === 1 && delaySeconds === 0
  if (method === 'PIX' && isOrdinary && (await payAtPsp(app, txid, wanted)))
    return finishPayment(app, { billet, account }, remember)
  const report = sandboxBank.pay(billet, {
    reference: newId(),
    ...(method === undefined ? {} : { method }),
    ...(amountCentavos === undefined ? {} : { amountCentavos }),
    ...(paidOn === undefined ? {} : { paidOn }),
  })
  let paid = { billet, account }
  if (delaySeconds > 0) {
    const runAt = new Date(now.getTime() + delaySeconds * 1_000)
    const payload: Telling = { report, repeat }
    await database.transaction(async tx => {
      sendJob(tx, { kind: TELL_PAYMENT, key: report.reference, runAt, payload })
      await remember?.(tx, paid)
    })
    return paid
  }
  await creditPayment(app, report, async tx => {
    paid = {
      ...paid,
      billet: (await readBillet({ database: tx, secrets }, { id: billetId }))?.billet ?? billet,
    }
    await remember?.(tx, paid)
  })
  await tellPayment(app, { report, repeat: repeat - 1 })
  return paid
}

/** False when there is no charge that a payer's app would show: then the code of the billet is a static one. */
async function payAtPsp(
  { payCharge }: SandboxApp,
  txid: string | undefined,
  { retailerId, billetId, amountCentavos, paidOn, idempotencyKey }: SandboxPay,
): Promise<boolean> {
  if (payCharge === undefined || txid === undefined) return false
  return payCharge(retailerId, txid, {
    amountCentavos,
    at: paidOn && noonOf(paidOn),
    reference: idempotencyKey && nameAttempt(retailerId, billetId, idempotencyKey),
  })
}

/** The PSP keeps it, so that a repetition of a request that was cut off is not a second payment. */
const nameAttempt = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex')

async function finishPayment(
  app: SandboxApp,
  { billet, account }: PaidAtBank,
  remember: Remember<PaidAtBank> | undefined,
): Promise<PaidAtBank> {
  return app.database.transaction(async tx => {
    const found = await readBillet({ database: tx, secrets: app.secrets }, { id: billet.id })
    const paid = { billet: found?.billet ?? billet, account }
    await remember?.(tx, paid)
    return paid
  })
}

interface Telling {
  readonly report: Parameters<typeof creditPayment>[1]
  readonly repeat: number
}

/** Also a job: payments that the bank has not reported yet survive a restart. */
export async function tellPayment(app: App, payload: unknown): Promise<void> {
  const { report, repeat } = payload as Telling
  for (let times = 0; times < repeat; times++) await creditPayment(app, report)
}
