import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookError } from '../../clients/typescript/src/verify-webhook.ts'

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
const secret = newSecret()
const body = JSON.stringify({ eventId: '0'.repeat(24), type: 'transaction.approved', orderId: 'pão-1' })

/** Signed by the reference library of Standard Webhooks. */
function sign(more: { body?: string; secret?: string; at?: Date; id?: string } = {}): Record<string, string> {
  const { at = new Date(), id = 'msg_1' } = more
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(more.secret ?? secret).sign(id, at, more.body ?? body),
  }
}

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

test('a message signed with this secret gives its event, whatever types headers and body have', () => {
  const headers = sign()
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  for (const held of [headers, new Headers(headers), upper, { ...headers, other: undefined }])
    for (const bytes of [body, Buffer.from(body), new TextEncoder().encode(body)])
      assert.deepEqual(verifyWebhook(held, bytes, secret), JSON.parse(body))
  assert.deepEqual(verifyWebhook(headers, body, secret.slice('whsec_'.length)), JSON.parse(body))
})

test('what the reference library signs is verified, and what it refuses is refused, for any text', () => {
  fc.assert(
    fc.property(fc.json(), fc.uuid(), fc.nat(1_000), (text, id, at) => {
      const headers = sign({ body: text, id })
      assert.deepEqual(verifyWebhook(headers, text, secret), JSON.parse(text))
      const place = at % (text.length + 1)
      const changed = `${text.slice(0, place)} ${text.slice(place)}`
      assert.throws(() => verifyWebhook(headers, changed, secret), WebhookError)
      assert.throws(() => new Webhook(secret).verify(changed, headers))
    }),
    { numRuns: 200 },
  )
})

test('of several signatures and several secrets one pair is enough; other versions do not count', () => {
  const [old, other] = [newSecret(), newSecret()]
  const one = sign()
  const two = sign({ secret: old })
  const both = { ...one, 'webhook-signature': `${two['webhook-signature']} ${one['webhook-signature']}` }
  assert.ok(verifyWebhook(both, body, secret))
  assert.ok(verifyWebhook(both, body, old))
  assert.ok(verifyWebhook(two, body, [secret, old]))
  assert.throws(() => verifyWebhook(both, body, [other]), WebhookError)
  for (const signature of [
    String(one['webhook-signature']).replace('v1,', 'v2,'),
    String(one['webhook-signature']).slice(3),
    String(one['webhook-signature']).slice(0, -4),
    'v1,',
    'v1',
    ' ',
  ])
    assert.throws(() => verifyWebhook({ ...one, 'webhook-signature': signature }, body, secret), WebhookError)
})

test('a message is accepted for five minutes, before and after, and only with its signed time and id', () => {
  assert.ok(verifyWebhook(sign({ at: minutesAgo(4) }), body, secret))
  assert.ok(verifyWebhook(sign({ at: minutesAgo(-4) }), body, secret))
  assert.throws(() => verifyWebhook(sign({ at: minutesAgo(6) }), body, secret), /too old/)
  assert.throws(() => verifyWebhook(sign({ at: minutesAgo(-6) }), body, secret), /future/)
  const late = sign({ at: minutesAgo(60) })
  assert.ok(verifyWebhook(late, body, secret, { toleranceSeconds: 2 * 3_600 }))
  assert.ok(verifyWebhook(late, body, secret, { now: minutesAgo(60) }))
  const renewed = { ...late, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) }
  assert.throws(() => verifyWebhook(renewed, body, secret), /no signature/)
  assert.throws(() => verifyWebhook({ ...sign(), 'webhook-id': 'msg_2' }, body, secret), /no signature/)
})

test('a missing, doubled or non-numeric header is named', () => {
  const headers = sign()
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...rest } = headers
    assert.throws(() => verifyWebhook(rest, body, secret), new RegExp(`${name} is missing`))
    const doubled = { ...rest, [name]: ['a', 'b'] }
    assert.throws(() => verifyWebhook(doubled, body, secret), new RegExp(`${name} appears twice`))
  }
  for (const timestamp of ['now', '1e9', '-1', '1.5', ''])
    assert.throws(
      () => verifyWebhook({ ...headers, 'webhook-timestamp': timestamp }, body, secret),
      WebhookError,
    )
  assert.throws(() => verifyWebhook(sign({ body: 'no json' }), 'no json', secret), /not JSON/)
  assert.throws(() => verifyWebhook(headers, body, 'whsec_'), TypeError)
})
