import type { Status, Step } from '../../../contract/enums.ts'
import { ORDER_GROUPS, type OrderGroup } from '../../../contract/order-groups.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { replaceNulls } from '../../../platform/db/nulls.ts'
import { hashNameWords } from './names.ts'

/** What a list shows of a purchase. */
export interface ListedPurchase {
  readonly id: string
  readonly orderId: string
  readonly status: Status
  readonly step: Step
  readonly group: OrderGroup
  readonly totalCentavos: Centavos
  readonly netLoanCentavos: Centavos
  readonly downPaymentCentavos: Centavos
  readonly createdAt: Date
  readonly transferCentavos: Centavos | undefined
  readonly transferOrderedAt: Date | undefined
  readonly transferedAt: Date | undefined
  readonly renegotiates: string | undefined
}

type ListedRow = {
  readonly [Name in keyof ListedPurchase]: undefined extends ListedPurchase[Name]
    ? Exclude<ListedPurchase[Name], undefined> | null
    : ListedPurchase[Name]
} & {
  readonly isFound: boolean
  /** As many have been looked at as may be. */
  readonly isLast: boolean
}

/** What a search text may mean. */
type Meaning =
  | { readonly ids: readonly string[] }
  | { readonly orderId: string }
  | { readonly cpfIndex: Buffer }
  /** Words of a name: all of them. */
  | { readonly name: string }

interface SearchRange {
  /** Bounds of ids. */
  readonly lowest?: string | undefined
  readonly highest?: string | undefined
}

