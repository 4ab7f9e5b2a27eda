import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { bareOffer, fullOffer, longOffer } from '../../../../test/support/recorded-offers.ts'
import type { Offer } from '../../../domains/pricing/offer.ts'
import { JsonBytes } from '../../json-bytes.ts'
import { OptionWriter } from './present.ts'

const json = new JsonBytes()

/** Length and hash of all groups of an offer as shown in a response. */
function hashShown({ groups, retention }: Offer, isGraceVariant: boolean): string {
  const writer = new OptionWriter(json, '69b0b2f00000000000000000', new Date('2026-03-10T15:04:05.678Z'))
  for (const group of groups) writer.writeGroup(group, isGraceVariant)
  if (retention !== undefined) writer.writeGroup(retention, isGraceVariant)
  const shown = json.take()
  return `${shown.length} ${createHash('sha256').update(shown).digest('hex')}`
}

test('the options of an answer are written in exactly the published bytes', () => {
  const shown = Object.entries({ bareOffer, fullOffer, longOffer }).map(([name, offer]) => [
    name,
    { standard: hashShown(offer, false), grace: hashShown(offer, true) },
  ])
  assert.deepEqual(Object.fromEntries(shown), {
    bareOffer: {
      standard: '2851 9a8453cf66060acf65b8e714ee60527eb80ff559b46e6214c459a5dd96f794af',
      grace: '3110 06c4e906907550b4feecbb95bef02ee3745354211d399280ba423e50e505d24b',
    },
    fullOffer: {
      standard: '7561 89440ea6405a3e0c9adc63a84e5242d2c8ff56394a168efcf30b912a44ccf700',
      grace: '24337 63cafa3d737f3cc16cc577a524a2c933eb9a62233b281e254a8a9e5ec94552ad',
    },
    longOffer: {
      standard: '71002 47032e7a3554197b96c3ab075ec18eb1d1a7a14ca476187290cd4446ffe15cea',
      grace: '221278 54c3dfd46477e7e88ab37acd1046ff9c202256cf822cf9e54d036aab64bec906',
    },
  })
})
