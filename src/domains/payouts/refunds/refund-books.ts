import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { accountOf, type Entry, listGenuineEntries, sumPostings } from '../../ledger/index.ts'

/** What the books say about giving money back under one transaction. */
interface RefundBooks {
  /** Owed back and not ordered. */
  readonly owedCentavos: Centavos
  /** Received for the transaction and those that it belongs together with, less what was ordered back. */
  readonly leftCentavos: Centavos
}

const MONEY_IN = /^(?:bank|clearing|unidentified-bank):/
/** They move what was paid from one transaction to another: a purchase and its replacement, a debt and its agreement. */
const LINKING: ReadonlySet<Entry['kind']> = new Set(['carry-over', 'agreement-payment', 'renegotiation'])

/** Throws ForgedRow. */
export async function readRefundBooks(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<RefundBooks> {
  const family = new Set([transactionId])
  let entries: Entry[] = []
  for (let known = 0; known < family.size; ) {
    known = family.size
    const ids = [...family]
    entries = await listGenuineEntries(db, secrets, {
      transactionIds: ids,
      accounts: ids.map(accountOf.customer),
    })
    for (const linked of entries.flatMap(listLinked)) family.add(linked)
  }
  const isOfFamily = (entry: Entry): boolean => family.has(entry.transactionId ?? '')
  const isPayout = ({ kind }: Entry): boolean => kind.startsWith('payout-')
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

function listLinked({ kind, transactionId, postings }: Entry): string[] {
  if (!LINKING.has(kind)) return []
  const customers = postings.flatMap(({ account }) => account.match(/^customer:(.+)$/)?.[1] ?? [])
  return transactionId === undefined ? customers : [transactionId, ...customers]
}

/** A Pix payment of a transaction. */
export interface PixReceipt {
  readonly endToEndId: string
  readonly amountCentavos: Centavos
  readonly receivedAt: Date
  /** Null while the account at the bank is not identified. */
  readonly lenderAccountId: string | null
}

const PIX_PAYMENT = 'payment:pix:'
const BANK = 'bank:'

/** Pix payments made for these transactions, the last one first. Throws ForgedRow. */
export async function listPixReceipts(
  db: Queryable,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<PixReceipt[]> {
  const entries = await listGenuineEntries(db, secrets, { transactionIds })
  return entries
    .toReversed()
    .filter(({ reference }) => reference.startsWith(PIX_PAYMENT))
    .flatMap(({ reference, occurredAt: receivedAt, postings }) =>
      postings
        .filter(
          ({ account, amountCentavos }) => amountCentavos > 0 && /^(?:unidentified-)?bank:/.test(account),
        )
        .map(({ account, amountCentavos }) => ({
          endToEndId: reference.slice(PIX_PAYMENT.length),
          amountCentavos,
          receivedAt,
          lenderAccountId: account.startsWith(BANK) ? account.slice(BANK.length) : null,
        })),
    )
}
