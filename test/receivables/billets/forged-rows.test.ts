import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findForgedRows } from '../../../src/app/upkeep/find-forged-rows.ts'
import { findCurrentInvoice } from '../../../src/domains/invoices/store.ts'
import { findOffer } from '../../../src/domains/quoting/renegotiation/store.ts'
import { hashLinkToken } from '../../../src/domains/receivables/billets/compose.ts'
import { listBillets } from '../../../src/domains/receivables/billets/store/billets.ts'
import { listReceivedParts } from '../../../src/domains/receivables/billets/store/recorded-payments.ts'
import {
  findSuspendedPayment,
  lockCase,
} from '../../../src/domains/receivables/billets/store/suspense-cases.ts'
import { creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import { listPayoffs, lockPayoff } from '../../../src/domains/receivables/payoff/store.ts'
import { findBilletByToken } from '../../../src/domains/receivables/read-billets.ts'
import { parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { ForgedRow } from '../../../src/platform/crypto/row-mac.ts'
import { buyAndPayTwo, moveTo, offer, readPlain } from '../../support/agreements.ts'
import { PLAIN_KEY, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../../support/app.ts'
import { listAudit, sendInvoiceToDesk } from '../../support/desk.ts'
import { asForgerOf, type RowToForge } from '../../support/forged-columns.ts'
import { askCancel, centavos } from '../../support/purchase-http.ts'
import { askPayoff, askQuote } from '../../support/settlements.ts'
import { findTitle } from '../../support/twice-reported.ts'

/*
 * What somebody can do who may write to the database, as its administrator, but does not have ENCRYPTION_KEY: make the
 * program refuse a row, and nothing else.
 */

let app: TestApp
let transactionId: string
let installments: readonly { readonly id: string; readonly value: number }[]
let invoiceId: string
let caseId: string
let offerId: string
let settlementId: string

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  transactionId = await buyAndPayTwo(app)
  installments = (await readPlain(app, transactionId)).installments ?? []
  invoiceId = await sendInvoiceToDesk(app, transactionId)
  caseId = (await report(installments[0], 'twice')).caseId ?? assert.fail('no case was opened')
  const settled = await askPayoff(app, transactionId, {}, PLAIN_KEY)
  assert.equal(settled.status, 200)
  const [settlement] = await query<{ id: string }>(app, 'SELECT billet_id AS id FROM settlements')
  settlementId = settlement?.id ?? assert.fail('no settlement was issued')
  await moveTo(app, '2026-08-20')
  offerId = (await offer(app, transactionId)).options[0]?.optionId ?? assert.fail('nothing was offered')
})
after(() => app.stop())

/** The bank reports a payment by the line of a billet. */
async function report(
  billet: { readonly id: string; readonly value: number } | undefined,
  reference: string,
) {
  assert.ok(billet)
  return creditPayment(app.services, {
    ...(await findTitle(app, billet.id)),
    reference,
    kind: 'paid',
    method: 'BILLET',
    pixTxid: undefined,
    amountCentavos: centavos(billet.value),
    paidOn: parseCalendarDate('2026-03-10'),
    creditedOn: undefined,
    occurrence: '06',
    reasons: [],
  })
}

const inTransaction = <T>(work: Parameters<typeof app.database.transaction<T>>[0]): Promise<T> =>
  app.database.transaction(work)

interface Case extends RowToForge {
  /** Everything that uses the row; undefined: it is not found. */
  readonly use: () => Promise<unknown>
  /** What the MAC need not cover. */
  readonly free?: readonly string[]
  /** Where another value of the type would not be found again. */
  readonly values?: Readonly<Record<string, string>>
}

const CASES: Readonly<Record<string, () => Case>> = {
  billets: () => ({
    table: 'billets',
    where: `our_number = (SELECT our_number FROM billets WHERE id = '${installments[3]?.id}')`,
    use: () => listBillets(app.database, app.services.secrets, PLAIN_RETAILER, transactionId),
    free: ['registration'],
    // No two billets have the same.
    values: { installment_number: '99', our_number: '999999' },
  }),
  billet_payments: () => ({
    table: 'billet_payments',
    where: `billet_id = '${installments[0]?.id}'`,
    use: () =>
      listReceivedParts(
        app.database,
        app.services.secrets,
        installments.map(({ id }) => id),
      ),
    values: { billet_id: `'${installments[5]?.id}'` },
  }),
  suspense_cases: () => ({
    table: 'suspense_cases',
    where: `id = '${caseId}'`,
    async use() {
      const { secrets } = app.services
      await inTransaction(tx => lockCase(tx, secrets, caseId))
      return findSuspendedPayment(app.database, secrets, caseId)
    },
  }),
  settlements: () => ({
    table: 'settlements',
    where: `billet_id = '${settlementId}'`,
    async use() {
      const { secrets } = app.services
      await listPayoffs(app.database, secrets, transactionId)
      return inTransaction(tx => lockPayoff(tx, secrets, settlementId))
    },
    // Only the order in which they are listed.
    free: ['position'],
  }),
  agreement_offers: () => ({
    table: 'agreement_offers',
    where: `id = '${offerId}'`,
    use: () =>
      findOffer(app.database, app.services.secrets, {
        retailerId: PLAIN_RETAILER,
        transactionId,
        id: offerId,
      }),
  }),
  invoices: () => ({
    table: 'invoices',
    where: `id = '${invoiceId}'`,
    use: () => findCurrentInvoice(app.database, app.services.secrets, transactionId),
  }),
}

for (const [table, describe] of Object.entries(CASES))
  test(`a row of ${table} in which any column was changed by SQL is refused`, async () => {
    const { use, free = [], values = {}, ...row } = describe()
    assert.ok(await use())
    await asForgerOf(app, async forger => {
      for (const column of await forger.listColumns(table)) {
        if (free.includes(column.name)) continue
        const forged = { ...column, value: values[column.name] ?? column.value }
        const outcome = await forger.withForged(row, forged, () => use().catch((error: unknown) => error))
        const isSealed = column.name === 'token_box' && outcome instanceof Error
        assert.ok(
          outcome instanceof ForgedRow || outcome === undefined || isSealed,
          `${table}.${column.name}`,
        )
      }
    })
    assert.ok(await use())
  })

/** What the program's own role may do to a billet: raise what was paid on it, and cancel it. */
const raise = (billetId: string) =>
  query(app, 'UPDATE billets SET part_paid_centavos = amount_centavos - 100 WHERE id = $1', [billetId])

async function countRefunds(): Promise<number> {
  const [row] = await query<{ count: number }>(app, 'SELECT count(*)::integer AS count FROM refunds')
  return row?.count ?? 0
}

async function isReported(table: string, subject: string): Promise<boolean> {
  const found = (await listAudit(app)).find(
    entry => entry.action === 'refused.forged-row' && entry.subject === subject,
  )
  return found?.details.table === table
}

test('an ordinary payment of a billet on which SQL has raised what was paid is refunded to nobody', async () => {
  const bought = await buyAndPayTwo(app)
  const [, , third, fourth] = (await readPlain(app, bought)).installments ?? []
  assert.ok(third && fourth)
  const before = await countRefunds()
  await raise(third.id)
  await assert.rejects(report(third, 'raised'), ForgedRow)
  assert.equal((await app.post(`/sandbox/billet/${third.id}/pay`, { apiKey: PLAIN_KEY })).status, 500)
  assert.equal(await countRefunds(), before)
  assert.deepEqual(await query(app, `SELECT FROM bank_notices WHERE reference = 'raised'`), [])
  assert.ok(await isReported('billets', third.id))
  // Nothing of its contract is computed without it.
  assert.equal((await askQuote(app, bought, {}, PLAIN_KEY)).status, 500)
})

test('no cancellation makes a forged billet genuine', async () => {
  const bought = await buyAndPayTwo(app)
  const [, , third] = (await readPlain(app, bought)).installments ?? []
  assert.ok(third)
  await raise(third.id)
  assert.equal((await askCancel(app, bought, {}, PLAIN_KEY)).status, 500)
  const [row] = await query<{ canceledAt: Date | null }>(
    app,
    'SELECT canceled_at AS "canceledAt" FROM billets WHERE id = $1',
    [third.id],
  )
  assert.equal(row?.canceledAt, null)
})

test('an installment that SQL has canceled is not missing from the debt: there is no quote at all', async () => {
  const bought = await buyAndPayTwo(app)
  const [, , , , fifth] = (await readPlain(app, bought)).installments ?? []
  await query(app, 'UPDATE billets SET canceled_at = now() WHERE id = $1', [fifth?.id])
  assert.equal((await askQuote(app, bought, {}, PLAIN_KEY)).status, 500)
  assert.equal((await askPayoff(app, bought, {}, PLAIN_KEY)).status, 500)
})

test('a token that SQL has given to a billet opens nothing', async () => {
  const token = randomBytes(24).toString('base64url')
  const { database, secrets, clock } = app.services
  const row = {
    table: 'billets',
    where: `our_number = (SELECT our_number FROM billets WHERE id = '${installments[4]?.id}')`,
  }
  const value = String.raw`'\x${hashLinkToken(token).toString('hex')}'::bytea`
  await asForgerOf(app, forger =>
    forger.withForged(row, { name: 'token_hash', value }, async () => {
      await assert.rejects(findBilletByToken(database, secrets, token, clock.now()), ForgedRow)
      assert.equal((await fetch(`${app.url}/billet/${token}`)).status, 500)
    }),
  )
})

test('the worker reports what was changed before anybody uses it', async () => {
  const [billet] = await query<{ id: string }>(
    app,
    `SELECT id FROM billets WHERE transaction_id = $1 AND payment_status = 'PENDING' AND canceled_at IS NULL
     AND kind = 'installment' ORDER BY due_date DESC LIMIT 1`,
    [transactionId],
  )
  assert.ok(billet)
  const listReported = async (): Promise<string[]> => {
    const reported: string[] = []
    const reportForgery = async (table: string, id: string) => void reported.push(`${table} ${id}`)
    await findForgedRows({ ...app.services, reportForgery })
    return reported
  }
  const known = new Set(await listReported())
  for (const [table, id, change] of [
    ['billets', billet.id, 'part_paid_centavos = 1'],
    ['suspense_cases', caseId, 'amount_centavos = amount_centavos - 1'],
    [
      'invoices',
      invoiceId,
      `state = 'VALIDATED', decided_by = 'automatic', code = 'MATCHES_PURCHASE', decided_at = now()`,
    ],
  ] as const) {
    assert.ok(!known.has(`${table} ${id}`))
    await query(app, `UPDATE ${table} SET ${change} WHERE id = $1`, [id])
    assert.ok((await listReported()).includes(`${table} ${id}`), table)
  }
})
