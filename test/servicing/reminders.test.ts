import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { nextBusinessDay } from '../../src/brazil/business-days.ts'
import { computeCollectionCalendar } from '../../src/brazil/collection-calendar.ts'
import { nextContactDay } from '../../src/brazil/contact-days.ts'
import { findDueSteps, REMIND_CUSTOMER } from '../../src/domains/collection/find-due-steps.ts'
import { remindCustomer } from '../../src/domains/collection/remind-customer.ts'
import { answerRequest, listRequestsOf, openRequest } from '../../src/domains/customers/requests.ts'
import { messagingJobs } from '../../src/domains/messaging/jobs.ts'
import type { Billet } from '../../src/domains/receivables/billets/billet.ts'
import { issueCopy } from '../../src/domains/receivables/issue-copy.ts'
import { addDays, type CalendarDate, daysBetween } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { JobPostponed } from '../../src/platform/jobs/queue.ts'
import { DEMO_KEY, DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { contextOf, expectSoundBooks, openPurchase, pay } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(async () => {
  await expectSoundBooks(app)
  await app.stop()
})

interface Late {
  readonly transactionId: string
  readonly installments: readonly Billet[]
  readonly dueDate: CalendarDate
  readonly phone: string
  readonly cpf: string
}

/** Three installments. */
async function buy(): Promise<Late> {
  const { purchase, installments } = await openPurchase(app, { downPayment: false, installments: 3 })
  const [first] = installments
  assert.ok(first)
  const { phone, cpf } = purchase.customer
  return { transactionId: purchase.id, installments, dueDate: first.dueDate, phone, cpf }
}

/** That hour in São Paulo. */
function goTo(day: CalendarDate, hour = 12): void {
  const at = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00-03:00`)
  app.clock.advance({ ms: at - app.clock.now().getTime() })
}

/** What a worker does: the chore, and the jobs that it asks for. Returns until when jobs were postponed. */
async function work(): Promise<Date[]> {
  await findDueSteps(contextOf(app))
  const jobs = await query<{ id: string; payload: unknown }>(
    app,
    'SELECT id, payload FROM jobs WHERE kind = $1 ORDER BY id',
    [REMIND_CUSTOMER],
  )
  const postponed: Date[] = []
  for (const { id, payload } of jobs) {
    try {
      await remindCustomer(app.services, typeof payload === 'string' ? JSON.parse(payload) : payload)
      await query(app, 'DELETE FROM jobs WHERE id = $1', [id])
    } catch (error) {
      if (!(error instanceof JobPostponed)) throw error
      postponed.push(error.runAt)
    }
  }
  return postponed
}

/** Template and channel of every reminder of a purchase, in order. */
const listSent = async ({ transactionId }: Late): Promise<string[]> =>
  (
    await query<{ sent: string }>(
      app,
      `SELECT template || ' ' || channel AS sent FROM messages
        WHERE transaction_id = $1 AND purpose IN ('REMINDER', 'COLLECTION') ORDER BY position`,
      [transactionId],
    )
  ).map(({ sent }) => sent)

const listOverdue = async ({ transactionId }: Late): Promise<Record<string, unknown>[]> =>
  (
    await query<{ body: string }>(
      app,
      `SELECT body FROM events WHERE transaction_id = $1 AND type = 'installment.overdue' ORDER BY sequence`,
      [transactionId],
    )
  ).map(({ body }) => JSON.parse(body) as Record<string, unknown>)

const both = (template: string): string[] => [`${template} SMS`, `${template} EMAIL`]

test('an unpaid installment is told of on the days of the policy, once each, and a paid one no more', async () => {
  const late = await buy()
  const { dueDate } = late
  const calendar = computeCollectionCalendar(dueDate)
  const told = new Map<CalendarDate, string[]>()
  let before: string[] = []
  for (let day = addDays(dueDate, -5); day <= addDays(dueDate, 14); day = addDays(day, 1)) {
    goTo(day)
    await work()
    await work()
    const sent = await listSent(late)
    if (sent.length > before.length) told.set(day, sent.slice(before.length))
    before = sent
  }
  assert.deepEqual(
    [...told],
    [
      [calendar.reminder, both('installment-reminder')],
      [calendar.dueDayReminder, both('installment-reminder')],
      [calendar.firstNotice, both('installment-late')],
      [calendar.secondNotice, both('installment-late')],
      [calendar.secondCopyOffer, both('second-copy-offer')],
    ],
  )
  const [overdue, ...others] = await listOverdue(late)
  assert.equal(others.length, 0)
  const [first] = late.installments
  assert.deepEqual(
    [overdue?.installmentNumber, overdue?.billetId, overdue?.dueDate, overdue?.daysLate],
    [1, first?.id, dueDate, daysBetween(dueDate, addDays(calendar.lastDayWithoutCharges, 1))],
  )
  await pay(app, first)
  goTo(calendar.renegotiationOffer)
  // The second installment is due soon; the first one is not spoken of.
  await work()
  const later = (await listSent(late)).slice(before.length)
  assert.ok(
    later.every(each => each.startsWith('installment-reminder')),
    `${later}`,
  )
})

/** A working day about this many days after the first due date. */
function goToWorkday({ dueDate }: Late, days: number): void {
  goTo(nextBusinessDay(addDays(dueDate, days)))
}

/** The newest e-mail to the customer. */
async function readEmail({ phone }: Late): Promise<{ readonly subject: string; readonly text: string }> {
  const answer = await fetch(`${app.url}/sandbox/messages?phone=${phone}`, {
    headers: { 'x-service-apikey': DEMO_KEY },
  })
  const { messages } = (await answer.json()) as {
    messages: { channel: string; subject: string; text: string }[]
  }
  const email = messages.find(({ channel }) => channel === 'EMAIL')
  assert.ok(email)
  return email
}

test('after a jump over months only the newest step is told, in one message about all installments', async () => {
  const late = await buy()
  goToWorkday(late, 150)
  await work()
  await work()
  assert.deepEqual(await listSent(late), both('agreement-offer'))
  assert.deepEqual(
    (await listOverdue(late)).map(({ installmentNumber }) => installmentNumber),
    [1, 2, 3],
  )
  const steps = await query(
    app,
    `SELECT installment_number AS number, step, outcome FROM collection_steps
      WHERE transaction_id = $1 AND step <> 'overdue' ORDER BY 1`,
    [late.transactionId],
  )
  assert.deepEqual(
    steps,
    [1, 2, 3].map(number => ({ number, step: 'agreement-offer', outcome: 'done' })),
  )
  const { subject, text } = await readEmail(late)
  for (const number of [1, 2, 3]) assert.match(text, new RegExp(`parcela ${number} de 3`))
  assert.doesNotMatch(`${subject} ${text.slice(0, 120)}`, /atras|dívida|venc|multa|juros|R\$/i)
  assert.match(text, /Valor sem encargos: R\$/)
  assert.match(text, /com multa e juros: R\$/)
  assert.match(text, /Credor: .+, CNPJ /)
  assert.match(text, /minha-conta/)
  assert.match(text, /0 de 3 parcelas pagas, 3 em atraso\./)
})

test('a reminder draws which installments are paid, late and next, and says it in words', async () => {
  const late = await buy()
  await pay(app, late.installments[0])
  goTo(computeCollectionCalendar(late.installments[1]?.dueDate ?? late.dueDate).reminder)
  await work()
  assert.match((await readEmail(late)).text, /1 de 3 parcelas pagas\./)
})

test('a reminder waits for lawful hours, and whoever pays meanwhile gets none', async () => {
  const late = await buy()
  const calendar = computeCollectionCalendar(late.dueDate)
  goTo(calendar.firstNotice, 5)
  const [postponed] = await work()
  assert.equal(postponed?.toISOString(), new Date(`${calendar.firstNotice}T08:00:00-03:00`).toISOString())
  assert.deepEqual(await listSent(late), [])
  await pay(app, late.installments[0])
  goTo(calendar.firstNotice, 8)
  assert.deepEqual(await work(), [])
  assert.deepEqual(await listSent(late), [])
})

/** What the worker does with messages, or what an outage makes of them. */
async function send(): Promise<Date[]> {
  const jobs = await query<{ id: string; payload: string }>(
    app,
    `SELECT id, payload::text AS payload FROM jobs WHERE kind = 'send-message' ORDER BY id`,
  )
  const postponed: Date[] = []
  for (const { id, payload } of jobs)
    try {
      await messagingJobs.handlers?.['send-message']?.(app.services, JSON.parse(payload), 1)
      await query(app, 'DELETE FROM jobs WHERE id = $1', [id])
    } catch (error) {
      if (!(error instanceof JobPostponed)) throw error
      postponed.push(error.runAt)
    }
  return postponed
}

const listStates = async ({ transactionId }: Late): Promise<string[]> =>
  (
    await query<{ state: string }>(
      app,
      `SELECT concat_ws(' ', template, channel, state, failure) AS state FROM messages
        WHERE transaction_id = $1 AND purpose IN ('REMINDER', 'COLLECTION') ORDER BY position`,
      [transactionId],
    )
  ).map(({ state }) => state)

test('what could not be sent before a day without contacts is decided again on the next allowed one', async () => {
  await query(app, `DELETE FROM jobs WHERE kind IN ('send-message', $1)`, [REMIND_CUSTOMER])
  const [told, paid] = [await buy(), await buy()]
  const { firstNotice } = computeCollectionCalendar(told.dueDate)
  goTo(firstNotice)
  await work()
  const late = ['SMS', 'EMAIL'].map(channel => `installment-late ${channel}`)
  assert.deepEqual(
    await listStates(told),
    late.map(each => `${each} QUEUED`),
  )
  // No service was reached until the hours were over.
  goTo(firstNotice, 21)
  const next = nextContactDay(addDays(firstNotice, 1))
  const opensAt = new Date(`${next}T08:00:00-03:00`).toISOString()
  assert.deepEqual(new Set((await send()).map(at => at.toISOString())), new Set([opensAt]))
  await pay(app, paid.installments[0])
  goTo(next, 9)
  await send()
  const [waiting] = await query<{ runAt: Date }>(
    app,
    `SELECT run_at FROM jobs WHERE kind = $1 AND payload::jsonb->>'transactionId' = $2`,
    [REMIND_CUSTOMER, told.transactionId],
  )
  assert.deepEqual(waiting?.runAt, app.clock.now())
  await work()
  await send()
  await work()
  const expired = late.map(each => `${each} FAILED EXPIRED`)
  assert.deepEqual(await listStates(told), [...expired, ...late.map(each => `${each} HANDED_OVER`)])
  assert.deepEqual(await listStates(paid), expired)
})

test('a disputed purchase is not told of before the answer', async () => {
  const late = await buy()
  const { database, secrets, clock } = app.services
  const cpfIndex = secrets.computeBlindIndex('cpf', late.cpf)
  const about = {
    cpfIndex,
    kind: 'REVIEW',
    transactionId: late.transactionId,
    text: 'Não comprei isto.',
  } as const
  await database.transaction(tx => openRequest(tx, secrets, about, clock.now()))
  goToWorkday(late, 8)
  await work()
  assert.deepEqual(await listSent(late), [])
  const [request] = await listRequestsOf(database, secrets, cpfIndex)
  await answerRequest(database, secrets, { id: request?.id ?? '', text: 'A compra é sua.' }, clock.now())
  goTo(computeCollectionCalendar(late.dueDate).secondCopyOffer)
  await work()
  assert.deepEqual(await listSent(late), both('second-copy-offer'))
})

test('a customer who was contacted on three days of the week is left in peace', async () => {
  const late = await buy()
  const { firstNotice } = computeCollectionCalendar(late.dueDate)
  goTo(firstNotice)
  const index = app.services.secrets.computeBlindIndex('phone', late.phone)
  for (const days of [1, 2, 3])
    await query(
      app,
      `INSERT INTO messages (id, retailer_id, template, purpose, channel, phone_index, to_index, box, queued_at)
        VALUES ($1, $2, 'installment-late', 'COLLECTION', 'SMS', $3, $3, '', $4)`,
      [newId(), DEMO_RETAILER, index, new Date(app.clock.now().getTime() - days * 86_400_000)],
    )
  await work()
  assert.deepEqual(await listSent(late), [])
  const steps = await query<{ outcome: string }>(
    app,
    `SELECT outcome FROM collection_steps WHERE transaction_id = $1 AND step = 'first-notice'`,
    [late.transactionId],
  )
  assert.deepEqual(steps, [{ outcome: 'skipped' }])
})

test('a second copy goes on with the steps of its installment', async () => {
  const late = await buy()
  const { secondNotice, secondCopyOffer } = computeCollectionCalendar(late.dueDate)
  goTo(secondNotice)
  await work()
  const [first] = late.installments
  assert.ok(first)
  await issueCopy(app.services, {
    retailerId: DEMO_RETAILER,
    transactionId: late.transactionId,
    billetId: first.id,
  })
  await work()
  assert.deepEqual(await listSent(late), both('installment-late'))
  goTo(secondCopyOffer)
  await work()
  assert.deepEqual(await listSent(late), [...both('installment-late'), ...both('second-copy-offer')])
  assert.equal((await listOverdue(late)).length, 1)
})

test('a chore that dies before it has written how far it is tells nothing twice', async () => {
  const late = await buy()
  goToWorkday(late, 12)
  const failing: Database = {
    ...app.database,
    transaction: act =>
      app.database.transaction(tx =>
        act({
          ...tx,
          send(statement, values) {
            if (statement.name === 'collection-progress.save') throw new Error('killed')
            tx.send(statement, values)
          },
        }),
      ),
  }
  await assert.rejects(findDueSteps({ ...app.services, database: failing }), /killed/)
  assert.equal((await listOverdue(late)).length, 1)
  await work()
  await work()
  assert.equal((await listOverdue(late)).length, 1)
  assert.deepEqual(await listSent(late), both('second-copy-offer'))
})
