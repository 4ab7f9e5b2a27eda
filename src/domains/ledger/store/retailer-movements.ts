import { parseIdTime } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { type AccountName, accountOf } from '../accounts.ts'
import type { EntryKind } from '../entry.ts'

/**
 * What one entry changes between lender and retailer. Money that only moves between what is owed, what is owed back and
 * what is on its way is not a movement.
 */
interface RetailerMovement {
  readonly entryId: string
  readonly kind: EntryKind
  readonly transactionId: string | null
  readonly reference: string
  /** Positive: owed to the retailer. */
  readonly amountCentavos: Centavos
  /** Of a sale: what the lender keeps, which the amount is without. */
  readonly commissionCentavos: Centavos
  readonly retentionCentavos: Centavos
  readonly bookedAt: Date
}

/**
 * Ids of entries: all after the first and before the second. An entry belongs to the moment at which it was booked, so
 * that what was shown of a day that is over never changes.
 */
interface EntryRange {
  readonly after: string
  readonly before: string
}

/** What is owed, what is owed back, and what is on its way. */
const ACCOUNTS = ['$1', '$2', '$3'] as const
const selectPostings = (account: string): string =>
  `SELECT p.entry_id, p.amount_centavos FROM ledger_postings p
      WHERE p.account = ${account} AND p.entry_id > $4 AND p.entry_id < $5`
const GROUP = ACCOUNTS.map(selectPostings).join(' UNION ALL ')

/** Of a contract only. */
const sumKept = (kind: string): string => `coalesce((SELECT -sum(k.amount_centavos) FROM ledger_postings k
      WHERE k.entry_id = e.id AND e.kind = 'contract' AND split_part(k.account, ':', 1) = '${kind}'), 0)::bigint`

/*
 * Each account is read in the order of its index, no further than a page. Of the last entry of a full page more postings
 * may follow: it belongs to the next page, as does everything after it.
 */
const LIST_MOVEMENTS: Statement = {
  name: 'ledger.list-retailer-movements',
  text: `WITH ${ACCOUNTS.map((account, at) => `page_${at} AS MATERIALIZED (${selectPostings(account)} ORDER BY p.entry_id LIMIT $6)`).join(', ')},
    cut AS MATERIALIZED (
      SELECT min(last) AS id FROM (${ACCOUNTS.map((_, at) => `SELECT CASE WHEN count(*) = $6 THEN max(entry_id) END AS last FROM page_${at}`).join(' UNION ALL ')}) l
    ), page AS MATERIALIZED (
      SELECT g.entry_id, -sum(g.amount_centavos)::bigint AS amount
      FROM (${ACCOUNTS.map((_, at) => `SELECT * FROM page_${at}`).join(' UNION ALL ')}) g, cut
      WHERE cut.id IS NULL OR g.entry_id < cut.id GROUP BY g.entry_id
    )
    SELECT e.id AS entry_id, e.kind, e.transaction_id, e.reference, page.amount AS amount_centavos,
      ${sumKept('commission-payable')} AS commission_centavos,
      ${sumKept('deferred-retention')} AS retention_centavos,
      (SELECT cut.id IS NOT NULL FROM cut) AS is_cut
    FROM page JOIN ledger_entries e ON e.id = page.entry_id ORDER BY e.id`,
}
const SUM_MOVEMENTS: Statement = {
  name: 'ledger.sum-retailer-movements',
  text: `SELECT coalesce(-sum(g.amount_centavos), 0)::bigint AS sum FROM (${GROUP}) g`,
}
/*
 * A sale is added to the others, each part by an index that holds nothing else: reading the entry of every sale would take
 * most of a second for a large shop. Everything else stays apart by purchase, because what it is called depends on that.
 * Few purchases end.
 *
 * `IS TRUE` makes a hash of the list whatever the planner expects: with a nested loop, a quarter takes minutes.
 */
