import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { isMatch } from './match.ts'

const today = parseCalendarDate('2026-03-10')
const customer = {
  cpf: '00112345609',
  names: ['José da Conceição Lima'],
  birthDate: parseCalendarDate('1970-01-02'),
}

test('the digits of a masked CPF and the name have to agree, however the name is written', () => {
  const listed = { name: 'LIMA JOSE CONCEICAO', digits: '123456' }
  assert.equal(isMatch(listed, customer, today), true)
  assert.equal(isMatch({ ...listed, digits: '123457' }, customer, today), false)
  assert.equal(isMatch({ ...listed, name: 'José Lima Prado' }, customer, today), false)
  assert.equal(isMatch(listed, { ...customer, names: [] }, today), true, 'nobody knows the name')
})

test('whoever left office is exposed for five years, or until the day that the list names', () => {
  const listed = { name: 'José da Conceição Lima', digits: '123456' }
  const until = (day: string) => ({ ...listed, until: parseCalendarDate(day) })
  assert.equal(isMatch(until('2021-03-10'), customer, today), true)
  assert.equal(isMatch(until('2021-03-09'), customer, today), false)
  const exposedUntil = parseCalendarDate('2026-03-10')
  assert.equal(isMatch({ ...until('2018-01-01'), exposedUntil }, customer, today), true)
})

test('a name alone is a match unless the birth dates differ, and a whole CPF decides by itself', () => {
  const listed = { name: 'José da Conceição Lima' }
  assert.equal(isMatch(listed, customer, today), true)
  assert.equal(isMatch({ ...listed, birthDate: customer.birthDate }, customer, today), true)
  const other = parseCalendarDate('1970-01-03')
  assert.equal(isMatch({ ...listed, birthDate: other }, customer, today), false)
  assert.equal(isMatch({ ...listed, birthDate: other }, { ...customer, birthDate: undefined }, today), true)
  assert.equal(isMatch({ name: 'Outro Nome', cpf: customer.cpf }, customer, today), true)
  assert.equal(isMatch({ ...listed, cpf: '99912345699' }, customer, today), false)
})
