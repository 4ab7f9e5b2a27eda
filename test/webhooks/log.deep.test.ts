import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { appendEvents } from '../../src/domains/webhooks/event-store.ts'
import { DEMO_KEY, PLAIN_KEY, PLAIN_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { composeEvent, emit, get, newTransactionId } from '../support/webhooks.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

interface Told {
  readonly eventId: string
  readonly transactionId: string
  readonly sequence: number
}

async function pull(query: string, key = DEMO_KEY): Promise<{ data: Told[]; next: string | null }> {
  const answer = await get(app, `/events?${query}`, key)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as { data: Told[]; next: string | null }
}

test('a page ends at its limit, and the next one begins right after it', async () => {
  const transactionId = newTransactionId()
  await emit(
    app,
    [1, 2, 3, 4, 5].map(sequence => composeEvent(transactionId, sequence)),
  )
  const first = await pull('limit=2')
  assert.deepEqual(
    first.data.map(({ sequence }) => sequence),
    [1, 2],
  )
  assert.equal(first.next, first.data[1]?.eventId)
  const second = await pull(`after=${first.next}&limit=3`)
  assert.deepEqual(
    second.data.map(({ sequence }) => sequence),
    [3, 4, 5],
  )
  assert.equal(second.next, null)
  assert.deepEqual(await pull(`after=${second.data[2]?.eventId}`), { data: [], next: null })
})

test('a retailer sees its own events only, and another’s cursor is no cursor', async () => {
  const transactionId = newTransactionId()
  await emit(app, [composeEvent(transactionId, 1, { retailerId: PLAIN_RETAILER })])
  const { data } = await pull('', PLAIN_KEY)
  assert.deepEqual(
    data.map(told => told.transactionId),
    [transactionId],
  )
  const texts = await Promise.all(
    [data[0]?.eventId, '0123456789abcdef01234567', 'x', ''].map(async after => {
      const answer = await get(app, `/events?after=${after}`)
      expectError(answer, {
        code: 'invalid_parameters',
        message: 'after must be the eventId of one of your events',
        fields: ['after'],
      })
      return answer.text.replace(String(answer.body.trackId), '')
    }),
  )
  assert.equal(new Set(texts).size, 1)
  for (const limit of ['0', '101', '-1', '1.5', 'all', ''])
    expectError(await get(app, `/events?limit=${limit}`), {
      code: 'invalid_parameters',
      message: 'limit must be a whole number from 1 to 100',
      fields: ['limit'],
    })
})

test('an uncommitted event is not skipped: the log ends before it until it is committed', async () => {
  const [slow, quick] = [newTransactionId(), newTransactionId()]
  const start = (await pull('limit=100')).data.at(-1)?.eventId
  let release = (): void => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  let written = (): void => {}
  const isWritten = new Promise<void>(resolve => {
    written = resolve
  })
  const now = app.clock.now()
  const writing = app.database.transaction(async tx => {
    appendEvents(tx, [composeEvent(slow, 1)], now)
    await tx.run({ name: '', text: 'SELECT 1' }, []) // answered once the event is written
    written()
    await released
  })
  await isWritten
  await emit(app, [composeEvent(quick, 1)])
  assert.deepEqual((await pull(`after=${start}`)).data, [])
  release()
  await writing
  assert.deepEqual(
    (await pull(`after=${start}`)).data.map(told => told.transactionId),
    [slow, quick],
  )
})

test('a reader that follows the log during parallel writes gets every event once, and every purchase in order', async () => {
  const seen: Told[] = []
  let after = (await pull('limit=100')).data.at(-1)?.eventId
  let isWriting = true
  const follow = async (): Promise<void> => {
    for (;;) {
      const wasWriting = isWriting
      const { data } = await pull(`after=${after}&limit=7`)
      seen.push(...data)
      after = data.at(-1)?.eventId ?? after
      if (data.length === 0 && !wasWriting) return
      if (data.length === 0) await delay(2)
    }
  }
  const write = async (): Promise<void> => {
    const transactionId = newTransactionId()
    for (let sequence = 1; sequence <= 8; sequence++) {
      const now = app.services.clock.now()
      await app.database.transaction(async tx => {
        appendEvents(tx, [composeEvent(transactionId, sequence)], now)
        // Transactions that began earlier often commit later.
        await delay(Math.random() * 10)
      })
    }
  }
  const following = follow()
  await Promise.all(Array.from({ length: 6 }, write)).finally(() => {
    isWriting = false
  })
  await following
  assert.equal(seen.length, 48)
  assert.equal(new Set(seen.map(({ eventId }) => eventId)).size, 48)
  for (const told of Map.groupBy(seen, ({ transactionId }) => transactionId).values())
    assert.deepEqual(
      told.map(({ sequence }) => sequence),
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
})
