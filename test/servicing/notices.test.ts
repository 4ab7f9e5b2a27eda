import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { computeCollectionCalendar } from '../../src/brazil/collection-calendar.ts'
import { nextContactDay } from '../../src/brazil/contact-days.ts'
import { loanDecisionCommands } from '../../src/cli/loan-decisions.ts'
import { accelerateLoans } from '../../src/domains/collection/accelerate-loans.ts'
import { proveNotices, serveNotices } from '../../src/domains/collection/formal-notices.ts'
import { listFormalNotices } from '../../src/domains/collection/store.ts'
import { messagingJobs } from '../../src/domains/messaging/jobs.ts'
import type { PurchaseView } from '../../src/domains/purchases/read-purchase.ts'
import { notifyCustomer } from '../../src/domains/servicing/notify-customer.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { JobPostponed } from '../../src/platform/jobs/queue.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'
import { contextOf, expectSoundBooks, openPurchase, pay, withBank } from '../support/purchases.ts'

let app: TestApp
let ana: DeskPerson
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  ana = await newDeskPerson(app, 'analyst')
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

function goTo(day: CalendarDate, hour = 12): void {
  const at = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00-03:00`)
  app.clock.advance({ ms: at - app.clock.now().getTime() })
}

/** What the worker does with the jobs of a kind that are due. */
async function runJobs(kind: 'notify-customer' | 'send-message'): Promise<void> {
  const jobs = await query<{ id: string; payload: string }>(
    app,
    'SELECT id, payload::text AS payload FROM jobs WHERE kind = $1 AND run_at <= $2 ORDER BY id',
    [kind, app.clock.now()],
  )
  for (const { id, payload } of jobs)
    try {
      if (kind === 'notify-customer') await notifyCustomer(app.services, JSON.parse(payload))
      else await messagingJobs.handlers?.['send-message']?.(app.services, JSON.parse(payload), 1)
      await query(app, 'DELETE FROM jobs WHERE id = $1', [id])
    } catch (error) {
      if (!(error instanceof JobPostponed)) throw error
    }
}

async function work(): Promise<void> {
  await serveNotices(contextOf(app))
  await runJobs('notify-customer')
  await runJobs('send-message')
  await proveNotices(app.services)
}

const buy = () => openPurchase(app, { downPayment: false, installments: 3 })

async function noticesOf({ purchase: { id } }: PurchaseView): Promise<string[]> {
  const notices = (await listFormalNotices(app.database, [id])).get(id) ?? []
  return notices.map(
    ({ kind, serving, sentAt, deliveredAt }) =>
      `${kind} ${serving} ${sentAt === null ? 'unsent' : calendarDateAt(sentAt)} ${deliveredAt ? 'proven' : ''}`,
  )
}

const countMessages = async ({ purchase: { id } }: PurchaseView): Promise<number> =>
  (await query(app, `SELECT id FROM messages WHERE transaction_id = $1 AND template LIKE '%-notice'`, [id]))
    .length

/** A Sunday on which the notice of the delay is overdue. */
function findSunday(dueDate: CalendarDate): CalendarDate {
  let day = addDays(computeCollectionCalendar(dueDate).listingNotice, 1)
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 0) day = addDays(day, 1)
  return day
}

test('a formal notice that falls on a Sunday is written and sent on the next allowed day, if the debt is still late', async () => {
  const [late, paid] = [await buy(), await buy()]
  const sunday = findSunday(late.purchase.contract.firstDueDate)
  const monday = nextContactDay(sunday)
  goTo(sunday)
  await work()
  assert.deepEqual([await countMessages(late), await countMessages(paid)], [0, 0])
  await pay(app, paid.installments[0])
  goTo(monday, 9)
  await work()
  assert.deepEqual(await noticesOf(late), [`listing 1 ${monday} proven`])
  assert.deepEqual([await countMessages(late), await countMessages(paid)], [2, 0])
})

test('a notice that no service took on its day is served again on the next, with a proof of its own', async () => {
  const late = await buy()
  const { listingNotice } = computeCollectionCalendar(late.purchase.contract.firstDueDate)
  const next = nextContactDay(addDays(listingNotice, 1))
  goTo(listingNotice)
  await serveNotices(contextOf(app))
  await runJobs('notify-customer')
  goTo(listingNotice, 21)
  await runJobs('send-message')
  goTo(next, 9)
  await runJobs('send-message')
  await proveNotices(app.services)
  await work()
  await work()
  assert.deepEqual(await noticesOf(late), ['listing 1 unsent ', `listing 2 ${next} proven`])
})

const serveAgain = (id: string, kind: string): Promise<string> => {
  const command = loanDecisionCommands['notices serve'] ?? assert.fail()
  const act = { person: ana.email, tell: () => {} }
  const ask = answerWithCodes(app, [ana])
  return command.run(app.services, { words: ['notices', 'serve', id], options: { kind }, act, ask })
}

test('an operator has a notice served again: the days to cure run anew, until the contract is due as a whole', async () => {
  const late = await buy()
  const { id, contract } = late.purchase
  const { accelerationNotice } = computeCollectionCalendar(contract.firstDueDate)
  await assert.rejects(serveAgain(id, 'acceleration'), /cannot be served again/)
  goTo(accelerationNotice)
  await work()
  await work()
  const again = nextContactDay(addDays(contract.firstDueDate, 85))
  goTo(again)
  assert.match(await serveAgain(id, 'acceleration'), /will be served/)
  await assert.rejects(serveAgain(id, 'acceleration'), /cannot be served again/, 'it is on its way')
  await work()
  const served = await noticesOf(late)
  assert.deepEqual(
    served.filter(each => each.startsWith('acceleration')),
    [`acceleration 1 ${accelerationNotice} proven`, `acceleration 2 ${again} proven`],
  )
  const accelerated = async () => {
    await accelerateLoans(withBank(contextOf(app)))
    const [loan] = await query<{ on: string | null }>(
      app,
      'SELECT accelerated_on AS on FROM loans WHERE transaction_id = $1',
      [id],
    )
    return loan?.on !== null
  }
  goTo(addDays(contract.firstDueDate, 95))
  assert.equal(await accelerated(), false)
  goTo(addDays(again, 16))
  assert.equal(await accelerated(), true)
  await assert.rejects(
    serveAgain(id, 'acceleration'),
    /cannot be served again/,
    'nothing is left to announce',
  )
})