const SUM_BY_KIND: Statement = {
  name: 'ledger.sum-retailer-movements-by-kind',
  text: `WITH sales AS MATERIALIZED (
      SELECT g.entry_id AS id, g.amount_centavos FROM (${selectPostings('$1')}) g
      WHERE (g.entry_id IN (SELECT c.id FROM ledger_entries c
        WHERE c.retailer_id = $6 AND c.kind = 'contract' AND c.id > $4 AND c.id < $5)) IS TRUE
    ), others AS MATERIALIZED (
      SELECT g.entry_id, -sum(g.amount_centavos) AS amount FROM (${GROUP}) g
      WHERE (g.entry_id IN (SELECT id FROM sales)) IS NOT TRUE
      GROUP BY g.entry_id HAVING sum(g.amount_centavos) <> 0
    )
    SELECT 'contract' AS kind, NULL AS transaction_id,
      coalesce((SELECT -sum(amount_centavos) FROM sales), 0)::bigint AS amount_centavos,
      coalesce((SELECT -sum(k.amount_centavos) FROM ledger_postings k
        WHERE k.account = $7 AND k.entry_id > $4 AND k.entry_id < $5
          AND (k.entry_id IN (SELECT id FROM sales)) IS TRUE), 0)::bigint AS commission_centavos,
      coalesce((SELECT -sum(k.amount_centavos) FROM sales s CROSS JOIN LATERAL (
          SELECT sum(r.amount_centavos) AS amount_centavos FROM ledger_postings r
          WHERE r.entry_id = s.id AND r.account LIKE 'deferred-retention:%' AND r.amount_centavos < 0
        ) k), 0)::bigint AS retention_centavos
    UNION ALL
    SELECT e.kind, e.transaction_id, sum(o.amount)::bigint, 0, 0
    FROM others o CROSS JOIN LATERAL (SELECT * FROM ledger_entries f WHERE f.id = o.entry_id LIMIT 1) e
    GROUP BY 1, 2`,
}
/* The balance after each movement; the last one that left it at zero or above ended the debt before this one. */
const FIND_DEBT: Statement = {
  name: 'ledger.find-retailer-debt',
  text: `WITH movements AS (
      SELECT g.entry_id, -sum(g.amount_centavos) AS amount FROM (${GROUP}) g GROUP BY g.entry_id
    ), balances AS (
      SELECT entry_id, sum(amount) OVER (ORDER BY entry_id) AS balance FROM movements
    )
    SELECT min(b.entry_id) AS entry_id FROM balances b
    WHERE b.entry_id > coalesce((SELECT max(c.entry_id) FROM balances c WHERE c.balance >= 0), '')`,
}
/* Few retailers owe anything back. */
const LIST_CLAWBACKS: Statement = {
  name: 'ledger.list-clawbacks',
  text: `SELECT substr(p.account, length('clawback:') + 1) AS retailer_id FROM ledger_postings p
    WHERE p.account > 'clawback:' AND p.account < 'clawback;' GROUP BY p.account HAVING sum(p.amount_centavos) > 0
    ORDER BY p.account`,
}

/* A payable in debit: more was ordered for the retailer than was ever owed to it. */
const LIST_IN_DEBIT: Statement = {
  name: 'ledger.list-retailers-in-debit',
  text: `SELECT substr(p.account, length('retailer:') + 1) AS retailer_id, sum(p.amount_centavos)::bigint AS amount_centavos
    FROM ledger_postings p WHERE p.account > 'retailer:' AND p.account < 'retailer;'
    GROUP BY p.account HAVING sum(p.amount_centavos) > 0 ORDER BY p.account`,
}

const EVERYTHING: EntryRange = { after: '', before: 'g' }

const listAccounts = (retailerId: string): AccountName[] => [
  accountOf.retailer(retailerId),
  accountOf.clawback(retailerId),
  accountOf.inTransit(retailerId),
]

/** What an entry changed, from the balance before the range on. */
interface RetailerMovements {
  readonly openingCentavos: Centavos
  /** In their order, read as they are asked for: a large shop has too many for memory. */
  readonly pages: AsyncGenerator<readonly RetailerMovement[], void>
}

const PAGE = 1_000

export async function readRetailerMovements(
  db: Queryable,
  retailerId: string,
  range: EntryRange,
): Promise<RetailerMovements> {
  const openingCentavos = await sumRetailerMovements(db, retailerId, endBefore(range))
  return { openingCentavos, pages: readPages(db, retailerId, range) }
}

