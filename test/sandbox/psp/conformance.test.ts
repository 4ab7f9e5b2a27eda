import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkConforms, listDeviations } from './conforming.ts'

interface Example {
  readonly name: string
  readonly shape: string
  readonly example: Record<string, unknown>
}

const examples = JSON.parse(
  readFileSync(join(import.meta.dirname, 'pix-api-examples.json'), 'utf8'),
) as Example[]

test('every example of a request, an answer and a webhook conforms to the shapes of the Pix API', () => {
  assert.equal(examples.length, 11)
  for (const { shape, example } of examples) checkConforms(shape, example)
})

const get = (name: string): Record<string, unknown> => {
  const found = examples.find(each => each.name === name)
  assert.ok(found)
  return structuredClone(found.example)
}

test('the check itself finds a missing member, one of our own, a wrong form and a contradiction', () => {
  const cob = get('J2')
  assert.equal(listDeviations('Cob', { ...cob, txid: 'short' }).length > 0, true)
  assert.equal(listDeviations('Cob', { ...cob, retailer: '1' }).length > 0, true)
  assert.equal(listDeviations('Cob', { ...cob, valor: { original: 250 } }).length > 0, true)
  assert.equal(listDeviations('Cob', { ...cob, status: 'REMOVIDO_PELO_PSP' }).length > 0, true)
  const { revisao: _revisao, ...unrevised } = cob
  assert.equal(listDeviations('Cob', unrevised).length > 0, true)
  const both = { cpf: '52998224725', cnpj: '11222333000181', nome: 'Maria' }
  assert.equal(listDeviations('Cob', { ...cob, devedor: both }).length > 0, true)
  assert.equal(listDeviations('Pix', { ...get('J5'), endToEndId: 'E1' }).length > 0, true)
  assert.equal(listDeviations('Pix', { ...get('J5'), horario: 'yesterday' }).length > 0, true)
  const { desconto: _discount, ...valor } = get('J4').valor as Record<string, unknown>
  const discount = { modalidade: 1, valorPerc: '1.00' }
  assert.equal(
    listDeviations('Cobv', { ...get('J4'), valor: { ...valor, desconto: discount } }).length > 0,
    true,
  )
})
