import { insertOrder, moveOrder } from '../../src/domains/payouts/orders.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import type { PurchaseStage } from '../purchases/stage.ts'
import { idAt, momentOf, ORDERS } from './rows.ts'

const DAY_MS = 86_400_000
/** Of a purchase that ended after its transfer. */
const OWED_BACK = 10_000
/** For one purchase, and what is kept of the transfers of a day: seven purchases end on it. */
const PAID_OUT = 300_000
const NETTED = 7 * OWED_BACK

/** What the books say of the year: every sale, what ended after its transfer, and a transfer for each day. */
export async function fillMoney(stage: PurchaseStage, sample: string): Promise<void> {
  const ordered = await orderTransfers(stage)
  // Postings are written in the transaction of their entry, or refused.
  await stage.run('BEGIN')
  await bookSales(stage, sample)
  await bookOwedBack(stage)
  await bookTransfers(stage, ordered)
  await stage.run(
    'INSERT INTO ledger_unsealed (entry_id) SELECT id FROM ledger_entries ON CONFLICT DO NOTHING',
  )
  await stage.run('COMMIT')
  for (const table of ['ledger_entries', 'ledger_postings', 'payout_orders', 'payout_lines'])
    await stage.run(`VACUUM (ANALYZE) ${table}`)
}

/** Copies of the sample's own entry, with the accounts of each purchase. */
async function bookSales({ run }: PurchaseStage, sample: string): Promise<void> {
  const sales = `generate_series(1, ${ORDERS}) AS n WHERE n % 20 <> 2`
  const id = idAt(momentOf('n'), 'n')
  await run(
    `INSERT INTO ledger_entries (id, kind, retailer_id, transaction_id, reference, occurred_at, memo, mac)
      SELECT ${id}, e.kind, e.retailer_id, ${id}, 'contract:' || ${id}, ${momentOf('n')}, e.memo, e.mac
      FROM (SELECT * FROM ledger_entries WHERE transaction_id = $1 AND kind = 'contract') e, ${sales}`,
    [sample],
  )
  await run(
    `INSERT INTO ledger_postings (entry_id, line, account, amount_centavos)
      SELECT ${id}, p.line, replace(p.account, $1, ${id}), p.amount_centavos
      FROM (SELECT p.* FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
          WHERE e.transaction_id = $1 AND e.kind = 'contract') p, ${sales}
      -- The postings of an entry stand together, as they were booked.
      ORDER BY n, p.line`,
    [sample],
  )
}

/** Every fortieth purchase: it was paid out, and ended after that. */
async function bookOwedBack({ run, retailerId }: PurchaseStage): Promise<void> {
  const ended = `generate_series(320, ${ORDERS}, 40) AS n`
  const at = `${momentOf('n')} + interval '1 day'`
  const id = idAt(at, `n + ${ORDERS}`)
  await run(
    `INSERT INTO ledger_entries (id, kind, retailer_id, transaction_id, reference, occurred_at, memo, mac)
      SELECT ${id}, 'contract-reversed', $1, ${idAt(momentOf('n'), 'n')}, 'end:' || n, ${at}, '{}', decode(repeat('00', 32), 'hex')
      FROM ${ended}`,
    [retailerId],
  )
  await run(
    `INSERT INTO ledger_postings (entry_id, line, account, amount_centavos)
      SELECT ${id}, l.line, l.account, l.sign * ${OWED_BACK} FROM ${ended},
        (VALUES (1, 'clawback:' || $1, 1), (2, 'refunds-due', -1)) AS l (line, account, sign)`,
    [retailerId],
  )
}

interface Ordered {
  readonly id: string
  readonly at: Date
  readonly lenderAccountId: string
  readonly amountCentavos: number
  readonly nettedCentavos: number
}

/** Through the program, because nobody else can write their MACs. */
async function orderTransfers({ run, retailerId, withApp }: PurchaseStage): Promise<readonly Ordered[]> {
  const days = await run(
    `SELECT max(transfered_at) AS last_at, array_agg(id) AS ids
      FROM transactions WHERE retailer_id = $1 AND transfered_at IS NOT NULL AND transfer_ordered_at IS NOT NULL
      GROUP BY (transfered_at AT TIME ZONE 'America/Sao_Paulo')::date ORDER BY 1`,
    [retailerId],
  )
  const [account] = await run('SELECT id FROM lender_accounts LIMIT 1')
  const lenderAccountId = String(account?.id)
  const payee = {
    name: 'Loja de medida',
    document: '11222333000181',
    to: { kind: 'pix-key', keyType: 'EMAIL', key: 'loja@example.com' },
  } as const
  return withApp(async ({ database, secrets }) => {
    const ordered: Ordered[] = []
    for (const { last_at, ids } of days) {
      const at = new Date(Math.min((last_at as Date).getTime() + DAY_MS / 2, Date.now() - DAY_MS / 2))
      const lines = (ids as string[]).map(transactionId => ({ transactionId, amountCentavos: PAID_OUT }))
      const nettedCentavos = NETTED
      const amountCentavos = lines.length * PAID_OUT - nettedCentavos
      const about = { kind: 'RETAILER', subject: retailerId, retailerId, lenderAccountId, payee } as const
      const made = { ...about, amountCentavos, nettedCentavos, lines, needsApproval: false }
      const change = { actor: 'program', approvedBy: 'program', rail: 'http', now: at }
      await database.transaction(async tx => {
        let order = await insertOrder(tx, secrets, { ...made, dueOn: calendarDateAt(at) }, at)
        for (const event of ['approved', 'sent', 'paid'] as const) {
          const providerId = event === 'paid' ? `E00000000${order.id}` : undefined
          order = (await moveOrder(tx, secrets, order, event, { ...change, providerId })) ?? order
        }
        ordered.push({ id: order.id, at, lenderAccountId, amountCentavos, nettedCentavos })
      })
    }
    return ordered
  })
}

async function bookTransfers({ run, retailerId }: PurchaseStage, ordered: readonly Ordered[]): Promise<void> {
  const entries = ordered.flatMap(({ id, at, lenderAccountId, amountCentavos, nettedCentavos }) => {
    const [debt, transit] = [`retailer:${retailerId}`, `in-transit:${retailerId}`]
    const book = (kind: string, place: number, from: string, to: string, amount: number) => ({
      id: (BigInt(`0x${id}`) + (BigInt(place) << 48n)).toString(16).padStart(24, '0'),
      kind,
      reference: `${kind}:${id}`,
      at,
      from,
      to,
      amount,
    })
    return [
      book('clawback-netted', 1, debt, `clawback:${retailerId}`, nettedCentavos),
      book('payout-ordered', 2, debt, transit, amountCentavos),
      book('payout-paid', 3, transit, `bank:${lenderAccountId}`, amountCentavos),
    ]
  })
  const rows = `json_to_recordset($1) AS e (id text, kind text, reference text, at timestamptz, "from" text, "to" text, amount bigint)`
  await run(
    `INSERT INTO ledger_entries (id, kind, retailer_id, reference, occurred_at, memo, mac)
      SELECT id, kind, $2, reference, at, '{}', decode(repeat('00', 32), 'hex') FROM ${rows}`,
    [JSON.stringify(entries), retailerId],
  )
  await run(
    `INSERT INTO ledger_postings (entry_id, line, account, amount_centavos)
      SELECT id, 1, "from", amount FROM ${rows} UNION ALL SELECT id, 2, "to", -amount FROM ${rows}`,
    [JSON.stringify(entries)],
  )
}