async function* readPages(
  db: Queryable,
  retailerId: string,
  range: EntryRange,
): AsyncGenerator<readonly RetailerMovement[], void> {
  let after: string | undefined = range.after
  while (after !== undefined) {
    const page = await listRetailerMovements(db, retailerId, { ...range, after }, PAGE)
    const { movements }: typeof page = page
    if (movements.length > 0) yield movements
    after = page.next
  }
}

const endBefore = ({ after }: EntryRange): EntryRange => ({ after: '', before: after })

/** `next` is where the rest begins, as long as there may be any. */
export async function listRetailerMovements(
  db: Queryable,
  retailerId: string,
  { after, before }: EntryRange,
  limit: number,
): Promise<{ readonly movements: readonly RetailerMovement[]; readonly next: string | undefined }> {
  const values = [...listAccounts(retailerId), after, before, limit]
  const rows = await db.run<Omit<RetailerMovement, 'bookedAt'> & { isCut: boolean }>(LIST_MOVEMENTS, values)
  const last = rows.at(-1)
  return {
    movements: rows
      .filter(({ amountCentavos }) => amountCentavos !== 0)
      .map(({ isCut: _, ...row }) => ({ ...row, bookedAt: parseIdTime(row.entryId) })),
    next: last?.isCut === true ? last.entryId : undefined,
  }
}

/** What is owed to the retailer; below zero: what it owes. */
export async function sumRetailerMovements(
  db: Queryable,
  retailerId: string,
  { after, before }: EntryRange = EVERYTHING,
): Promise<Centavos> {
  const values = [...listAccounts(retailerId), after, before]
  return (await db.run<{ sum: Centavos }>(SUM_MOVEMENTS, values))[0]?.sum ?? 0
}

/** Movements of one kind; of a purchase only, unless they are sales. */
type MovementSum = Omit<RetailerMovement, 'entryId' | 'reference' | 'bookedAt'>

/** What `readRetailerMovements` reads, added up. */
export async function sumRetailerMovementsByKind(
  db: Queryable,
  retailerId: string,
  range: EntryRange,
): Promise<{ readonly openingCentavos: Centavos; readonly sums: readonly MovementSum[] }> {
  const values = [
    ...listAccounts(retailerId),
    range.after,
    range.before,
    retailerId,
    accountOf.commissionPayable(retailerId),
  ]
  const [openingCentavos, sums] = await Promise.all([
    sumRetailerMovements(db, retailerId, endBefore(range)),
    db.run<MovementSum>(SUM_BY_KIND, values),
  ])
  return { openingCentavos, sums }
}

/** What a retailer owes back is on an account of its own, so its payable is never in debit. */
export function listRetailersInDebit(
  db: Queryable,
): Promise<{ readonly retailerId: string; readonly amountCentavos: Centavos }[]> {
  return db.run(LIST_IN_DEBIT, [])
}

/** A retailer that owes more than it is owed, and since when without a break. */
interface RetailerDebt {
  readonly retailerId: string
  readonly amountCentavos: Centavos
  readonly since: Date
}

async function findRetailerDebt(db: Queryable, retailerId: string): Promise<RetailerDebt | undefined> {
  const balance = await sumRetailerMovements(db, retailerId)
  if (balance >= 0) return undefined
  const values = [...listAccounts(retailerId), EVERYTHING.after, EVERYTHING.before]
  const entryId = (await db.run<{ entryId: string | null }>(FIND_DEBT, values))[0]?.entryId
  // Paid between the two statements.
  if (entryId === null || entryId === undefined) return undefined
  return { retailerId, amountCentavos: -balance, since: parseIdTime(entryId) }
}

/** Of one retailer or of all, the oldest first. A debt is always something that is owed back. */
export async function listRetailerDebts(db: Queryable, only?: string): Promise<RetailerDebt[]> {
  const debts: RetailerDebt[] = []
  const owing = only === undefined ? await db.run<{ retailerId: string }>(LIST_CLAWBACKS, []) : []
  for (const retailerId of only === undefined ? owing.map(each => each.retailerId) : [only]) {
    const debt = await findRetailerDebt(db, retailerId)
    if (debt !== undefined) debts.push(debt)
  }
  return debts.sort((one, other) => one.since.getTime() - other.since.getTime())
}
