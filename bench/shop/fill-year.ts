import { accountOf } from '../../src/domains/ledger/accounts.ts'
import { composeEntry } from '../../src/domains/ledger/entry.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import {
  computeClawbackNettedEntry,
  computePayoutOrderedEntry,
  computePayoutPaidEntry,
} from '../../src/domains/payouts/entries.ts'
import { insertOrder, moveOrder } from '../../src/domains/payouts/orders.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { computeIdBound } from '../../src/kernel/ids.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { asAdministratorOf } from '../../test/support/administrator.ts'
import { DEMO_RETAILER, query, type TestApp } from '../../test/support/app.ts'

const YEAR_MS = 365 * 86_400_000
const DAY_MS = 86_400_000
const LINES = 200
const TRANSFER_CENTAVOS = 114_640
/** The newest sales wait: for their day, and some for an invoice. */
const WAITING = 600
const HELD = 200
/** Every seventh order was given up. */
const GIVEN_UP = 7
/** The tests' connections end a statement after some seconds. */
const BATCH = 2_000

interface Year {
  readonly count: number
  readonly endsAt: Date
}

/** From the newest to the oldest. */
const timeOf = ({ count, endsAt }: Year, n: number): number =>
  Math.floor(endsAt.getTime() - n * (YEAR_MS / count))
const idOf = (year: Year, n: number): string =>
  computeIdBound(timeOf(year, n)) + n.toString(16).padStart(12, '0')