export interface PurchaseSearch extends SearchRange {
  readonly orderId?: string | undefined
  readonly status?: Status | undefined
  readonly group?: OrderGroup | undefined
  /** Any of them; without it everything. */
  readonly meanings?: readonly Meaning[] | undefined
  /** The last id of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** As many rows one page looks at, so that a rare status costs no more than a common one. */
const SCANNED = 2_000

/* As in the index `transactions_by_group`. */
const GROUP = `(CASE
    WHEN t.status IN ('CANCELED', 'PROCESSING_CANCEL') THEN 'CANCELED'
    WHEN t.status = 'ABANDONED' THEN 'ABANDONED'
    WHEN t.status = 'PENDING' AND t.step IN ('ASYNC_ANALYSE', 'DESK') THEN 'ANALYSIS'
    WHEN t.status = 'PENDING' AND t.step = 'ENTRY' THEN 'DOWN_PAYMENT'
    WHEN t.status = 'PENDING' THEN 'ONBOARDING'
    WHEN t.renegotiates IS NOT NULL THEN 'AGREEMENT'
    WHEN t.transfered_at IS NOT NULL THEN 'TRANSFERED'
    WHEN t.transfer_due_at IS NOT NULL THEN 'SCHEDULED'
    ELSE 'UNSCHEDULED' END)`

const SHOWN = `t.order_id, t.status, t.step, ${GROUP} AS "group",
  (t.contract->>'totalCentavos')::bigint AS total_centavos,
  t.net_loan_centavos, t.down_payment_centavos,
  t.created_at, t.transfer_centavos, t.transfer_ordered_at,
  t.transfered_at, t.renegotiates`
const IN_RANGE = `t.retailer_id = $1 AND t.id > $2 AND t.id < $3`
const IS_FOUND = `($4::text IS NULL OR t.status = $4) AND ($6::text IS NULL OR ${GROUP} = $6)
  AND ($7::text IS NULL OR t.order_id = $7)`
const LOOKED_AT = `t.id, ${GROUP} AS "group", ${IS_FOUND} AS is_found`
const ENDED = `('CANCELED', 'ABANDONED')`

/** One way to look at purchases, as statements: what a list shows of those that are found, or their groups alone. */
interface Way {
  readonly list: Statement
  readonly count: Statement
}

/*
 * A page looks at more purchases than it shows, and what it shows of one is most of the work: it is read of the shown ones
 * alone. The last one looked at comes along, because the next page goes on from there.
 */
function defineWay(name: string, lookedAt: string): Way {
  const chosen = `SELECT l.id, l."group", l.is_found AND count(*) FILTER (WHERE l.is_found) OVER newest <= $8 AS is_found,
      row_number() OVER newest = $5 AS is_last
    FROM (${lookedAt}) l WINDOW newest AS (ORDER BY l.id DESC)`
  return {
    list: {
      name: `transactions.list-${name}`,
      text: `SELECT c.id, ${SHOWN}, c.is_found, c.is_last FROM (${chosen}) c
        LEFT JOIN LATERAL (SELECT * FROM transactions f
          WHERE c.is_found AND f.id = c.id AND f.retailer_id = $1 LIMIT 1) t ON true
        WHERE c.is_found OR c.is_last ORDER BY c.id DESC`,
    },
    count: {
      name: `transactions.count-${name}`,
      text: `SELECT c.id, c."group", c.is_found, c.is_last FROM (${chosen}) c
        WHERE c.is_found OR c.is_last ORDER BY c.id DESC`,
    },
  }
}

/** Every purchase of the shop in the range of ids, the newest first. */
const NEWEST = defineWay(
  'newest',
  `SELECT ${LOOKED_AT} FROM transactions t WHERE ${IN_RANGE} ORDER BY t.id DESC LIMIT $5`,
)
const BY_GROUP = defineWay(
  'by-group',
  `SELECT ${LOOKED_AT} FROM transactions t WHERE ${IN_RANGE} AND ${GROUP} = $6 ORDER BY t.id DESC LIMIT $5`,
)
/* Two indexes: one keeps an order from having two living purchases, the other finds those that ended. */
const BY_ORDER = defineWay(
  'by-order',
  `SELECT * FROM (
      SELECT ${LOOKED_AT} FROM transactions t
      WHERE ${IN_RANGE} AND t.order_id = $9 AND t.status NOT IN ${ENDED}
      UNION ALL
      SELECT ${LOOKED_AT} FROM transactions t
      WHERE ${IN_RANGE} AND t.order_id = $9 AND t.status IN ${ENDED}
    ) f ORDER BY f.id DESC LIMIT $5`,
)
const BY_IDS = defineWay(
  'own-by-ids',
  `SELECT ${LOOKED_AT} FROM transactions t WHERE ${IN_RANGE} AND t.id = ANY ($9::text[]) ORDER BY t.id DESC LIMIT $5`,
)
const BY_CUSTOMER = defineWay(
  'by-customer',
  `SELECT ${LOOKED_AT} FROM transactions t WHERE ${IN_RANGE} AND t.cpf_index = $9 ORDER BY t.id DESC LIMIT $5`,
)
/* The first word is the longest one, which the fewest share. Purchases that have not all words are not read. */
const BY_NAME = defineWay(
  'by-name',
  `SELECT s.transaction_id AS id, ${GROUP} AS "group", t.id IS NOT NULL AND ${IS_FOUND} AS is_found
    FROM (SELECT n.transaction_id, NOT EXISTS (SELECT FROM unnest(($9::bytea[])[2:]) AS w (word)
            WHERE NOT EXISTS (SELECT FROM purchase_names o
              WHERE o.retailer_id = $1 AND o.word = w.word AND o.transaction_id = n.transaction_id)) AS fits
        FROM (SELECT transaction_id FROM purchase_names
            WHERE retailer_id = $1 AND word = ($9::bytea[])[1] AND transaction_id > $2 AND transaction_id < $3
            ORDER BY transaction_id DESC LIMIT $5) n) s
      LEFT JOIN LATERAL (SELECT * FROM transactions f
          WHERE s.fits AND f.id = s.transaction_id AND f.retailer_id = $1 LIMIT 1) t ON true`,
)

/** One way to look for purchases, newest first. */
interface Source {
  readonly way: Way
  /** Of the statement alone: after those that all have. */
  readonly values: readonly unknown[]
  /** Whether rows may be looked at that are not found. */
  readonly isFiltered: boolean
}

function listSources(
  secrets: Secrets,
  retailerId: string,
  { orderId, status, group, meanings }: PurchaseSearch,
): Source[] {
  const isFiltered = status !== undefined
  if (meanings !== undefined)
    return meanings.map(meaning => {
      const source = chooseSource(secrets, retailerId, meaning)
      const isNarrowed = isFiltered || group !== undefined || orderId !== undefined
      return { ...source, isFiltered: source.isFiltered || isNarrowed }
    })
  if (orderId !== undefined)
    return [{ way: BY_ORDER, values: [orderId], isFiltered: isFiltered || group !== undefined }]
  if (group !== undefined) return [{ way: BY_GROUP, values: [], isFiltered }]
  return [{ way: NEWEST, values: [], isFiltered }]
}

function chooseSource(secrets: Secrets, retailerId: string, meaning: Meaning): Source {
  if ('ids' in meaning) return { way: BY_IDS, values: [meaning.ids], isFiltered: false }
  if ('orderId' in meaning) return { way: BY_ORDER, values: [meaning.orderId], isFiltered: false }
  if ('cpfIndex' in meaning) return { way: BY_CUSTOMER, values: [meaning.cpfIndex], isFiltered: false }
  const words = hashNameWords(secrets, retailerId, meaning.name)
  return { way: BY_NAME, values: [words], isFiltered: words.length > 1 }
}

const FIRST = ''
const LAST = 'g'

/** The newest first. `next` is what to go on from, as long as something may be left. */
export async function searchPurchases(
  app: Searched,
  retailerId: string,
  search: PurchaseSearch,
): Promise<{ readonly purchases: readonly ListedPurchase[]; readonly next: string | null }> {
  const { rows, next } = await findNewest<ListedRow>(app, retailerId, { search, kind: 'list' })
  return { purchases: rows.map(toListed), next }
}

type Looked = Pick<ListedRow, 'id' | 'isFound' | 'isLast'>

/** Where a search looks, and with which keys the words of names are hashed. */
interface Searched {
  readonly database: Queryable
  readonly secrets: Secrets
}

async function findNewest<Row extends Looked>(
  { database, secrets }: Searched,
  retailerId: string,
  { search, kind }: { readonly search: PurchaseSearch; readonly kind: keyof Way },
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const { orderId, status, group, lowest = FIRST, highest = LAST, after = LAST, limit } = search
  const before = after < highest ? after : highest
  const pages = await Promise.all(
    listSources(secrets, retailerId, search).map(async ({ way, values, isFiltered }) => {
      const scanned = isFiltered ? SCANNED : limit + 1
      const shared = [retailerId, lowest, before, status ?? null, scanned, group ?? null, orderId ?? null]
      return database.run<Row>(way[kind], [...shared, limit + 1, ...values])
    }),
  )
  const looked = pages.flat()
  // Down to here every way has been looked at.
  const frontier = looked
    .flatMap(({ id, isLast }) => (isLast ? id : []))
    .sort()
    .at(-1)
  const found = new Map(looked.flatMap(row => (row.isFound ? [[row.id, row]] : [])))
  const known = [...found.values()]
    .filter(({ id }) => frontier === undefined || id >= frontier)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
  const rows = known.slice(0, limit)
  const next = known.length > limit ? rows.at(-1)?.id : frontier
  return { rows, next: next ?? null }
}

function toListed({ isFound: _, isLast: _last, ...row }: ListedRow): ListedPurchase {
  return replaceNulls(row)
}

/* Each group up to so many, so that the largest shop costs no more than a large one. */
const COUNT_GROUPS: Statement = {
  name: 'transactions.count-groups',
  text: `SELECT g.name AS "group", c.count FROM unnest($4::text[]) AS g (name)
    CROSS JOIN LATERAL (SELECT count(*)::integer AS count FROM (
      SELECT FROM transactions t WHERE ${IN_RANGE} AND ${GROUP} = g.name LIMIT $5) counted) c`,
}

export interface GroupCounts {
  readonly counts: ReadonlyMap<OrderGroup, number>
  /** False when there are more than were counted. */
  readonly isComplete: boolean
}

/** How many purchases of a shop are in each group, up to `limit` of each. */
export async function countGroups(
  db: Queryable,
  retailerId: string,
  { lowest = FIRST, highest = LAST }: SearchRange,
  limit: number,
): Promise<GroupCounts> {
  const values = [retailerId, lowest, highest, ORDER_GROUPS, limit]
  const rows = await db.run<{ group: OrderGroup; count: number }>(COUNT_GROUPS, values)
  return {
    counts: new Map(rows.map(({ group, count }) => [group, count])),
    isComplete: rows.every(({ count }) => count < limit),
  }
}

/** How many of the newest purchases that a search finds, up to its limit, are in each group. */
export async function countFound(
  app: Searched,
  retailerId: string,
  search: PurchaseSearch,
): Promise<GroupCounts> {
  const { rows, next } = await findNewest<Looked & Pick<ListedRow, 'group'>>(app, retailerId, {
    search,
    kind: 'count',
  })
  const groups = Map.groupBy(rows, ({ group }) => group)
  return {
    counts: new Map([...groups].map(([group, { length }]) => [group, length])),
    isComplete: next === null,
  }
}
