import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBureauResponse } from './http-bureau.ts'

const OLD = { score: 720, birthDate: '1990-05-17', reference: 'inquiry-1' }
const parse = (more: object) => parseBureauResponse(JSON.stringify({ ...OLD, ...more }))

test('the answer of an older gateway is a report in which nothing is known beside the score', () => {
  assert.deepEqual(parse({}), OLD)
})

test('every fact is read where the gateway gives it', () => {
  const facts = {
    person: { name: ' Maria da Silva ', motherName: 'Ana', birthDate: '1990-05-17' },
    cpfStatus: 'PENDING',
    pep: 'YES',
    fraudAlerts: ['STOLEN_DOCUMENT'],
    negatives: { count: 2, totalCentavos: 123_45, latestOn: '2026-01-01', kinds: ['PEFIN'] },
    suggestedLimit: 1000,
  }
  assert.deepEqual(parse(facts), {
    ...OLD,
    name: 'Maria da Silva',
    cpfStatus: 'PENDING',
    isPep: true,
    fraudAlerts: ['STOLEN_DOCUMENT'],
    negatives: { count: 2, totalCentavos: 123_45 },
    suggestedLimitCentavos: 100_000,
  })
  assert.equal(parse({ pep: 'NO' })?.isPep, false)
  assert.deepEqual(parse({ fraudAlerts: [] })?.fraudAlerts, [])
})

test('a fact in another form, or said to be unknown, is unknown and not bad', () => {
  const strange = [
    { person: 'Maria', cpfStatus: 7, pep: true, fraudAlerts: 'none', negatives: 3 },
    {
      person: { name: '' },
      cpfStatus: 'UNKNOWN',
      pep: 'UNKNOWN',
      negatives: { count: '2', totalCentavos: 1 },
    },
    { person: { name: 'x'.repeat(201) }, cpfStatus: 'regular', negatives: { count: -1, totalCentavos: 1 } },
    { person: { name: '12 34' }, cpfStatus: null, pep: null, fraudAlerts: null, negatives: null },
  ]
  for (const more of strange) assert.deepEqual(parse(more), OLD)
  assert.deepEqual(parse({ fraudAlerts: ['ok', 7, null, 'DEATH_REPORTED'] })?.fraudAlerts, ['DEATH_REPORTED'])
})
