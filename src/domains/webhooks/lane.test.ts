import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../kernel/clock.ts'
import { deriveSecrets } from '../../platform/crypto/secrets.ts'
import type { OutboundAnswer } from '../../platform/outbound/receive-answer.ts'
import type { EndpointRow } from './endpoint-store.ts'
import { Lane } from './lane.ts'
import type { DueCursor, DuePageRow, Outcome } from './queue-store.ts'

const endpoint: EndpointRow = {
  id: '0123456789abcdef01234567',
  retailerId: '0123456789abcdef01234567',
  url: 'https://shop.example/',
  events: [],
  status: 'enabled',
  secret: Buffer.alloc(0),
  previousSecret: null,
  previousSecretUntil: null,
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  createdAt: new Date(),
  mac: Buffer.alloc(32),
}

interface Row extends DuePageRow {
  readonly transactionId: string
}

function newRow(transactionId: string, sequence: number, behind?: Row): Row {
  return {
    eventId: `${transactionId}-${sequence}`,
    transactionId,
    sequence,
    tries: 0,
    dueAt: '2026-03-10 15:00:00+00',
    body: '{}',
    behindId: behind?.eventId ?? null,
    heldUntil: null,
  }
}

/** A lane whose queue returns these pages one after the other, and then everything that is not settled. */
function openLane(
  pages: Row[][],
  options: {
    readonly answer?: (id: string) => OutboundAnswer
    readonly failure?: Error
    readonly storing?: () => Promise<void>
  } = {},
) {
  const { answer = () => ({ status: 204, durationMs: 1 }), failure, storing } = options
  const sent: string[] = []
  const settled = new Map<string, Outcome['status']>()
  const cursors: (DueCursor | undefined)[] = []
  const everything = pages.flat()
  const lane = new Lane({
    receiver: { endpoint, url: new URL(endpoint.url), keys: [] },
    onAttempt: () => {},
    maySend: () => true,
    attempt: {
      secrets: deriveSecrets(randomBytes(32)),
      clock: systemClock,
      client: {
        async findObjection() {
          return undefined
        },
        async post({ headers }) {
          const id = headers[headers.indexOf('webhook-id') + 1] ?? ''
          sent.push(id)
          return answer(id)
        },
        async close() {},
      },
    },
    queue: {
      async listDue(after) {
        cursors.push(after)
        const page = pages.shift() ?? everything
        return page.filter(({ eventId }) => !settled.has(eventId))
      },
      async postpone() {},
      async record(batch) {
        if (failure !== undefined) throw failure
        await storing?.()
        for (const { outcome } of batch) settled.set(outcome.eventId, outcome.status)
      },
    },
  })
  return { lane, sent, settled, cursors }
}

/** A full page. */
const FULL_PAGE = 512

test('an event that was committed behind the cursor is not overtaken by its successors', async () => {
  const full = Array.from({ length: FULL_PAGE }, (_, index) => newRow(`other-${index}`, 1))
  const late = newRow('purchase', 1)
  const [second, third] = [newRow('purchase', 2, late), newRow('purchase', 3)]
  const followers = [second, { ...third, behindId: second.eventId }]
  const { lane, sent, cursors } = openLane([full, followers, [late, ...followers]])
  await lane.run()
  assert.ok(cursors[1] !== undefined, 'the second page is read from where the first ended')
  assert.deepEqual(
    sent.filter(id => id.startsWith('purchase')),
    ['purchase-1', 'purchase-2', 'purchase-3'],
  )
  assert.equal(new Set(sent).size, sent.length)
})

test('deliveries behind a failure are not sent', async () => {
  const first = newRow('purchase', 1)
  const second = newRow('purchase', 2, first)
  const answer = (id: string) => ({ status: id === 'purchase-1' ? 500 : 204, durationMs: 1 })
  const { lane, sent, settled } = openLane([[first, second, newRow('other', 1)], []], { answer })
  await lane.run()
  assert.equal(settled.get('purchase-1'), 'pending')
  assert.deepEqual(sent.toSorted(), ['other-1', 'purchase-1'])
})

test('the next event of a purchase is sent only when the outcome of the one before is stored', async () => {
  const first = newRow('purchase', 1)
  const second = newRow('purchase', 2, first)
  const stored = Promise.withResolvers<void>()
  const isStoring = Promise.withResolvers<void>()
  const { lane, sent } = openLane([[first, second, newRow('other', 1)]], {
    storing() {
      isStoring.resolve()
      return stored.promise
    },
  })
  const ran = lane.run()
  try {
    await isStoring.promise
    // Long enough for the lane to send again, if it would.
    await delay(50)
    assert.deepEqual(sent, ['purchase-1', 'other-1'])
  } finally {
    stored.resolve()
    await ran
  }
  assert.deepEqual(sent, ['purchase-1', 'other-1', 'purchase-2'])
})

test('a lane that cannot store its outcomes ends with the error', async () => {
  const { lane } = openLane([[newRow('purchase', 1)]], { failure: new Error('no database') })
  await assert.rejects(lane.run(), /no database/)
})
