import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeMoment } from '../../web/store/panel/write-moment.ts'

test('the panel says the time and the day as Brazilians do, in São Paulo', () => {
  assert.equal(writeMoment('2027-06-01T23:12:00.000Z'), 'Agora são 20h12 de 1º de junho de 2027')
  assert.equal(writeMoment('2027-06-02T03:05:00.000Z'), 'Agora são 0h05 de 2 de junho de 2027')
  assert.equal(writeMoment('2027-06-11T04:30:00.000Z'), 'Agora é 1h30 de 11 de junho de 2027')
})
