import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { payoutCommands } from '../../src/cli/payouts.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { computePayoutFailedEntry } from '../../src/domains/payouts/entries.ts'
import type { PayoutOrder } from '../../src/domains/payouts/order.ts'
import { findOrder, lockOrder, moveOrder } from '../../src/domains/payouts/orders.ts'
import type { Purchase } from '../../src/domains/purchases/purchase.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { InputError } from '../../src/kernel/faults.ts'
import { newId } from '../../src/kernel/ids.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'
import { createOwedOrder } from '../support/owed-payouts.ts'
import { openPurchase } from '../support/purchases.ts'

let app: TestApp
let ana: DeskPerson
let bia: DeskPerson
let purchase: Purchase
let cpf: string
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  ;({ purchase } = await openPurchase(app))
  ;({ cpf } = purchase.customer)
  ana = await newDeskPerson(app, 'approver')
  bia = await newDeskPerson(app, 'approver')
})
after(() => app.stop())

function run(name: string, orderId: string, options: Record<string, string>, by = ana): Promise<string> {
  const command = payoutCommands[name] ?? assert.fail(name)
  const act = { person: by.email, tell: () => {} }
  const ask = answerWithCodes(app, [ana, bia])
  return command.run(app.services, { words: [...name.split(' '), orderId], options, act, ask })
}

/** A refund of the customer that a person has declined. */
async function decline(): Promise<string> {
  const { database, services, clock } = app
  const now = clock.now()
  return database.transaction(async tx => {
    const { id } = await createOwedOrder(
      tx,
      services.secrets,
      {
        kind: 'REFUND',
        subject: purchase.id,
        // The debt of each test is another one.
        obligation: newId(),
        retailerId: purchase.retailerId,
        transactionId: purchase.id,
        amountCentavos: 12_345,
        payee: {
          name: 'Maria da Silva',
          document: cpf,
          to: { kind: 'pix-key', keyType: 'DOCUMENT', key: cpf },
        },
        lenderAccountId: DEMONSTRATION_ACCOUNT.id,
        dueOn: calendarDateAt(now),
        needsApproval: true,
      },
      now,
    )
    const order = (await lockOrder(tx, services.secrets, id)) ?? assert.fail()
    assert.ok(await moveOrder(tx, services.secrets, order, 'declined', { actor: ana.id, now }))
    postEntries(tx, services.secrets, [computePayoutFailedEntry(order, now)], now)
    return id
  })
}

const find = async (id: string): Promise<PayoutOrder> =>
  (await findOrder(app.database, app.services.secrets, id)) ?? assert.fail(id)

const owner = () => ({
  name: 'Maria da Silva',
  document: cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-'),
  reason: 'the customer named it',
})
const ACCOUNT = { bank: '237', agency: '1172', 'account-number': '403005', digit: '2' }

test('a payout is corrected to a bank account, which another person approves', async () => {
  const id = await decline()
  const [successorId = ''] = (await run('payouts correct', id, { ...owner(), ...ACCOUNT })).split('\n')
  const { payee, state, replaces, amountCentavos } = await find(successorId)
  assert.deepEqual([state, replaces, amountCentavos], ['created', id, 12_345])
  assert.deepEqual(payee, {
    name: 'Maria da Silva',
    document: cpf,
    to: {
      kind: 'account',
      bankCode: '237',
      ispb: '60746948',
      agency: '1172',
      account: '0403005',
      accountDigit: '2',
      accountType: 'CHECKING',
    },
  })
  const reason = { reason: 'the customer named it' }
  await assert.rejects(run('payouts approve', successorId, reason), /person/)
  assert.equal(await run('payouts approve', successorId, reason, bia), 'approved')
})

test('a payout that is retried goes to the same payee, which another person approves', async () => {
  const id = await decline()
  const reason = { reason: 'the bank was down' }
  const [successorId = ''] = (await run('payouts retry', id, reason)).split('\n')
  const { payee, state, replaces } = await find(successorId)
  assert.deepEqual([state, replaces, payee], ['created', id, (await find(id)).payee])
  await assert.rejects(run('payouts approve', successorId, reason), /person/)
  assert.equal(await run('payouts approve', successorId, reason, bia), 'approved')
})

test('a payout is corrected to a savings account, or to a Pix key', async () => {
  const options = { ...owner(), ...ACCOUNT, 'account-type': 'SAVINGS' }
  const [byAccount = ''] = (await run('payouts correct', await decline(), options)).split('\n')
  const { payee } = await find(byAccount)
  assert.ok(payee.to.kind === 'account' && payee.to.accountType === 'SAVINGS')
  const key = { ...owner(), 'pix-key': 'maria@example.com' }
  const [byKey = ''] = (await run('payouts correct', await decline(), key)).split('\n')
  assert.deepEqual((await find(byKey)).payee.to, {
    kind: 'pix-key',
    keyType: 'EMAIL',
    key: 'maria@example.com',
  })
})

test('a refund is corrected to nobody but the customer', async () => {
  const id = await decline()
  for (const document of ['529.982.247-25', '11.444.777/0001-61'])
    await assert.rejects(
      run('payouts correct', id, { ...owner(), document, ...ACCOUNT }),
      /The money goes to its owner alone/,
    )
  assert.deepEqual(await query(app, 'SELECT id FROM payout_orders WHERE replaces = $1', [id]), [])
})

test('a payee that no bank could pay is refused by the name of its option, and nothing is ordered', async () => {
  const id = await decline()
  const { bank: _, ...withoutBank } = ACCOUNT
  const wrong: [options: Record<string, string>, message: RegExp][] = [
    [owner(), /^--pix-key or --bank is missing$/],
    [
      { ...owner(), ...ACCOUNT, 'pix-key': 'maria@example.com' },
      /^--pix-key and --bank contradict each other/,
    ],
    [{ ...owner(), ...withoutBank }, /^--bank is missing$/],
    [{ ...owner(), ...ACCOUNT, bank: '998' }, /^--bank must be the three digits of a bank/],
    [{ ...owner(), ...ACCOUNT, agency: '12345' }, /^--agency must have at most 4 digits$/],
    [
      { ...owner(), ...ACCOUNT, 'account-number': '12345678' },
      /^--account-number must have at most 7 digits/,
    ],
    [{ ...owner(), ...ACCOUNT, digit: '3' }, /^--digit does not belong to this agency and account$/],
    [{ ...owner(), ...ACCOUNT, 'account-type': 'SALARY' }, /^--account-type must be one of CHECKING/],
    [{ ...owner(), ...ACCOUNT, document: '11.444.777/0001-62' }, /^--document is not a CPF or a CNPJ$/],
    [{ ...owner(), 'pix-key': '52998224724' }, /^--pix-key is not a Pix key/],
  ]
  for (const [options, message] of wrong)
    await assert.rejects(run('payouts correct', id, options), (error: unknown) => {
      assert.ok(error instanceof InputError)
      assert.match(error.message, message)
      return true
    })
  assert.deepEqual(await query(app, 'SELECT id FROM payout_orders WHERE replaces = $1', [id]), [])
})
