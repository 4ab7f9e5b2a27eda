import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findForgedRows } from '../../src/app/upkeep/find-forged-rows.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { createOwedOrder } from '../support/owed-payouts.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

async function create(): Promise<string> {
  const { database, services, clock } = app
  const transactionId = newId()
  const made = {
    kind: 'REFUND',
    subject: transactionId,
    transactionId,
    amountCentavos: 12_345,
    payee: {
      name: 'Maria da Silva',
      document: '52998224725',
      to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '52998224725' },
    },
    lenderAccountId: DEMONSTRATION_ACCOUNT.id,
    dueOn: calendarDateAt(clock.now()),
    needsApproval: true,
  } as const
  return (await database.transaction(tx => createOwedOrder(tx, services.secrets, made, clock.now()))).id
}

async function listReported(): Promise<string[]> {
  const reported: string[] = []
  await findForgedRows({
    ...app.services,
    reportForgery: async (table, id) => void reported.push(`${table} ${id}`),
  })
  return reported.sort()
}

test('orders that were changed or written in the database are reported before anybody reads them, and no others', async () => {
  const genuine = await create()
  assert.deepEqual(await listReported(), [])
  const forged: string[] = []
  for (const change of [
    'amount_centavos = amount_centavos + 1',
    `state = 'approved', approved_by = 'program'`,
    'needs_approval = false',
    `payee_box = (SELECT p.payee_box FROM payout_orders p WHERE p.id = '${genuine}')`,
  ]) {
    const id = await create()
    await query(app, `UPDATE payout_orders SET ${change} WHERE id = $1`, [id])
    forged.push(`payout_orders ${id}`)
    assert.deepEqual(await listReported(), forged.toSorted(), change)
  }
  // More than are read at a time, the genuine one among the last.
  const copies = await query<{ id: string }>(
    app,
    `INSERT INTO payout_orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', 'f' || lpad(n::text, 23, '0'),
       'payout_key', lpad(n::text, 20, '0'), 'obligation', 'REFUND:' || n))).*
     FROM payout_orders o, generate_series(1, 1100) n WHERE o.id = $1 RETURNING id`,
    [genuine],
  )
  assert.equal(copies.length, 1_100)
  const all = [...forged, ...copies.map(({ id }) => `payout_orders ${id}`)]
  assert.deepEqual(await listReported(), all.sort())
})
