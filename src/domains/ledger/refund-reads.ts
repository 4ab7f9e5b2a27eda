import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { accountOf } from './accounts.ts'
import type { Entry } from './entry.ts'
import { listGenuineEntries, type StoredEntry, sumPostings } from './stored-entry.ts'

/** An amount that an entry owes back to the payer. */
export interface RefundCredit {
  readonly reference: string
  readonly retailerId: string | undefined
  readonly transactionId: string | undefined
  readonly amountCentavos: Centavos
  readonly dueSince: Date
}

/** A Pix payment of a transaction. */
export interface PixReceipt {
  readonly endToEndId: string
  readonly amountCentavos: Centavos
  readonly receivedAt: Date
  /** Null while the account at the bank is not identified. */
  readonly lenderAccountId: string | null
}

const SUM_CREDITS: Statement = {
  name: 'ledger.sum-refund-credits',
  text: `SELECT e.reference, coalesce(e.transaction_id, '') AS transaction_id, -sum(p.amount_centavos)::bigint AS amount_centavos
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id AND p.account = 'refunds-due'
    WHERE e.reference = ANY ($1::text[]) GROUP BY e.id`,
}
const LIST_PIX: Statement = {
  name: 'ledger.list-pix-receipts',
  text: `SELECT substr(e.reference, 13) AS end_to_end_id, p.amount_centavos,
      e.occurred_at AS received_at, CASE WHEN p.account LIKE 'bank:%' THEN substr(p.account, 6) END AS lender_account_id
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
    WHERE e.transaction_id = ANY ($1::text[]) AND e.reference LIKE 'payment:pix:%' AND p.amount_centavos > 0
      AND (p.account LIKE 'bank:%' OR p.account LIKE 'unidentified-bank:%')
    ORDER BY e.id DESC`,
}

/** What the entry itself owes back; undefined when it owes nothing. */
export function findRefundCredit(entry: Entry): RefundCredit | undefined {
  const { reference, retailerId, transactionId, occurredAt: dueSince } = entry
  const owed = entry.postings.reduce(
    (sum, { account, amountCentavos }) => (account === 'refunds-due' ? sum - amountCentavos : sum),
    0,
  )
  return owed > 0 ? { reference, retailerId, transactionId, amountCentavos: owed, dueSince } : undefined
}

interface OwedBack {
  readonly reference: string
  /** Empty where the payer is unknown. */
  readonly transactionId: string
  readonly amountCentavos: Centavos
}

/** By reference: what each entry owes back, and for which transaction. */
export async function findRefundCredits(
  db: Queryable,
  references: readonly string[],
): Promise<Map<string, OwedBack>> {
  const rows = await db.run<OwedBack>(SUM_CREDITS, [references])
  return new Map(rows.map(row => [row.reference, row]))
}

/** What the books say about giving money back under one transaction. */
export interface RefundBooks {
  /** Owed back and not ordered. */
  readonly owedCentavos: Centavos
  /** Received for the transaction and those that it belongs together with, less what was ordered back. */
  readonly leftCentavos: Centavos
}

const MONEY_IN = /^(?:bank|clearing|unidentified-bank):/
/** They move what was paid from one transaction to another: a purchase and its replacement, a debt and its agreement. */
const LINKING: ReadonlySet<string> = new Set(['carry-over', 'agreement-payment', 'renegotiation'])

/** Throws ForgedRow. */
export async function readRefundBooks(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<RefundBooks> {
  const family = new Set([transactionId])
  let entries: StoredEntry[] = []
  for (let known = 0; known < family.size; ) {
    known = family.size
    const ids = [...family]
    entries = await listGenuineEntries(db, secrets, {
      transactionIds: ids,
      accounts: ids.map(accountOf.customer),
    })
    for (const linked of entries.flatMap(listLinked)) family.add(linked)
  }
  const isOfFamily = (entry: StoredEntry): boolean => family.has(entry.transactionId ?? '')
  const isPayout = ({ kind }: StoredEntry): boolean => kind.startsWith('payout-')
  // Money that came for somebody else and was credited here has left suspense.
  const receivedCentavos = sumPostings(
    entries.filter(entry => !isPayout(entry)),
    (account, entry) => (isOfFamily(entry) ? MONEY_IN.test(account) : account === 'suspense'),
  )
  const orderedCentavos = sumPostings(entries.filter(isPayout), account => account === 'refunds-due')
  const owedCentavos = -sumPostings(
    entries,
    (account, entry) => account === 'refunds-due' && entry.transactionId === transactionId,
  )
  return { owedCentavos, leftCentavos: receivedCentavos - orderedCentavos }
}

function listLinked({ kind, transactionId, postings }: StoredEntry): string[] {
  if (!LINKING.has(kind)) return []
  const customers = (postings ?? []).flatMap(([, account]) => account.match(/^customer:(.+)$/)?.[1] ?? [])
  return transactionId === null ? customers : [transactionId, ...customers]
}

/** Pix payments made for these transactions, the last one first. Throws ForgedRow. */
export async function listPixReceipts(
  db: Queryable,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<PixReceipt[]> {
  const receipts = await db.run<PixReceipt>(LIST_PIX, [transactionIds])
  await listGenuineEntries(db, secrets, { transactionIds })
  return receipts
}
