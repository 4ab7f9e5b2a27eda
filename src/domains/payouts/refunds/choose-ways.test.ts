import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseWays } from './choose-ways.ts'

const now = new Date('2026-06-30T15:00:00Z')
const customer = { cpf: '52998224725', name: 'Maria da Silva' }
const account = {
  numeroBanco: '237',
  agencia: '1172',
  digitoAgencia: '3',
  numeroConta: '0403005',
  digitoConta: '2',
  tipoConta: 'POUPANCA',
} as const
const lenderAccountId = 'd'.repeat(24)
const pix = (number: number, amountCentavos: number, receivedAt: string) => ({
  endToEndId: `E${String(number).padStart(31, '0')}`,
  amountCentavos,
  receivedAt: new Date(receivedAt),
  lenderAccountId,
})
const known = { customer, account: undefined, receipts: [], givenBack: new Map<string, number>(), now }
const refund = { reference: 'refund:x', amountCentavos: 30_000 }

test('without a Pix and an account the money goes to the Pix key that is the customer’s CPF', () => {
  assert.deepEqual(chooseWays(refund, known), [
    {
      way: 'CPF_KEY',
      amountCentavos: 30_000,
      payee: {
        name: 'Maria da Silva',
        document: '52998224725',
        to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '52998224725' },
      },
      lenderAccountId: undefined,
    },
  ])
})

test('an account is paid under the customer’s CPF, which the receiving bank compares with its owner', () => {
  const [way] = chooseWays(refund, { ...known, account, customer: { cpf: customer.cpf, name: undefined } })
  assert.equal(way?.way, 'ACCOUNT')
  assert.deepEqual(way?.payee, {
    name: 'CLIENTE',
    document: '52998224725',
    to: {
      kind: 'account',
      bankCode: '237',
      agency: '1172',
      account: '0403005',
      accountDigit: '2',
      accountType: 'SAVINGS',
    },
  })
})

test('an account whose digits are wrong is not paid: the money goes to the customer’s Pix key', () => {
  const [way] = chooseWays(refund, { ...known, account: { ...account, digitoConta: '3' } })
  assert.equal(way?.way, 'CPF_KEY')
  // Its digits follow a rule that nobody published.
  const [other] = chooseWays(refund, {
    ...known,
    account: { ...account, numeroBanco: '998', digitoConta: '3' },
  })
  assert.equal(other?.way, 'ACCOUNT')
})

test('a Pix is given back first, in part where it is too small, and only until its last days', () => {
  const receipts = [
    pix(1, 10_000, '2026-06-01T15:00:00Z'),
    pix(2, 15_000, '2026-04-02T15:00:00Z'),
    pix(3, 90_000, '2026-04-01T15:00:00Z'),
  ]
  const ways = chooseWays(refund, { ...known, account, receipts })
  assert.deepEqual(
    ways.map(({ way, amountCentavos, lenderAccountId: from }) => [way, amountCentavos, from]),
    [
      ['PIX_RETURN', 10_000, lenderAccountId],
      ['PIX_RETURN', 15_000, lenderAccountId],
      ['ACCOUNT', 5_000, undefined],
    ],
  )
})

test('an excess goes back to the Pix that it came with', () => {
  const receipts = [pix(1, 10_000, '2026-06-20T15:00:00Z'), pix(2, 10_000, '2026-06-10T15:00:00Z')]
  const excess = { reference: `payment:pix:${receipts[1]?.endToEndId}`, amountCentavos: 500 }
  const [way, ...others] = chooseWays(excess, { ...known, receipts })
  assert.equal(way?.payee.returnOf, receipts[1]?.endToEndId)
  assert.equal(others.length, 0)
})

test('the parts add up to the refund, and no Pix gives back more than came with it', () => {
  const receipt = fc.record({
    amount: fc.integer({ min: 1, max: 50_000 }),
    days: fc.integer({ min: 0, max: 120 }),
  })
  fc.assert(
    fc.property(
      fc.array(receipt, { maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 50_000 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 200_000 }),
      (drawn, given, amountCentavos) => {
        const receipts = drawn.map(({ amount, days }, index) =>
          pix(index, amount, new Date(now.getTime() - days * 86_400_000).toISOString()),
        )
        const givenBack = new Map(receipts.map(({ endToEndId }, index) => [endToEndId, given[index] ?? 0]))
        const ways = chooseWays({ ...refund, amountCentavos }, { ...known, receipts, givenBack })
        assert.equal(
          ways.reduce((sum, way) => sum + way.amountCentavos, 0),
          amountCentavos,
        )
        assert.ok(ways.every(way => way.amountCentavos > 0))
        for (const { payee, amountCentavos: part } of ways) {
          const { returnOf } = payee
          if (returnOf === undefined) continue
          const of = receipts.find(({ endToEndId }) => endToEndId === returnOf)
          assert.ok(of !== undefined && part <= of.amountCentavos - (givenBack.get(returnOf) ?? 0))
        }
      },
    ),
  )
})
