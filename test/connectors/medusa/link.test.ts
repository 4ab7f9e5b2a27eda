import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toCentavos } from '../../../connectors/medusa/src/domain/centavos.ts'
import {
  composeLink,
  type OrderItem,
  type OrderToPay,
  TotalsDiffer,
} from '../../../connectors/medusa/src/domain/compose-link.ts'
import { judgeEndpoint, judgeRegions } from '../../../connectors/medusa/src/domain/doctor.ts'
import { findProductsWorth } from '../../../connectors/medusa/src/domain/find-products-worth.ts'
import { parseOptions } from '../../../connectors/medusa/src/domain/options.ts'
import {
  newSessionData,
  noteRefund,
  parseSessionData,
} from '../../../connectors/medusa/src/domain/session-data.ts'

const TERMS = { returnUrl: 'https://loja.example/pedido/{order_id}?n={display_id}', waitDays: 14 }

const item = (id: string, totalCentavos: number, quantity = 1): OrderItem => ({
  id,
  title: id,
  sku: id.toUpperCase(),
  quantity,
  totalCentavos,
})

const order = (items: readonly OrderItem[], shippingCentavos = 0): OrderToPay => ({
  id: 'order_1',
  displayId: '7',
  createdAt: new Date('2026-03-10T12:00:00Z'),
  email: 'maria@example.com',
  address: {
    firstName: 'Maria',
    lastName: 'da Silva',
    phone: '+55 (11) 98765-1234',
    street: 'Avenida Paulista, 1578',
    complement: '',
    city: 'São Paulo',
    state: 'br-sp',
    zipCode: '01310-100',
  },
  items,
  shippingCentavos,
})

const sum = ({ products = [], shipping = 0 }: ReturnType<typeof composeLink>): number =>
  products.reduce((all, { amount, value }) => all + amount * toCentavos(value), toCentavos(shipping))

test('whatever an order is made of, its link costs exactly what is to be paid, or is refused', () => {
  const items = fc.array(fc.tuple(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 1, max: 14 })), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(items, fc.nat(9_999), fc.integer({ min: -60, max: 60 }), (lines, shipping, off) => {
      const made = lines.map(([centavos, quantity], at) => item(`p${at % 4}`, centavos, quantity))
      const payable = lines.reduce((all, [centavos]) => all + centavos, shipping) + off
      try {
        const link = composeLink(order(made, shipping), payable, TERMS)
        assert.equal(sum(link), payable)
        assert.ok(link.products?.every(({ value }) => value > 0))
        assert.ok((link.shipping ?? 0) >= 0)
        assert.equal(new Set(link.products?.map(({ id }) => id)).size, link.products?.length)
      } catch (error) {
        assert.ok(error instanceof TotalsDiffer, String(error))
      }
    }),
  )
})

test('centavos become the line "Ajuste", come off the delivery, and more than rounding is refused', () => {
  const lines = [item('a', 10_000), item('b', 20_000)]
  assert.deepEqual(composeLink(order(lines), 30_001, TERMS).products?.at(-1), {
    id: 'ajuste',
    name: 'Ajuste',
    amount: 1,
    value: 0.01,
  })
  assert.equal(composeLink(order(lines, 1_000), 30_998, TERMS).shipping, 9.98)
  assert.throws(() => composeLink(order(lines), 30_100, TERMS), /R\$ 300,00.*R\$ 301,00/)
})

test('each piece of a line can be returned by itself', () => {
  const { products = [] } = composeLink(order([item('cadeira', 10_000, 3)]), 10_000, TERMS)
  assert.deepEqual(
    products.map(({ id, name, value }) => [id, name, value]),
    [
      ['CADEIRA', 'cadeira (1 de 3)', 33.34],
      ['CADEIRA~2', 'cadeira (2 de 3)', 33.33],
      ['CADEIRA~3', 'cadeira (3 de 3)', 33.33],
    ],
  )
})

