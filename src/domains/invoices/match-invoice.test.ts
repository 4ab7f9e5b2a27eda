import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeNfeKey } from '../../brazil/nfe-key.ts'
import { compareText, type Expected, isMatch } from './match-invoice.ts'

const expected: Expected = {
  orderId: 'PED-0012',
  retailerName: 'Loja São João & Cia',
  cpf: '52998224725',
  purchaseCentavos: 124_000,
  cnpj: '11222333000181',
  months: ['2603', '2604'],
}
const writeKey = (month: string, cnpj = '11222333000181'): string => composeNfeKey({ month, cnpj }, 12)
const compare = (text: string, more: Partial<Expected> = {}) =>
  compareText({ text, hasUnseen: false }, { ...expected, ...more })
const invoice = (more: Record<string, string> = {}): string =>
  Object.values({
    shop: 'LOJA SÃO JOÃO & CIA',
    order: 'Pedido: ped-0012',
    customer: 'CPF 529.982.247-25',
    total: 'Valor total R$ 1.240,00',
    key: `CHAVE DE ACESSO ${writeKey('2603').replaceAll(/(.{4})/g, '$1 ')}`,
    ...more,
  }).join('\n')

test('accents, case, masks, blanks and line ends make no difference', () => {
  for (const text of [
    invoice(),
    invoice({ shop: 'Loja Sa\u0303o Joa\u0303o &\n Cia' }),
    invoice({ customer: 'CPF/CNPJ: 52998224725' }),
    invoice({ customer: 'CPF 529 . 982 . 247 - 25' }),
    invoice({ total: 'TOTAL 1240,00' }),
    invoice({ total: 'TOTAL 1,240.00' }),
    invoice({ total: 'TOTAL R$1240.00.' }),
  ])
    assert.ok(isMatch(compare(text)), text)
})

test('each of the five is reported as missing by itself', () => {
  const without = (part: string) => {
    const { readable, ...found } = compare(invoice({ [part]: 'nada' }))
    assert.equal(readable, true)
    return Object.entries(found).flatMap(([name, isFound]) => (isFound ? [] : [name]))
  }
  assert.deepEqual(without('shop'), ['retailer'])
  assert.deepEqual(without('order'), ['order'])
  assert.deepEqual(without('customer'), ['customer'])
  assert.deepEqual(without('total'), ['amount'])
  assert.deepEqual(without('key'), ['accessKey'])
})

test('a part of a longer word or figure is not a match', () => {
  assert.equal(compare(invoice({ order: 'Pedido PED-00123' })).order, false)
  assert.equal(compare(invoice({ order: 'Pedido XPED-0012' })).order, false)
  assert.equal(compare(invoice({ customer: '152998224725' })).customer, false)
  assert.equal(compare(invoice({ customer: '529982247251' })).customer, false)
  assert.equal(compare(invoice({ total: 'R$ 11.240,00' })).amount, false)
  assert.equal(compare(invoice({ total: 'R$ 1.240,001' })).amount, false)
  assert.equal(compare(invoice({ total: 'R$ 1240' })).amount, false)
})

test('an order id is compared literally, whatever characters it has', () => {
  for (const orderId of ['(1+1)*', '.*', 'a.b', 'Ação 7', '$&'])
    assert.equal(compare(invoice({ order: `Pedido ${orderId} de hoje` }), { orderId }).order, true, orderId)
  assert.equal(compare(invoice({ order: 'Pedido axb' }), { orderId: 'a.b' }).order, false)
})

test('a page without text is not readable, and no finding is made', () => {
  for (const text of [undefined, '', ' \n\f ', 'CPF 529.982.2'])
    assert.deepEqual(compareText(text === undefined ? undefined : { text, hasUnseen: false }, expected), {
      readable: false,
      order: false,
      retailer: false,
      customer: false,
      amount: false,
      accessKey: false,
      visible: true,
    })
})

test('pages that were left out show in the findings, unless the others say everything', () => {
  const key = writeKey('2603')
  const whole = compareText({ text: invoice({ key }), hasUnseen: true }, expected)
  assert.deepEqual([isMatch(whole), whole.visible], [true, true])
  const part = compareText({ text: invoice({ key, customer: '' }), hasUnseen: true }, expected)
  assert.deepEqual([isMatch(part), part.visible, part.customer], [false, false, false])
  assert.equal(compareText({ text: '', hasUnseen: true }, expected).visible, false)
})

test('an access key counts only from the retailer’s own CNPJ and from the months between purchase and today', () => {
  const find = (key: string, more: Partial<Expected> = {}) => compare(invoice({ key }), more).accessKey
  assert.equal(find(writeKey('2603')), true)
  assert.equal(find(`chave:${writeKey('2604')}.`), true)
  assert.equal(find(`${'1'.repeat(44)} ${writeKey('2604')}`), true)
  assert.equal(find(`NF 1234 5678 ${writeKey('2604').replaceAll(/(.{4})/g, '$1 ')}`), true)
  assert.equal(find(writeKey('2602')), false)
  assert.equal(find(writeKey('2605')), false)
  assert.equal(find(writeKey('2603', '11444777000161')), false)
  assert.equal(find(`${writeKey('2603')}1`), false)
  assert.equal(find(writeKey('2603').replace(/.$/, digit => String((Number(digit) + 1) % 10))), false)
  assert.equal(find(writeKey('2603'), { cnpj: undefined }), false)
})
