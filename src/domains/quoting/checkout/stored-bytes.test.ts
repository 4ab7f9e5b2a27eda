import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bareOffer, fullOffer, longOffer } from '../../../../test/support/recorded-offers.ts'
import type { Offer } from '../../pricing/offer.ts'
import { decodeOffer, encodeOffer, findStoredOption } from './offer-codec.ts'

/** Written by the first release with version 1: fee, twins, grace, retention and a negative economy. */
const recorded = Buffer.from(
  readFileSync(new URL('../../../../test/golden/stored-offer-v1.hex', import.meta.url), 'latin1').replaceAll(
    '\n',
    '',
  ),
  'hex',
)

const hash = (offer: Offer) => createHash('sha256').update(encodeOffer(offer)).digest('hex')

test('an offer is stored in exactly the bytes of version 1', () => {
  assert.equal(encodeOffer(fullOffer).toString('hex'), recorded.toString('hex'))
  assert.deepEqual(
    { bare: hash(bareOffer), long: hash(longOffer) },
    {
      bare: '09c1485c857b082056f283fa202206ff083deaa99b9a4bd75d114704f6392d1e',
      long: '2c258d2dc31285871ea2455d25d3bdb532d31563bbe6534454162607bb3301aa',
    },
  )
})

test('bytes stored by an earlier release are read as the offer that it priced', () => {
  assert.deepEqual(decodeOffer(recorded), fullOffer)
})

test('every option is found in bytes stored by an earlier release', () => {
  const groups = [...fullOffer.groups, ...(fullOffer.retention ? [fullOffer.retention] : [])]
  const shown = groups
    .flatMap(group => [group, ...group.dueDateOptions])
    .flatMap(({ options }) => options.flatMap(o => [o.option, o.insuranceOption]))
  assert.equal(shown.length, 24)
  for (const [at, option] of shown.entries()) {
    assert.deepEqual(findStoredOption(recorded, at + 1)?.option, option)
  }
  assert.equal(findStoredOption(recorded, shown.length + 1), undefined)
})
