import assert from 'node:assert/strict'
import { RenegotiationAccepted, RenegotiationOptions } from '../../src/contract/renegotiation.ts'
import { calendarDateAt, daysBetween, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { type Answer, PLAIN_KEY, type TestApp } from './app.ts'
import { buyOpen, checkAnswer, moveClock, pay, playUntil, read } from './purchase-http.ts'

/* The worked example: 1,240.00 with 20 % down, released on 2026-03-10, six installments of 197.92, of which two are paid. */

export const todayOf = ({ services }: TestApp) => calendarDateAt(services.clock.now())

/** By the sandbox, so that everything that falls due is done. */
export async function moveTo(app: TestApp, day: string): Promise<void> {
  await moveClock(app, `P${daysBetween(todayOf(app), parseCalendarDate(day))}D`)
  assert.equal(todayOf(app), day)
}

export async function buyAndPayTwo(app: TestApp): Promise<string> {
  const { transactionId } = await buyOpen(app, { key: PLAIN_KEY, value: 1_240, installments: 6 })
  const { installments = [] } = await readPlain(app, transactionId)
  for (const { id } of installments.slice(0, 2)) await payPlain(app, id)
  return transactionId
}

export const readPlain = (app: TestApp, transactionId: string) => read(app, transactionId, PLAIN_KEY)
export const payPlain = (app: TestApp, billetId = '', more = {}) => pay(app, billetId, more, PLAIN_KEY)

export function askRenegotiation(
  app: TestApp,
  transactionId: string,
  more: object,
  apiKey = PLAIN_KEY,
): Promise<Answer> {
  return app.post(`/public/transaction/${transactionId}/renegotiation`, { apiKey, ...more })
}

export async function offer(app: TestApp, transactionId: string, more: object = {}) {
  const answer = await askRenegotiation(app, transactionId, { preview: true, ...more })
  return checkAnswer(RenegotiationOptions, answer)
}

export async function accept(app: TestApp, transactionId: string, optionId: string) {
  return checkAnswer(RenegotiationAccepted, await askRenegotiation(app, transactionId, { optionId }))
}

/** Accepted and not signed. Returns the agreement's id. */
export async function acceptFirst(app: TestApp, transactionId: string, more: object = {}): Promise<string> {
  const { options } = await offer(app, transactionId, more)
  return (await accept(app, transactionId, options[0]?.optionId ?? '')).transactionId
}

/** Six installments and 100.00 at once, signed and paid. Returns the agreement's id. */
export async function agree(app: TestApp, transactionId: string): Promise<string> {
  const agreementId = await acceptFirst(app, transactionId, { installments: 6, downPaymentValue: 100 })
  await playUntil(app, agreementId, 'ENTRY', {}, PLAIN_KEY)
  const { step, downPaymentBillet } = await readPlain(app, agreementId)
  assert.equal(step, 'ENTRY')
  await payPlain(app, downPaymentBillet?.id)
  assert.equal((await readPlain(app, agreementId)).status, 'OPEN')
  return agreementId
}
