import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareText, type Expected, isMatch } from './compare-text.ts'

const expected: Expected = {
  orderId: 'PED-0012',
  retailerName: 'Loja São João & Cia',
  cpf: '52998224725',
  purchaseCentavos: 124_000,
}
const compare = (text: string, more: Partial<Expected> = {}) => compareText(text, { ...expected, ...more })
const invoice = (more: Record<string, string> = {}): string =>
  Object.values({
    shop: 'LOJA SÃO JOÃO & CIA',
    order: 'Pedido: ped-0012',
    customer: 'CPF 529.982.247-25',
    total: 'Valor total R$ 1.240,00',
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

test('each of the four is reported as missing by itself', () => {
  const without = (part: string) => {
    const { readable, ...found } = compare(invoice({ [part]: 'nada' }))
    assert.equal(readable, true)
    return Object.entries(found).flatMap(([name, isFound]) => (isFound ? [] : [name]))
  }
  assert.deepEqual(without('shop'), ['retailer'])
  assert.deepEqual(without('order'), ['order'])
  assert.deepEqual(without('customer'), ['customer'])
  assert.deepEqual(without('total'), ['amount'])
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
    assert.deepEqual(compareText(text, expected), {
      readable: false,
      order: false,
      retailer: false,
      customer: false,
      amount: false,
    })
})