test('the page gets what it would accept of the address and never a CPF, the order 14 days, and the shop its way back', () => {
  const link = composeLink(order([item('a', 10_000)]), 10_000, TERMS)
  assert.deepEqual(link.customer, {
    name: 'Maria da Silva',
    email: 'maria@example.com',
    phone: '11987651234',
    zipCode: '01310100',
    addressStreet: 'Avenida Paulista',
    addressNumber: '1578',
    city: 'São Paulo',
    state: 'SP',
  })
  assert.equal(link.returnUrl, 'https://loja.example/pedido/order_1?n=7')
  assert.equal(link.expiresAt, '2026-03-24T12:00:00.000Z')
  const odd = { ...order([item('a', 10_000)]), email: 'maria' }
  const address = {
    ...odd.address,
    firstName: '',
    phone: '123',
    zipCode: '1',
    state: 'Bahia',
    street: 'Rua das Flores',
  }
  assert.deepEqual(composeLink({ ...odd, address }, 10_000, TERMS).customer, {
    addressStreet: 'Rua das Flores',
    city: 'São Paulo',
  })
})

test('a partial refund finds its products only where there is one choice, and never all of them', () => {
  const products = [
    { id: 'CADEIRA', centavos: 3_334 },
    { id: 'CADEIRA~2', centavos: 3_333 },
    { id: 'CADEIRA~3', centavos: 3_333 },
    { id: 'MESA', centavos: 90_000 },
  ]
  assert.deepEqual(findProductsWorth(products, 3_333), ['CADEIRA~2'])
  assert.deepEqual(findProductsWorth(products, 6_666), ['CADEIRA~2', 'CADEIRA~3'])
  assert.deepEqual(findProductsWorth(products, 93_334), ['CADEIRA', 'MESA'])
  assert.equal(findProductsWorth(products, 100_000), undefined)
  assert.equal(findProductsWorth(products, 5_000), undefined)
  const same = [
    { id: 'A', centavos: 500 },
    { id: 'B', centavos: 500 },
    { id: 'C', centavos: 900 },
  ]
  assert.equal(findProductsWorth(same, 500), undefined)
  assert.deepEqual(findProductsWorth(same, 1_000), ['A', 'B'])
})

test('a session keeps nothing that a browser sent, and a refund that comes twice counts once', () => {
  const planted = {
    session_id: 'payses_1',
    cpf: '00000100064',
    link_id: 'x',
    centavos: 1,
    refunds: [{ id: 'r' }],
  }
  const { cpf, ...data } = newSessionData(planted, 10_000) as ReturnType<typeof newSessionData> & {
    cpf?: string
  }
  assert.equal(cpf, undefined)
  assert.deepEqual(data, { ...parseSessionData({}), session_id: 'payses_1', centavos: 10_000 })
  const first = noteRefund(data, { id: 'ref_1', centavos: 3_000 })
  assert.equal(first.keptCentavos, 7_000)
  assert.equal(noteRefund(first.data, { id: 'ref_1', centavos: 3_000 }).keptCentavos, 7_000)
  assert.equal(noteRefund(first.data, { id: 'ref_2', centavos: 7_000 }).keptCentavos, 0)
})

test('wrong options are named all at once, and the key is not in the message', () => {
  const message = /baseUrl.*webhookSecret.*returnUrl.*waitDays/
  const wrong = { baseUrl: 'x', apiKey: 'sk_1', webhookSecret: 'y', returnUrl: 'javascript:1', waitDays: 61 }
  assert.throws(() => parseOptions(wrong), message)
  assert.throws(() => parseOptions(undefined), /apiKey is a secret key/)
  const { waitDays, webhookSecret } = parseOptions({
    baseUrl: 'https://x.example',
    apiKey: 'sk_1',
    webhookSecret: '',
  })
  assert.equal(waitDays, 14)
  assert.equal(webhookSecret, undefined)
})

test('the doctor names a missing, disabled, incomplete or failing receiver, and a region without the provider', () => {
  const endpoint = {
    url: 'https://a.example/crediario/webhook',
    events: ['transaction.approved'],
    status: 'enabled',
  } as const
  assert.match(judgeEndpoint(undefined).message, /crediario-medusa register/)
  assert.match(judgeEndpoint({ ...endpoint, status: 'disabled' }).message, /desativado/)
  assert.match(judgeEndpoint(endpoint).message, /não recebe transaction\.denied/)
  const region = { name: 'Brasil', currency_code: 'brl', payment_providers: [] }
  assert.match(judgeRegions([region], 'pp_a').message, /Ative pp_a na região Brasil/)
  assert.match(judgeRegions([], 'pp_a').message, /crie uma/)
  assert.ok(judgeRegions([{ ...region, payment_providers: [{ id: 'pp_a' }] }], 'pp_a').isFine)
})
