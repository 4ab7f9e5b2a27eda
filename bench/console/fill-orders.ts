import {
  PURCHASE_COLUMNS,
  type PurchaseRow,
  purchaseMac,
  sealDetails,
  sealToken,
  toPurchase,
} from '../../src/domains/purchases/store/columns.ts'
import { replaceNulls } from '../../src/platform/db/nulls.ts'
import { buyMany } from '../growth/buyer.ts'
import type { ServerProcess } from '../http/server-process.ts'
import { addPurchases, type Overrides } from '../purchases/purchase-rows.ts'
import type { PurchaseStage } from '../purchases/stage.ts'
import { findAnyTransaction } from '../purchases.ts'
import { idAt, momentOf, ORDERS } from './rows.ts'

/** Bought over HTTP, so that the first page has names to open. */
const BOUGHT = 50

/** Two thousand sales whose invoice is missing. */
const isHeld = (n: string): string => `(${n} % 20 IN (1, 3) AND ${n} <= 20000)`
const isDue = (n: string): string => `(${n} % 20 NOT IN (0, 2) AND NOT ${isHeld(n)})`
const isPaidOut = (n: string): string => `(${isDue(n)} AND ${n} > 300)`

/** A year of one shop: most are paid out, some wait for their invoice, the newest are at every other stage. */
const AGED: Overrides = {
  transactions: {
    id: n => idAt(momentOf(n), n),
    status: n => `CASE ${n} % 20 WHEN 0 THEN 'CANCELED' WHEN 2 THEN 'PENDING' ELSE 'OPEN' END`,
    step: n =>
      `CASE ${n} % 20 WHEN 2 THEN (CASE WHEN ${n} % 1000 = 2 THEN 'DESK' ELSE 'CONFIRMATION' END) ELSE 'COMPLETE' END`,
    cancel_reason: n => `CASE ${n} % 20 WHEN 0 THEN 'RETAILER_CANCELED' ELSE 'UNSPECIFIED_CANCEL_REASON' END`,
    canceled_at: n => `CASE ${n} % 20 WHEN 0 THEN now() END`,
    refund_centavos: n => `CASE ${n} % 20 WHEN 0 THEN 0 END`,
    max_refund_date: n => `CASE ${n} % 20 WHEN 0 THEN current_date END`,
    signed_at: n => `CASE ${n} % 20 WHEN 2 THEN NULL ELSE ${momentOf(n)} END`,
    completed_at: n => `CASE ${n} % 20 WHEN 2 THEN NULL ELSE ${momentOf(n)} END`,
    created_at: momentOf,
    changed_at: momentOf,
    transfer_due_at: n => `CASE WHEN ${isDue(n)} THEN ${momentOf(n)} END`,
    transfer_ordered_at: n => `CASE WHEN ${isPaidOut(n)} THEN ${momentOf(n)} END`,
    transfered_at: n => `CASE WHEN ${isPaidOut(n)} THEN ${momentOf(n)} END`,
    cpf_index: n => `decode(lpad(to_hex(${n} / 3), 64, '0'), 'hex')`,
  },
}

/** Returns an order that was really bought. */
export async function fillOrders(stage: PurchaseStage, server: ServerProcess): Promise<string> {
  await buyMany(server, stage.key, BOUGHT)
  const sample = await findAnyTransaction(stage)
  // The ids are those of the year, so the keys of `addPurchases` must not replace them.
  await addPurchases(stage.run, sample, ORDERS, AGED, ['transactions'])
  await sealOrders(stage, sample)
  // Every third customer shares one word of the name, every thirtieth both.
  await stage.run(
    `INSERT INTO purchase_names (retailer_id, word, transaction_id)
      SELECT w.retailer_id, w.word, t.id
      FROM (SELECT retailer_id, word, row_number() OVER (ORDER BY word) AS rank
          FROM (SELECT DISTINCT retailer_id, word FROM purchase_names) d) w,
        (SELECT id, row_number() OVER (ORDER BY id) AS at FROM transactions WHERE id < $1) t
      WHERE t.at % (CASE w.rank WHEN 1 THEN 3 ELSE 10 END) = 0 ON CONFLICT DO NOTHING`,
    [sample],
  )
  await stage.run('VACUUM (ANALYZE) purchase_names')
  await stage.run('VACUUM (ANALYZE) transactions')
  return sample
}

const PAGE = 5_000

/** What the program checks and opens on every page: the MACs and boxes of each order are its own. */
async function sealOrders({ run, withApp }: PurchaseStage, sample: string): Promise<void> {
  await run('ALTER TABLE transactions DISABLE TRIGGER transactions_guarded')
  await withApp(async ({ database, secrets }) => {
    const list = {
      name: 'bench.orders',
      text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.id < $1 ORDER BY t.id DESC LIMIT ${PAGE}`,
    }
    const find = {
      name: 'bench.order',
      text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.id = $1`,
    }
    const [row] = await database.run<PurchaseRow>(find, [sample])
    if (row === undefined) throw new Error('the sample is gone')
    const bought = toPurchase(secrets, row)
    const [oldest] = await run('SELECT max(id) AS id FROM transactions WHERE order_id = $1', ['order-1'])
    for (let before = `${oldest?.id}0`; ; ) {
      const rows = await database.run<PurchaseRow>(list, [before])
      const sealed = rows.map(({ keySalt, refundCentavos, maxRefundDate, ...plain }) => {
        const refund =
          refundCentavos === null || maxRefundDate === null
            ? undefined
            : { valueCentavos: refundCentavos, maxRefundDate }
        const purchase = { ...bought, ...replaceNulls(plain), refund }
        return [
          plain.id,
          sealDetails(secrets, keySalt, purchase),
          sealToken(secrets, plain.id, bought.onboardingToken),
          purchaseMac.compute(secrets, purchase),
        ] as const
      })
      await run(
        `UPDATE transactions t SET details = s.details, token_box = s.token_box, mac = s.mac
          FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[]) AS s (id, details, token_box, mac) WHERE s.id = t.id`,
        [0, 1, 2, 3].map(column => sealed.map(each => each[column])),
      )
      before = rows.at(-1)?.id ?? ''
      if (rows.length < PAGE) break
    }
  })
  await run('ALTER TABLE transactions ENABLE TRIGGER transactions_guarded')
}