/** A year of a large shop, made in SQL: copies of a purchase that was really made, with what the books say of each. */
export async function fillYear(app: TestApp, sampleId: string, year: Year): Promise<void> {
  const tables = ['ledger_entries', 'ledger_postings', 'transactions']
  for (const table of tables) await query(app, `ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (let first = 1; first <= year.count; first += BATCH)
    for (const text of [ADD_TRANSACTIONS, ADD_ENTRIES, ADD_POSTINGS])
      await query(app, text, [
        sampleId,
        first,
        Math.min(year.count, first + BATCH - 1),
        year.endsAt,
        year.count,
      ])
  for (const table of tables) await query(app, `ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await payYear(app, year)
  // Without the time-out of the program's connections.
  await asAdministratorOf(app.testDatabase, async administrator => {
    for (const table of [...tables, 'payout_orders', 'payout_lines', 'payout_events'])
      await administrator.query(`VACUUM ANALYZE ${table}`)
  })
}

const AT = `($4::timestamptz - n * (interval '365 days' / $5::integer))`
const TIME = `floor(extract(epoch FROM $4::timestamptz) * 1000 - n * (${YEAR_MS}::double precision / $5::integer))::bigint`
const ID = `lpad(to_hex(${TIME}), 12, '0') || lpad(to_hex(n), 12, '0')`
const SOLD = `n % ${GIVEN_UP} <> 0`

const ADD_TRANSACTIONS = `INSERT INTO transactions
  SELECT r.* FROM transactions t, generate_series($2::integer, $3::integer) n,
    LATERAL jsonb_populate_record(t, jsonb_build_object(
    'id', ${ID}, 'order_id', 'compra-' || n, 'option_id', 'f' || lpad(to_hex(n), 23, '0'),
    'token_hash', '\\x' || 'b' || lpad(to_hex(n), 63, '0'), 'cpf_index', '\\x' || 'c' || lpad(to_hex(n), 63, '0'),
    'created_at', ${AT}, 'changed_at', ${AT}, 'signed_at', CASE WHEN ${SOLD} THEN ${AT} END,
    'completed_at', CASE WHEN ${SOLD} THEN ${AT} END,
    'status', CASE WHEN ${SOLD} THEN 'OPEN' ELSE 'ABANDONED' END,
    'step', CASE WHEN ${SOLD} THEN 'COMPLETE' ELSE 'SIGNATURE' END,
    'cancel_reason', CASE WHEN ${SOLD} THEN t.cancel_reason ELSE 'CUSTOMER_ABANDONED' END,
    'refund_centavos', CASE WHEN ${SOLD} THEN NULL ELSE 0 END,
    'max_refund_date', CASE WHEN ${SOLD} THEN NULL ELSE ${AT}::date END,
    'transfer_centavos', ${TRANSFER_CENTAVOS},
    'transfer_due_at', CASE WHEN ${SOLD} AND n > ${HELD} THEN ${AT} END,
    'transfer_ordered_at', CASE WHEN ${SOLD} AND n > ${WAITING} THEN ${AT} END,
    'transfered_at', CASE WHEN ${SOLD} AND n > ${WAITING} THEN ${AT} + interval '1 day' END,
    'deadline_at', NULL)) r
  WHERE t.id = $1`

const ADD_ENTRIES = `INSERT INTO ledger_entries (id, kind, retailer_id, transaction_id, reference, occurred_at, booked_on, memo, mac)
  SELECT ${ID}, 'contract', '${DEMO_RETAILER}', ${ID}, 'contract:' || ${ID}, ${AT}, ${AT}::date, '{}', decode(repeat('00', 32), 'hex')
  FROM generate_series($2::integer, $3::integer) n WHERE ${SOLD} AND $1 <> ''`

const ADD_POSTINGS = `INSERT INTO ledger_postings (entry_id, line, account, amount_centavos)
  SELECT ${ID}, p.line, p.account, p.amount
  FROM generate_series($2::integer, $3::integer) n,
    LATERAL (VALUES (1, 'customer:' || ${ID}, 156000), (2, 'unearned-interest:' || ${ID}, -30000),
      (3, 'deferred-fee:' || ${ID}, -1500), (4, 'deferred-retention:' || ${ID}, -4860), (5, 'iof-payable', -2600),
      (6, 'commission-payable:${DEMO_RETAILER}', -2400), (7, 'retailer:${DEMO_RETAILER}', -${TRANSFER_CENTAVOS}))
      p(line, account, amount)
  WHERE ${SOLD} AND $1 <> '' AND $4::timestamptz IS NOT NULL`

/** A transfer for each two hundred sales; from each something is kept for a purchase of the one before. */
async function payYear({ database, services }: TestApp, year: Year): Promise<void> {
  const { secrets } = services
  const sold: number[] = []
  for (let n = year.count; n > WAITING; n -= 1) if (n % GIVEN_UP !== 0) sold.push(n)
  let owedBack = 0
  for (let first = 0; first < sold.length; first += LINES) {
    const part = sold.slice(first, first + LINES)
    const lines = part.map(n => ({ transactionId: idOf(year, n), amountCentavos: TRANSFER_CENTAVOS }))
    const at = new Date(timeOf(year, part.at(-1) ?? 0) + DAY_MS / 2)
    const nettedCentavos = owedBack
    const amountCentavos = lines.length * TRANSFER_CENTAVOS - nettedCentavos
    const lenderAccountId = DEMONSTRATION_ACCOUNT.id
    await database.transaction(async tx => {
      const order = await insertOrder(
        tx,
        secrets,
        {
          kind: 'RETAILER',
          subject: DEMO_RETAILER,
          retailerId: DEMO_RETAILER,
          amountCentavos,
          nettedCentavos,
          payee: {
            name: 'Loja',
            document: '11222333000181',
            to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '11222333000181' },
          },
          lenderAccountId,
          dueOn: calendarDateAt(at),
          lines,
          needsApproval: false,
        },
        at,
      )
      const change = {
        actor: 'bench',
        now: at,
        approvedBy: 'program',
        rail: 'PIX',
        providerId: `E${order.payoutKey}`,
      }
      let moved = order
      for (const event of ['approved', 'sent', 'accepted', 'paid'] as const)
        moved = (await moveOrder(tx, secrets, moved, event, change)) ?? moved
      const netting = { retailerId: DEMO_RETAILER, runId: order.id, amountCentavos: nettedCentavos, at }
      postEntries(
        tx,
        secrets,
        [
          ...(nettedCentavos > 0 ? [computeClawbackNettedEntry(netting)] : []),
          computePayoutOrderedEntry(order, at),
          computePayoutPaidEntry(order, at),
          returnSale(lines[0]?.transactionId ?? '', at),
        ],
        at,
      )
    })
    owedBack = TRANSFER_CENTAVOS
  }
}

const returnSale = (transactionId: string, at: Date) =>
  composeEntry({
    kind: 'contract-reversed',
    retailerId: DEMO_RETAILER,
    transactionId,
    reference: `end:${transactionId}`,
    occurredAt: at,
    memo: {},
    postings: [
      { account: accountOf.clawback(DEMO_RETAILER), amountCentavos: TRANSFER_CENTAVOS },
      { account: accountOf.customer(transactionId), amountCentavos: -TRANSFER_CENTAVOS },
    ],
  })
