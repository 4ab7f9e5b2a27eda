import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeCpfCheckDigits } from '../brazil/cpf.ts'
import type { BureauReport } from '../domains/credit/bureau.ts'
import { type CalendarDate, calendarDateAt, computeAge } from '../kernel/calendar-date.ts'
import { personas } from './personas.ts'
import { createSandboxBureau } from './sandbox-bureau.ts'

const now = new Date('2026-03-10T15:00:00Z')
const bureau = createSandboxBureau({ now: () => now })
const fetchFor = (cpf: string) =>
  bureau.fetchReport({ cpf, phone: '11987651234', email: 'maria@example.com', zipCode: '01310100' })

async function getReport(cpf: string): Promise<BureauReport> {
  const answer = await fetchFor(cpf)
  return answer.status === 'ok' ? answer.report : assert.fail(`${cpf} has no report`)
}

const cpfOf = (stem: string) => stem + computeCpfCheckDigits(stem)
const ageOf = (birthDate: CalendarDate, instant: Date) => computeAge(birthDate, calendarDateAt(instant))

test('each persona is a thousand people with the same outcome', async () => {
  for (const persona of personas) {
    for (const free of ['000', '457', '999']) {
      const answer = await fetchFor(cpfOf(`000${persona.code}${free}`))
      if (persona.bureau === 'unavailable') assert.equal(answer.status, 'unavailable')
      else assert.equal(answer.status === 'ok' && answer.report.score, persona.bureau.score, persona.code)
    }
  }
})

test('the minor stays a minor and the adults stay adults wherever the test clock goes', async () => {
  for (const instant of [
    now,
    new Date('2026-12-31T23:59:59Z'),
    new Date('2028-02-29T12:00:00Z'),
    new Date('2046-01-01T12:00:00Z'),
  ]) {
    const moved = createSandboxBureau({ now: () => instant })
    for (const persona of personas) {
      const answer = await moved.fetchReport({
        cpf: cpfOf(`000${persona.code}000`),
        phone: '',
        email: '',
        zipCode: '',
      })
      if (answer.status === 'unavailable') continue
      assert.equal(ageOf(answer.report.birthDate, instant) < 18, persona.code === '003', persona.code)
    }
  }
})

test('everyone else has a score that never changes, spread over the scale, and most pass a cut of 300', async () => {
  const cpfs = Array.from({ length: 3000 }, (_, index) => cpfOf(String(100_000_000 + index * 271_829)))
  const reports = await Promise.all(cpfs.map(getReport))
  assert.deepEqual(await Promise.all(cpfs.map(getReport)), reports)
  const scores = reports.map(report => report.score)
  assert.ok(scores.every(score => score >= 200 && score <= 1000))
  assert.ok(new Set(scores).size > 500)
  const refused = scores.filter(score => score < 300).length
  assert.ok(refused > 0 && refused < 150, `${refused} of 3000 refused`)
  assert.ok(reports.every(report => ageOf(report.birthDate, now) >= 18))
})

test('the sample CPFs found in every tutorial can buy', async () => {
  for (const cpf of [
    '52998224725',
    '11144477735',
    '12345678909',
    '00000000191',
    '98765432100',
    '39053344705',
  ]) {
    assert.ok((await getReport(cpf)).score >= 450, cpf)
  }
})

test('a reference does not show the CPF', async () => {
  const { reference } = await getReport('52998224725')
  assert.match(reference, /^sandbox-[0-9a-f]{16}$/)
  assert.ok(!reference.includes('52998'))
})
