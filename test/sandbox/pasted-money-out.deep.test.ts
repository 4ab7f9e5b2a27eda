import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { nextBusinessDay } from '../../src/brazil/business-days.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { takeBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { expectSoundBooks } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

/** What these blocks print after the variables of the tour, line by line. */
async function paste(blocks: readonly string[]): Promise<string[]> {
  const [, ...outputs] = await pasteBlocks(app, [...takeBlocks('docs/tour.md', 'sh', ''), ...blocks])
  return outputs.flatMap(output => output.split('\n').filter(line => line !== ''))
}

test('the lines of the sandbox page for refunds make one fail, find a lost one, pay one, and show their events', async () => {
  const [failed, found, paid, ...events] = await paste(takeBlocks('docs/api/sandbox.md', 'sh', 'Refunds'))
  assert.deepEqual([failed, found, paid], ['FAILED', 'PAID', 'PAID'])
  assert.equal(events.length, 2)
  for (const event of events) assert.match(event, /^[0-9a-f]{24} 180$/)
  await expectSoundBooks(app)
})

test('the lines of the sandbox page for a late installment remind, issue a second copy of that day, pay it, and show its events beyond the first hundred', async () => {
  const headers = { 'x-service-apikey': DEMO_KEY }
  for (let link = 0; link < 110; link++) {
    const { body } = await app.post('/payment-links', { amount: 1240, description: 'Cama' }, headers)
    await fetch(`${app.url}/payment-links/${body.id}`, { method: 'DELETE', headers })
  }
  const known = await query<{ count: number }>(app, 'SELECT count(*)::integer AS count FROM events')
  assert.ok(Number(known[0]?.count) > 100)
  const [days, ...lines] = await paste(takeBlocks('docs/api/sandbox.md', 'sh', 'A late installment'))
  assert.ok(Number(days) >= 3 && Number(days) < 10, days)
  const [dueDate = '', value = ''] = lines[2]?.split(' ') ?? []
  assert.equal(dueDate, nextBusinessDay(calendarDateAt(app.services.clock.now())))
  assert.deepEqual(lines.slice(0, 2).toSorted(), ['installment-late EMAIL', 'installment-late SMS'])
  assert.match(value, /^\d+\.\d\d$/)
  assert.equal(lines[3], 'PAID')
  assert.deepEqual(lines.slice(4), [`installment.overdue 1 ${days}`, `installment.paid 1 ${days}`])
  await expectSoundBooks(app)
})

test('the lines of the sandbox page for transfers confirm one, make one fail, and show both in the statement', async () => {
  const [confirmed = '', failed, ...lines] = await paste(takeBlocks('docs/api/sandbox.md', 'sh', 'Transfers'))
  assert.match(confirmed, /^20\d\d-.*Z$/)
  assert.equal(failed, 'not transferred')
  const kinds = lines.map(line => line.split(' ')[0])
  assert.ok(
    kinds.includes('TRANSFER') && kinds.lastIndexOf('SALE') > kinds.lastIndexOf('TRANSFER'),
    lines.join(),
  )
  // What failed is owed as before.
  assert.ok(Number(lines.at(-1)?.split(' ')[2]) > 0)
  await expectSoundBooks(app)
})

test('the lines of the sandbox page for paying early quote and pay the last two, an amount and all', async () => {
  const lines = await paste(takeBlocks('docs/api/sandbox.md', 'sh', 'Paying early'))
  assert.equal(lines.length, 6)
  const [, fifth = '', face = '', present = ''] = /^(5) (\S+) (\S+)$/.exec(lines[0] ?? '') ?? []
  assert.equal(fifth, '5')
  assert.ok(Number(present) < Number(face), lines[0])
  assert.deepEqual(lines.slice(2), ['PAID', 'PAID', 'PAID', 'CLOSED'])
  await expectSoundBooks(app)
})

test('the lines of the sandbox page tell a delivery, withdraw on the last day, and return a product after its preview', async () => {
  const blocks = takeBlocks('docs/api/sandbox.md', 'sh', 'Delivery, withdrawal and returned products')
  assert.equal(blocks.length, 3)
  const variables = takeBlocks('docs/tour.md', 'sh', '')
  const [, , delivered = '', returned = ''] = await pasteBlocks(app, [...variables, ...blocks])
  const [complete, day, ...withdrawn] = delivered.trim().split('\n')
  assert.equal(complete, 'COMPLETE')
  assert.match(day ?? '', /^20\d\d-\d\d-\d\d$/)
  assert.deepEqual(withdrawn, ['CANCELED', 'CANCELLED_BY_CUSTOMER 248'])
  const [, shown = '', done = ''] = returned.trim().split('\n')
  assert.match(shown, /^[\d.]+ [\d.]+$/)
  assert.equal(done, `${shown} PAID`)
  await expectSoundBooks(app)
})
