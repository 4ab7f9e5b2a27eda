import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeCpfCheckDigits, parseCpf } from '../brazil/cpf.ts'
import { REFUSAL_REASONS, RESULTS } from '../contract/enums.ts'
import type { CreditPolicy } from '../domains/credit/policy.ts'
import { type Decision, decide } from '../domains/credit/rules.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from './demonstration-policies.ts'
import { findPersona, findSamplePerson, personas } from './personas.ts'
import { createSandboxBureau } from './sandbox-bureau.ts'

const now = new Date('2026-03-10T15:00:00Z')
const bureau = createSandboxBureau({ now: () => now })

async function decideFor(
  code: string,
  purchaseCentavos: number,
  policy: CreditPolicy = richDemonstrationPolicy,
  areaCodeExists = true,
): Promise<Decision> {
  const cpf = `000${code}123${computeCpfCheckDigits(`000${code}123`)}`
  assert.equal(parseCpf(cpf), cpf)
  const facts = findPersona(cpf)?.facts
  const answer = await bureau.fetchReport({
    cpf,
    phone: '11987651234',
    email: 'maria@example.com',
    zipCode: '01310100',
  })
  return decide({
    policy,
    areaCodeExists,
    attempts: facts?.attempts ?? 'within',
    hasLivingContract: facts?.hasLivingContract ?? false,
    purchaseCentavos,
    report: answer.status === 'ok' ? answer.report : 'unavailable',
    today: calendarDateAt(now),
  })
}

const expected: Record<string, string> = {
  '001': 'APPROVED',
  '002': 'USER_DENIED',
  '003': 'FILTER_BELOW_AGE',
  '004': 'PRICE_OUT_RANGE',
  '005': 'USER_HAS_TRANSACTION',
  '006': 'MAX_TRIES',
  '007': 'NO_ACTION',
  '011': 'APPROVED',
  '012': 'APPROVED',
  '013': 'APPROVED',
  '014': 'APPROVED',
  '015': 'USER_DENIED',
  '016': 'USER_DENIED',
  '017': 'APPROVED',
}

test('every persona gets its outcome under both demonstration policies', async () => {
  assert.deepEqual(
    personas.map(({ code }) => code),
    Object.keys(expected),
  )
  for (const policy of [richDemonstrationPolicy, plainDemonstrationPolicy]) {
    for (const [code, outcome] of Object.entries(expected)) {
      const decision = await decideFor(code, 1240_00, policy)
      assert.equal(decision.refusalReason ?? decision.result, outcome, code)
      assert.equal(decision.bureauUnavailable, code === '007')
    }
  }
})

test('the first persona has the highest limit of the policy, the fourth 300.00', async () => {
  assert.equal((await decideFor('001', 10_000_00)).approvedLimitCentavos, 10_000_00)
  assert.equal((await decideFor('004', 300_00)).approvedLimitCentavos, 300_00)
})

test('personas reach every Result and every RefusalReason of the interface', async () => {
  const decisions = await Promise.all([
    ...Object.keys(expected).map(code => decideFor(code, 1240_00)),
    decideFor('001', 149_99),
    decideFor('001', 10_000_01),
    decideFor('001', 1240_00, richDemonstrationPolicy, false),
  ])
  assert.deepEqual(new Set(decisions.map(({ result }) => result)), new Set(RESULTS))
  const reasons = new Set(decisions.flatMap(({ refusalReason }) => refusalReason ?? []))
  assert.deepEqual(reasons, new Set(REFUSAL_REASONS))
})

test('only CPFs that begin with 000 and a listed code are personas', () => {
  assert.equal(findPersona('00000112345')?.code, '001')
  assert.equal(findPersona('00000812345'), undefined)
  assert.equal(findPersona('10000112345'), undefined)
  assert.equal(findPersona('00000000191'), undefined)
})

test('only the phone alert persona has the phone alert', () => {
  assert.deepEqual(
    personas.filter(({ facts }) => facts.phoneAlert).map(({ code }) => code),
    ['013'],
  )
})

test('each persona has a valid sample CPF that selects it', () => {
  for (const { code } of personas) {
    const cpf = parseCpf(findSamplePerson(code) ?? '')
    assert.equal(cpf && findPersona(cpf)?.code, code)
  }
  assert.equal(findSamplePerson('001'), '000.001.000-64')
  assert.equal(findSamplePerson('999'), undefined)
})
