import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../kernel/ids.ts'
import { packStep, unpackStep } from './packed-step.ts'

const at = new Date('2026-11-25T02:06:31.653Z')
const from = {
  id: `${newId(at.getTime()).slice(0, 12)}1c234ebbd513`,
  transactionId: '01a210745c93ce0c93ea07e3',
  sequence: 7,
}
const compose = (orderId: string, more: object = {}): string =>
  JSON.stringify({
    transactionId: from.transactionId,
    orderId,
    action: 'STEP',
    step: 'INSURANCE',
    hasInsurance: false,
    interestRatePM: 4.99,
    interestRatePA: 79.38,
    numberOfInstallments: 12,
    paymentInstallments: 431.19,
    downPaymentValue: 408.97,
    financedAmount: 3680.73,
    totalAmount: 5174.28,
    ...more,
    eventId: from.id,
    type: 'onboarding.step',
    createdAt: at.toISOString(),
    sequence: from.sequence,
  })

test('a step is stored in less than a third of its bytes, and read as it was', () => {
  const body = compose('81182148-32d4-4669-960e-2a20f2a108bc')
  const packed = packStep(body, from)
  assert.ok(packed.length < body.length / 3, `${packed.length} of ${body.length}`)
  assert.equal(unpackStep(packed, from), body)
})

test('any text is read as it was, whatever words and signs it has', () => {
  const words = fc.constantFrom(
    '","action":"STEP","step":"',
    ',"totalAmount":',
    '\u0001',
    '\\u0001',
    '$&',
    from.id,
  )
  const orderId = fc
    .array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 4 })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(orderId, fc.boolean(), (id, hasInsurance) => {
      const body = compose(id, { hasInsurance })
      assert.equal(unpackStep(packStep(body, from), from), body)
    }),
  )
  fc.assert(
    fc.property(fc.json(), body => unpackStep(packStep(body, from), from) === body),
    { numRuns: 40 },
  )
})

test('a text that was never packed is returned as it is', () => {
  const body = compose('pedido')
  assert.equal(unpackStep(body, from), body)
})

test('what is stored today can be read by every later program: no word has changed', () => {
  const digest = createHash('sha256')
    .update(packStep(compose('pedido'), from))
    .digest('hex')
  assert.equal(digest, '17c6518c454ce2986d535a1b3f708c424162b3e0104c85083229d323caaf266a')
  const insured = createHash('sha256')
    .update(packStep(compose('pedido', { hasInsurance: true }), from))
    .digest('hex')
  assert.equal(insured, 'ff86200a02ed6fbfff25e39a3ed987f4d920ff243b94518c0b7cb915bc4eea91')
})
