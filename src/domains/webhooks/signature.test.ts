import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newId } from '../../kernel/ids.ts'
import { computeSignature, newSigningSecret, readSigningKey } from './signature.ts'

const secret = newSigningSecret()
const key = readSigningKey(secret)
const oracle = new Webhook(secret)

interface Signed {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

function sign(body: string): Signed {
  const id = newId()
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const signature = computeSignature([key], { id, timestampSeconds, body })
  return { id, timestamp: String(timestampSeconds), signature, body }
}

function verify({ id, timestamp, signature, body }: Signed): void {
  oracle.verify(body, {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  })
}

/** Flips one bit of one member, as bytes on the wire. */
function bend(signed: Signed, member: keyof Signed, bit: number): Signed {
  const bytes = Buffer.from(signed[member])
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return { ...signed, [member]: bytes.toString('latin1') }
}

/** Random text with random keys, from every plane of Unicode, up to some hundred characters long. */
function newRandomPayload(): string {
  const draw = (): string =>
    Array.from({ length: randomInt(60) }, () =>
      String.fromCodePoint(randomInt(1, 0xd800) + randomInt(2) * 0x10000),
    ).join('')
  return JSON.stringify({
    [draw()]: draw(),
    amount: Math.random() * 10 ** randomInt(12),
    ok: randomInt(2) === 1,
  })
}

test('an independent implementation verifies 10,000 random payloads, and refuses those with a changed bit', () => {
  for (let count = 0; count < 10_000; count++) {
    const signed = sign(newRandomPayload())
    verify(signed)
    // The independent implementation is slow.
    if (count % 10 > 0) continue
    const bit = randomInt(Buffer.byteLength(signed.body) * 8)
    assert.throws(() => verify(bend(signed, 'body', bit)), `bit ${bit} of ${signed.body}`)
  }
})

test('every single bit of body, id, timestamp and signature matters', () => {
  const signed = sign(JSON.stringify({ transactionId: newId(), orderId: 'pedido 1 é', action: 'APPROVED' }))
  for (const member of ['body', 'id', 'timestamp', 'signature'] as const) {
    const bits = Buffer.byteLength(signed[member]) * 8
    for (let bit = 0; bit < bits; bit++)
      assert.throws(() => verify(bend(signed, member, bit)), `${member}, bit ${bit}`)
  }
})

test('with two valid secrets either one verifies, and a third does not', () => {
  const [old, young, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
  const id = newId()
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const body = '{"a":1}'
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': computeSignature([old, young].map(readSigningKey), { id, timestampSeconds, body }),
  }
  for (const each of [old, young]) new Webhook(each).verify(body, headers)
  assert.throws(() => new Webhook(other).verify(body, headers))
})

test('a secret has 256 random bits and the prefix of its kind', () => {
  const secrets = Array.from({ length: 500 }, newSigningSecret)
  assert.equal(new Set(secrets).size, 500)
  for (const each of secrets) assert.match(each, /^whsec_[A-Za-z0-9+/]{43}=$/)
})
