import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from 'pg'
import { cancelPurchase } from '../../../src/domains/purchases/cancel-purchase.ts'
import { asAdministratorOf } from '../../support/administrator.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { authorize, contextOf, openPurchase } from '../../support/purchases.ts'
import { ALWAYS_TRUE, INSTALLMENTS_ARE_TOLD } from './always-true.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
  await authorize(app)
  await openPurchase(app)
  const { purchase } = await openPurchase(app)
  const { retailerId, id: transactionId } = purchase
  await cancelPurchase(contextOf(app), { retailerId, transactionId, by: 'retailer' })
})
after(() => app.stop())

const ONE_ENTRY = (kind: string) =>
  `entry_id = (SELECT id FROM ledger_entries WHERE reference LIKE '${kind}:%' LIMIT 1)`
const FIRST = (table: string) => `ctid = (SELECT ctid FROM ${table} LIMIT 1)`

/** For each invariant, damage that it must detect. A new invariant needs an entry here. */
const DAMAGE: Readonly<Record<keyof typeof ALWAYS_TRUE, string>> = {
  'the ledger sums to zero': `UPDATE ledger_postings SET amount_centavos = amount_centavos + 1 WHERE ${FIRST('ledger_postings')}`,
  'every entry balances': `UPDATE ledger_postings SET entry_id = (SELECT max(entry_id) FROM ledger_postings), line = 99
    WHERE ctid = (SELECT ctid FROM ledger_postings WHERE amount_centavos <> 0 ORDER BY entry_id LIMIT 1)`,
  'an order has one transaction': `UPDATE transactions SET order_id = 'same' WHERE status <> 'PENDING'`,
  'events are numbered 1, 2, 3 … and each tells something new': `DELETE FROM events WHERE ${FIRST('events')}`,
  'moves are numbered 1, 2, 3 … and each is made once': `DELETE FROM transaction_moves WHERE ${FIRST('transaction_moves')}`,
  [INSTALLMENTS_ARE_TOLD]: `UPDATE billets SET payment_status = 'PAID', paid_at = now(), paid_by = 'x'
    WHERE id = (SELECT min(b.id) FROM billets b JOIN transactions t ON t.id = b.transaction_id
      WHERE b.kind = 'installment' AND t.status = 'OPEN')`,
  'a transaction has its contract, which lives as long as it does':
    'UPDATE credit_contracts SET is_living = false',
  'a transaction has one set of billets': `UPDATE billets SET canceled_at = now(), transaction_id =
    (SELECT max(t.id) FROM transactions t WHERE t.id <> billets.transaction_id)
    WHERE id = (SELECT min(id) FROM billets WHERE kind = 'installment')`,
  'the bank is asked once for every billet, and once to refuse every one that is canceled or paid otherwise': `DELETE FROM bank_orders WHERE ${FIRST('bank_orders')}`,
  'a payment is booked once, with what was paid': `DELETE FROM ledger_postings WHERE ${ONE_ENTRY('payment')}`,
  'a paid billet was paid by a payment': `DELETE FROM bank_notices WHERE kind = 'paid'`,
  'a purchase that ended early asks for nothing, and owes back all that was paid': `DELETE FROM ledger_postings
    WHERE ${ONE_ENTRY('refund')}`,
  'a retailer is paid once, for purchases that go on': `UPDATE transactions
    SET transfered_at = CASE WHEN transfered_at IS NULL THEN now() END WHERE status = 'OPEN'`,
}

async function listBroken(client: Client): Promise<string[]> {
  const broken: string[] = []
  for (const [sentence, text] of Object.entries(ALWAYS_TRUE))
    if ((await client.query(text)).rows.length > 0) broken.push(sentence)
  return broken
}

test('the invariants hold for an undamaged database', async () => {
  assert.deepEqual(await asAdministratorOf(app.testDatabase, listBroken), [])
})

test('every invariant of the chaos runs detects its violation', async () => {
  assert.deepEqual(Object.keys(DAMAGE), Object.keys(ALWAYS_TRUE))
  await asAdministratorOf(app.testDatabase, async client => {
    for (const [sentence, damage] of Object.entries(DAMAGE)) {
      await client.query('BEGIN')
      // Triggers and foreign keys, which would refuse such damage, are off.
      await client.query(`SET LOCAL session_replication_role = 'replica'`)
      const { rowCount } = await client.query(damage)
      assert.ok((rowCount ?? 0) > 0, `nothing was damaged: ${sentence}`)
      assert.ok((await listBroken(client)).includes(sentence), `not noticed: ${sentence}`)
      await client.query('ROLLBACK')
    }
  })
})
