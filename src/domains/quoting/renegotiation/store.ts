import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../../platform/db/removal.ts'
import { type RowStatement, sendRows } from '../../../platform/db/row-statement.ts'
import type { AgreedTerms } from './offer.ts'

export interface AgreementOffer {
  /** Becomes the option of the agreement's transaction. */
  readonly id: string
  readonly retailerId: string
  /** Whose debt it is about. */
  readonly transactionId: string
  readonly quotedOn: CalendarDate
  readonly expiresAt: Date
  readonly terms: AgreedTerms
}

interface StoredOffer extends AgreementOffer {
  readonly mac: Buffer
}

const COLUMNS = `id, retailer_id, transaction_id, quoted_on,
  expires_at, terms, mac`

const INSERT: RowStatement<Omit<StoredOffer, 'terms'> & { readonly terms: string }> = {
  name: 'agreement-offers.insert',
  columns: {
    id: 'text',
    retailerId: 'text',
    transactionId: 'text',
    quotedOn: 'date',
    expiresAt: 'timestamptz',
    terms: 'json',
    mac: 'bytea',
  },
  text: `INSERT INTO agreement_offers (id, retailer_id, transaction_id, quoted_on, expires_at, terms, mac) SELECT * FROM rows`,
}
const SELECT: Statement = {
  name: 'agreement-offers.find',
  text: `SELECT ${COLUMNS} FROM agreement_offers WHERE id = $3 AND retailer_id = $1 AND transaction_id = $2`,
}
const LIST_OF_DAY: Statement = {
  name: 'agreement-offers.list-of-day',
  text: `SELECT ${COLUMNS} FROM agreement_offers WHERE transaction_id = $1 AND quoted_on = $2 ORDER BY id DESC LIMIT 24`,
}
const LIST_LAST: Statement = {
  name: 'agreement-offers.list-last',
  text: `SELECT ${COLUMNS} FROM agreement_offers ORDER BY expires_at DESC LIMIT $1`,
}
const REMOVE_OLD: Statement = {
  name: 'agreement-offers.remove-old',
  text: composeRemoval('agreement_offers', 'expires_at'),
}

/** An expired offer is told apart from an unknown one for this long. */
const KEPT_MS = 30 * 24 * 3_600_000

const offerMac = defineMac('agreement_offers', (offer: AgreementOffer) => [
  offer.id,
  offer.retailerId,
  offer.transactionId,
  offer.quotedOn,
  offer.expiresAt,
  JSON.stringify(offer.terms),
])

function check(secrets: Secrets, stored: StoredOffer): AgreementOffer {
  const { mac: _, ...offer } = offerMac.check(secrets, stored)
  return offer
}

export function insertOffers(tx: Transaction, secrets: Secrets, offers: readonly AgreementOffer[]): void {
  const rows = offers.map(offer => ({
    ...offer,
    terms: JSON.stringify(offer.terms),
    mac: offerMac.compute(secrets, offer),
  }))
  sendRows(tx, INSERT, rows)
}

/** Throws ForgedRow. */
export async function findOffer(
  db: Queryable,
  secrets: Secrets,
  { retailerId, transactionId, id }: Pick<AgreementOffer, 'retailerId' | 'transactionId' | 'id'>,
): Promise<AgreementOffer | undefined> {
  const [row] = await db.run<StoredOffer>(SELECT, [retailerId, transactionId, id])
  return row && check(secrets, row)
}

const MILLISECOND_DIGITS = 12

/** Those that were offered last on a day, together: the fewest installments first. Throws ForgedRow. */
export async function listLastOffers(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
  day: CalendarDate,
): Promise<AgreementOffer[]> {
  const rows = await db.run<StoredOffer>(LIST_OF_DAY, [transactionId, day])
  const offers = rows.map(row => check(secrets, row))
  const moment = offers[0]?.id.slice(0, MILLISECOND_DIGITS) ?? ''
  return offers.filter(({ id }) => id.startsWith(moment)).toReversed()
}

/** Of the offers that expire last, those that were changed outside the program. */
export async function listForgedOfferIds(db: Queryable, secrets: Secrets, limit: number): Promise<string[]> {
  const rows = await db.run<StoredOffer>(LIST_LAST, [limit])
  return rows.filter(row => !offerMac.isGenuine(secrets, row)).map(({ id }) => id)
}

export async function removeOldOffers(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, new Date(now.getTime() - KEPT_MS))
}
