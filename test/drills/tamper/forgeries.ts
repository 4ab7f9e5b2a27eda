import { randomBytes } from 'node:crypto'
import { computeSeal } from '../../../src/domains/ledger/seal.ts'
import { FIRST_SEAL, type Seal } from '../../../src/domains/ledger/store/heads.ts'
import { STORED_ENTRY_COLUMNS, type StoredEntry } from '../../../src/domains/ledger/store/stored-entry.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { Row } from './mutations.ts'
import type { Trial } from './trial.ts'

/** Several rows that fit each other, as somebody writes them who has read the source. */
export interface Forgery {
  readonly scene: string
  readonly table: string
  readonly what: string
  apply(trial: Trial): Promise<void>
}

const FORTUNE = 4_000_000

type Posting = readonly [account: string, amountCentavos: number]

interface ForgedEntry {
  readonly kind: string
  readonly reference: string
  readonly postings: readonly Posting[]
  /** Where the entry waits for its seal. */
  readonly seal?: 'awaited' | 'none' | 'forged'
}

/** An entry of this purchase that balances. */
async function forgeEntry(trial: Trial, forged: ForgedEntry): Promise<string> {
  const { stage, parties } = trial
  const { intruder } = stage
  const id = newId(stage.app.clock.now().getTime())
  const { kind, reference, postings, seal = 'awaited' } = forged
  // As a copy: the columns that the schema asks for, and the MAC of a genuine entry if there is one.
  await intruder.query(
    `INSERT INTO ledger_entries SELECT (jsonb_populate_record(e, jsonb_build_object('id', $1::text, 'kind', $2::text,
       'reference', $3::text, 'retailer_id', $4::text, 'transaction_id', $5::text))).*
     FROM ledger_entries e WHERE e.transaction_id = $5 ORDER BY e.id DESC LIMIT 1`,
    [id, kind, reference, parties.shop.id, parties.bought.transactionId],
  )
  for (const [index, [account, amount]] of postings.entries())
    await intruder.query(
      'INSERT INTO ledger_postings (entry_id, line, account, amount_centavos) VALUES ($1, $2, $3, $4)',
      [id, index + 1, account, amount],
    )
  if (seal === 'awaited') await intruder.query('INSERT INTO ledger_unsealed (entry_id) VALUES ($1)', [id])
  if (seal === 'forged') await forgeSeal(trial, id)
  return id
}

async function forgeSeal({ stage }: Trial, entryId: string): Promise<void> {
  const { intruder } = stage
  const [last, stored] = [
    await intruder.query<{ position: string; hash: string }>(
      `SELECT position, encode(hash, 'hex') AS hash FROM ledger_seals ORDER BY position DESC LIMIT 1`,
    ),
    await intruder.query<StoredEntry>(
      `SELECT ${STORED_ENTRY_COLUMNS} FROM ledger_entries e WHERE e.id = $1`,
      [entryId],
    ),
  ]
  const [before, entry] = [last.rows[0], stored.rows[0]]
  if (entry === undefined) throw new Error('the entry was not written')
  const previous: Seal = before ? { position: Number(before.position), hash: before.hash } : FIRST_SEAL
  const { position, hash } = computeSeal(previous, entry)
  await intruder.query(
    `INSERT INTO ledger_seals (position, entry_id, hash) VALUES ($1, $2, decode($3, 'hex'))`,
    [position, entryId, hash],
  )
}

async function forgeRefund(trial: Trial, reference: string): Promise<void> {
  const { stage, parties } = trial
  const now = stage.app.clock.now()
  await forgeRow(trial, 'refunds', {
    id: newId(now.getTime()),
    reference,
    part: 1,
    retailer_id: parties.shop.id,
    transaction_id: parties.bought.transactionId,
    amount_centavos: FORTUNE,
    due_since: now,
    max_refund_date: now,
    state: 'DUE',
    order_id: null,
    way: null,
    waits_for: null,
    paid_at: null,
  })
}

/** A copy of any row of the table, with its MAC; without one, bytes that look like a MAC. */
async function forgeRow({ stage, tables }: Trial, name: string, fields: Row): Promise<void> {
  const table = tables.find(each => each.name === name)
  const { rows } = await stage.intruder.query<{ row: Row }>(
    `SELECT to_jsonb(r) AS row FROM ${name} r LIMIT 1`,
  )
  const bytes = (table?.columns ?? [])
    .filter(({ type, isNullable }) => type === 'bytea' && !isNullable)
    .map(column => [column.name, `\\x${randomBytes(32).toString('hex')}`])
  const row = { ...Object.fromEntries(bytes), ...rows[0]?.row, ...fields }
  const list = Object.keys(row)
    .map(column => `"${column}"`)
    .join(', ')
  await stage.intruder.query(
    `INSERT INTO ${name} (${list}) SELECT ${list} FROM jsonb_populate_record(NULL::${name}, $1::jsonb)`,
    [row],
  )
}

