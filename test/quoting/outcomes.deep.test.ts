import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REFUSAL_REASONS, RESULTS } from '../../src/contract/enums.ts'
import type { Applicant, Bureau } from '../../src/domains/credit/bureau.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { richDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { findSamplePerson } from '../../src/sandbox/personas.ts'
import {
  checkOptions,
  checkPreApproval,
  type OptionsBody,
  type PreApproveBody,
} from '../support/answer-schemas.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson, optionsBody, type Person, preApproveBody } from '../support/people.ts'

interface Outcome {
  readonly persona: string
  readonly price: number
  readonly result: string
  readonly refusalReason?: string
  readonly error?: true
  readonly phone?: string
}

const OUTCOMES: readonly Outcome[] = [
  { persona: '001', price: 10_000, result: 'APPROVED' },
  { persona: '002', price: 1000, result: 'DENIED', refusalReason: 'USER_DENIED' },
  { persona: '003', price: 1000, result: 'DENIED', refusalReason: 'FILTER_BELOW_AGE' },
  { persona: '004', price: 1000, result: 'PRICE_OUT_RANGE', refusalReason: 'PRICE_OUT_RANGE' },
  { persona: '004', price: 600, result: 'APPROVED' },
  { persona: '005', price: 1000, result: 'NO_ACTION', refusalReason: 'USER_HAS_TRANSACTION' },
  { persona: '006', price: 1000, result: 'NO_ACTION', refusalReason: 'MAX_TRIES' },
  { persona: '007', price: 1000, result: 'NO_ACTION', error: true },
  { persona: '011', price: 1000, result: 'APPROVED' },
  { persona: '012', price: 1000, result: 'APPROVED' },
  { persona: '013', price: 1000, result: 'APPROVED' },
  { persona: '014', price: 1000, result: 'APPROVED' },
  { persona: '001', price: 149.99, result: 'NO_ACTION', refusalReason: 'TOTALVALUE_LOW' },
  { persona: '001', price: 10_000.01, result: 'NO_ACTION', refusalReason: 'TOTALVALUE_HIGH' },
  { persona: '001', price: 1000, result: 'NO_ACTION', refusalReason: 'DDD_NOT_FOUND', phone: '20987654321' },
  // The first failing rule wins over all later ones.
  { persona: '006', price: 1, result: 'NO_ACTION', refusalReason: 'DDD_NOT_FOUND', phone: '20987654321' },
  { persona: '006', price: 1, result: 'NO_ACTION', refusalReason: 'MAX_TRIES' },
  { persona: '005', price: 1, result: 'NO_ACTION', refusalReason: 'USER_HAS_TRANSACTION' },
  { persona: '003', price: 1, result: 'NO_ACTION', refusalReason: 'TOTALVALUE_LOW' },
  { persona: '007', price: 1, result: 'NO_ACTION', refusalReason: 'TOTALVALUE_LOW' },
]

function sample(persona: string): Person {
  const cpf = findSamplePerson(persona)
  assert.ok(cpf)
  return { ...newPerson(persona), cpf }
}