const REFUND_DUE: readonly Posting[] = [
  ['late-fine', FORTUNE],
  ['refunds-due', -FORTUNE],
]

const inventRefund = (scene: string, seal: NonNullable<ForgedEntry['seal']>, what: string): Forgery => ({
  scene,
  table: 'ledger_entries',
  what,
  async apply(trial) {
    const reference = `refund:excess:${trial.parties.bought.transactionId}:1`
    await forgeEntry(trial, { kind: 'refund-due', reference, postings: REFUND_DUE, seal })
    await forgeRefund(trial, reference)
  },
})

const update = (
  scene: string,
  table: string,
  what: string,
  sets: string,
  where = 'transaction_id = $1',
): Forgery => ({
  scene,
  table,
  what,
  async apply({ stage, parties }) {
    await stage.intruder.query(`UPDATE ${table} SET ${sets} WHERE ${where}`, [parties.bought.transactionId])
  },
})

/** Forgets that the transfer was ordered, in the purchase and in the order's line. */
const payTwice = (scene: string, sets: string): Forgery => ({
  scene,
  table: 'payout_lines',
  what: `transfer forgotten (${sets.replaceAll(/, move_count.*/g, '')}), line not live`,
  async apply({ stage, parties }) {
    const { transactionId } = parties.bought
    await stage.intruder.query('UPDATE payout_lines SET is_live = false WHERE transaction_id = $1', [
      transactionId,
    ])
    await stage.intruder.query(`UPDATE transactions SET ${sets} WHERE id = $1`, [transactionId])
  },
})

const entryForgery = (
  scene: string,
  what: string,
  compose: (ids: {
    readonly purchase: string
    readonly shop: string
    readonly account: string
  }) => Omit<ForgedEntry, 'seal'>,
): Forgery => ({
  scene,
  table: 'ledger_entries',
  what,
  async apply(trial) {
    const { rows } = await trial.stage.intruder.query<{ id: string }>(
      'SELECT id FROM lender_accounts LIMIT 1',
    )
    const { shop, bought } = trial.parties
    await forgeEntry(
      trial,
      compose({ purchase: bought.transactionId, shop: shop.id, account: rows[0]?.id ?? '' }),
    )
  },
})