describe('in homologation', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp()
  })
  after(() => app.stop())

  for (const { persona, price, result, refusalReason, error, phone } of OUTCOMES) {
    const what = refusalReason ?? (error ? 'a bureau that does not answer' : result)
    test(`persona ${persona} at ${price}${phone ? ` with phone ${phone}` : ''} gets ${what} on both routes`, async () => {
      const person = phone === undefined ? newPerson(persona) : { ...newPerson(persona), phone }
      const asked = await app.post<PreApproveBody>('/preApprove', preApproveBody(DEMO_KEY, person, price))
      const quoted = await app.post<OptionsBody>('/options', optionsBody(DEMO_KEY, person, price))
      checkPreApproval(asked.body)
      checkOptions(quoted.body)
      for (const { status, body } of [asked, quoted]) {
        assert.deepEqual(
          [status, body.result, body.refusalReason, body.error],
          [200, result, refusalReason, error ?? false],
        )
        assert.equal(body.preview?.preApproved, result === 'APPROVED')
        assert.equal('preApprovedCredit' in body, result === 'APPROVED')
      }
      assert.equal('downPaymentOptions' in quoted.body, result === 'APPROVED')
    })
  }

  test('a refusal that another amount would avoid names the limit, on both routes', async () => {
    for (const [persona, price, sentence] of [
      ['001', 149.99, 'must be at least 150'],
      ['001', 10_000.01, 'must be at most 10000'],
      ['004', 1000, 'would leave more to finance than the limit of 300'],
    ] as const) {
      const person = newPerson(persona)
      const asked = await app.post<PreApproveBody>('/preApprove', preApproveBody(DEMO_KEY, person, price))
      const quoted = await app.post<OptionsBody>('/options', optionsBody(DEMO_KEY, person, price))
      assert.deepEqual(asked.body.details, [{ field: 'price', message: `price ${sentence}` }])
      const together = `products and shipping together ${sentence}`
      assert.deepEqual(quoted.body.details, [{ field: 'products', message: together }])
    }
    for (const persona of ['001', '002', '003', '005', '006']) {
      const { body } = await app.post('/preApprove', preApproveBody(DEMO_KEY, newPerson(persona), 1000))
      assert.equal('details' in body, false, persona)
    }
  })

  test('every result and every reason of the interface is in the table above', () => {
    assert.deepEqual(new Set(OUTCOMES.map(({ result }) => result)), new Set(RESULTS))
    assert.deepEqual(
      new Set(OUTCOMES.flatMap(({ refusalReason = [] }) => refusalReason)),
      new Set(REFUSAL_REASONS),
    )
  })

  test('the sample person of each persona, as the documentation prints it, works when pasted', async () => {
    const { body } = await app.post('/preApprove', preApproveBody(DEMO_KEY, sample('003'), 1000))
    assert.equal(body.refusalReason, 'FILTER_BELOW_AGE')
  })
})

describe('in production', () => {
  let app: TestApp
  let key: string
  const asked: Applicant[] = []
  const bureau: Bureau = {
    async fetchReport(applicant) {
      asked.push(applicant)
      const birthDate = parseCalendarDate('1980-05-05')
      return { status: 'ok', report: { score: 1000, birthDate, reference: 'real' } }
    },
  }

  before(async () => {
    app = await startTestApp({
      bureau,
      withoutSeed: true,
      env: {
        ENVIRONMENT: 'production',
        ENCRYPTION_KEY: '8f3a1c5e9b7d24608e1f3a5c7b9d02468ace13579bdf02468ace1357f0e1d2c3',
        DATABASE_URL: 'postgres://db.example/crediario?sslmode=verify-full',
        PUBLIC_URL: 'https://credito.example',
        TRUSTED_PROXIES: 'none',
        BUREAU_URL: 'https://bureau.example',
        BUREAU_TOKEN: 'token',
      },
    })
    const { retailers, credit } = app.services
    const id = '00000000000000000000000a'
    await retailers.createRetailer({
      id,
      name: 'Loja',
      gracePeriodEnabled: true,
      retentionEnabled: true,
      insuranceEnabled: true,
      scriptEnabled: true,
      isPublished: false,
    })
    await credit.policies.publishFirst(id, richDemonstrationPolicy)
    key = (await retailers.issueKey({ retailerId: id, kind: 'secret' })).key
  })
  after(() => app.stop())

  test('no CPF selects its own outcome: the bureau is asked about every person', async () => {
    for (const persona of ['002', '003', '004', '005', '006', '007', '013']) {
      const person = newPerson(persona)
      const { body } = await app.post<OptionsBody>('/options', optionsBody(key, person, 1000))
      checkOptions(body)
      assert.deepEqual([body.result, body.error], ['APPROVED', false], persona)
      assert.deepEqual(body.blocklistInfo, { phoneAlert: false })
      assert.deepEqual(asked.at(-1), person)
    }
  })

  test('the published keys of the demonstration and of the other environment are unknown', async () => {
    for (const foreign of [DEMO_KEY, key.replace('sk_live_', 'sk_homolog_')])
      assert.equal((await app.post('/preApprove', preApproveBody(foreign, newPerson()))).status, 401)
    assert.match(key, /^sk_live_/)
  })
})