export const FORGERIES: readonly Forgery[] = [
  update(
    'transfer due',
    'transactions',
    'transfer of 45,000.00 for a purchase of 900.00',
    'transfer_centavos = 4500000, move_count = move_count + 1',
    'id = $1',
  ),
  inventRefund('transfer paid', 'awaited', 'invented entry refund-due and its refund of 40,000.00'),
  inventRefund('transfer paid', 'none', 'invented refund, its entry never to be sealed'),
  inventRefund(
    'transfer paid',
    'forged',
    'invented refund, its entry with a seal computed as the program does',
  ),
  inventRefund('refund due', 'awaited', 'invented refund beside a genuine one'),
  {
    scene: 'refund due',
    table: 'refunds',
    what: 'genuine refund raised, an invented entry for the rest',
    async apply(trial) {
      const { transactionId } = trial.parties.bought
      await forgeEntry(trial, {
        kind: 'refund-due',
        reference: `refund:rest:${transactionId}`,
        postings: REFUND_DUE,
      })
      await trial.stage.intruder.query(
        'UPDATE refunds SET amount_centavos = amount_centavos + $2 WHERE transaction_id = $1',
        [transactionId, FORTUNE],
      )
    },
  },
  {
    scene: 'refund due',
    table: 'ledger_postings',
    what: 'a balanced pair of lines more on the genuine entry, the refund raised',
    async apply({ stage, parties }) {
      const { transactionId } = parties.bought
      await stage.intruder.query(
        `INSERT INTO ledger_postings (entry_id, line, account, amount_centavos) SELECT e.id, 90 + v.line, v.account, v.amount
         FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id AND p.account = 'refunds-due',
           (VALUES (1, 'late-fine', $2::bigint), (2, 'refunds-due', -$2::bigint)) AS v (line, account, amount)
         WHERE e.transaction_id = $1`,
        [transactionId, FORTUNE],
      )
      await stage.intruder.query(
        'UPDATE refunds SET amount_centavos = amount_centavos + $2 WHERE transaction_id = $1',
        [transactionId, FORTUNE],
      )
    },
  },
  update(
    'refund paid',
    'refunds',
    'paid refund due again',
    `state = 'DUE', order_id = NULL, way = NULL, paid_at = NULL`,
  ),
  {
    scene: 'refund paid',
    table: 'refunds',
    what: 'paid refund due again, with an invented entry that owes it',
    async apply(trial) {
      const { transactionId } = trial.parties.bought
      await forgeEntry(trial, {
        kind: 'refund-due',
        reference: `refund:again:${transactionId}`,
        postings: REFUND_DUE,
      })
      await trial.stage.intruder.query(
        `UPDATE refunds SET state = 'DUE', order_id = NULL, way = NULL, paid_at = NULL WHERE transaction_id = $1`,
        [transactionId],
      )
    },
  },
  entryForgery(
    'installment open',
    'invented payment, given back by the cancellation',
    ({ purchase, account }) => ({
      kind: 'payment',
      reference: `payment:${purchase}:forged`,
      postings: [
        [`clearing:${account}`, FORTUNE],
        [`customer:${purchase}`, -FORTUNE],
      ],
    }),
  ),
  entryForgery('transfer due', 'invented payment before the transfer', ({ purchase, account }) => ({
    kind: 'payment',
    reference: `payment:${purchase}:forged`,
    postings: [
      [`bank:${account}`, FORTUNE],
      [`customer:${purchase}`, -FORTUNE],
    ],
  })),
  entryForgery('clawback', 'invented credit on what the retailer owes back', ({ shop, purchase }) => ({
    kind: 'clawback-netted',
    reference: `clawback-netted:${purchase}`,
    postings: [
      ['late-fine', FORTUNE],
      [`clawback:${shop}`, -FORTUNE],
    ],
  })),
  entryForgery('transfer due', 'invented credit of the retailer', ({ shop, purchase }) => ({
    kind: 'contract',
    reference: `contract:${purchase}:2`,
    postings: [
      ['late-fine', FORTUNE],
      [`retailer:${shop}`, -FORTUNE],
    ],
  })),
  {
    scene: 'transfer due',
    table: 'ledger_entries',
    what: 'invented credit of the retailer, and the transfer raised to it',
    async apply(trial) {
      const { shop, bought } = trial.parties
      const postings: readonly Posting[] = [
        ['late-fine', FORTUNE],
        [`retailer:${shop.id}`, -FORTUNE],
      ]
      await forgeEntry(trial, { kind: 'contract', reference: `contract:${bought.transactionId}:2`, postings })
      await trial.stage.intruder.query(
        'UPDATE transactions SET transfer_centavos = transfer_centavos + $2, move_count = move_count + 1 WHERE id = $1',
        [bought.transactionId, FORTUNE],
      )
    },
  },
  payTwice('transfer ordered', 'transfer_ordered_at = NULL, move_count = move_count + 1'),
  payTwice('transfer paid', 'transfer_ordered_at = NULL, transfered_at = NULL, move_count = move_count + 1'),
  payTwice('transfer paid', 'transfer_ordered_at = NULL, move_count = move_count + 1'),
  {
    scene: 'transfer paid',
    table: 'transactions',
    what: 'row as it was before its transfer, with its MAC; line not live',
    async apply({ stage, parties }) {
      const { rows } = await stage.intruder.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'transactions'::regclass AND attnum > 0
           AND NOT attisdropped AND attgenerated = '' AND attname <> 'id'`,
      )
      const sets = rows.map(
        ({ name }) => `"${name}" = (jsonb_populate_record(NULL::transactions, $2::jsonb))."${name}"`,
      )
      await stage.intruder.query(`UPDATE transactions SET ${sets.join(', ')} WHERE id = $1`, [
        parties.bought.transactionId,
        parties.earlier,
      ])
      await stage.intruder.query('UPDATE payout_lines SET is_live = false WHERE transaction_id = $1', [
        parties.bought.transactionId,
      ])
    },
  },
  update(
    'invoice awaited',
    'transactions',
    'transfer due without an invoice',
    'transfer_due_at = changed_at, move_count = move_count + 1',
    'id = $1',
  ),
  {
    scene: 'invoice awaited',
    table: 'invoices',
    what: 'invoice validated, and the transfer due',
    async apply({ stage, parties }) {
      const { transactionId } = parties.bought
      await stage.intruder.query(
        `UPDATE invoices SET state = 'VALIDATED', code = coalesce(code, 'MATCHED'), decided_by = 'desk', checked_at = coalesce(checked_at, received_at),
           decided_at = received_at WHERE transaction_id = $1`,
        [transactionId],
      )
      await stage.intruder.query(
        'UPDATE transactions SET transfer_due_at = changed_at, move_count = move_count + 1 WHERE id = $1',
        [transactionId],
      )
    },
  },
  update(
    'settlement open',
    'billets',
    'settlement asks for one real',
    'amount_centavos = 100',
    `transaction_id = $1 AND kind = 'settlement'`,
  ),
  update(
    'installment open',
    'billets',
    'installment marked as paid',
    `payment_status = 'PAID', paid_at = issued_on, paid_by = 'BILLET'`,
    `transaction_id = $1 AND installment_number = 2`,
  ),
]
