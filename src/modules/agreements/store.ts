import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
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

const INSERT: Statement = {
  name: 'agreement-offers.insert',
  text: `INSERT INTO agreement_offers (id, retailer_id, transaction_id, quoted_on, expires_at, terms)
    SELECT i.id, i."retailerId", i."transactionId", i."quotedOn", i."expiresAt", i.terms
    FROM json_to_recordset($1::json) AS i(id text, "retailerId" text, "transactionId" text, "quotedOn" date,
      "expiresAt" timestamptz, terms json)`,
}
const SELECT: Statement = {
  name: 'agreement-offers.find',
  text: `SELECT id, retailer_id AS "retailerId", transaction_id AS "transactionId", quoted_on AS "quotedOn",
      expires_at AS "expiresAt", terms
    FROM agreement_offers WHERE id = $3 AND retailer_id = $1 AND transaction_id = $2`,
}
const LIST_OF_DAY: Statement = {
  name: 'agreement-offers.list-of-day',
  text: `SELECT id, retailer_id AS "retailerId", transaction_id AS "transactionId", quoted_on AS "quotedOn",
      expires_at AS "expiresAt", terms
    FROM agreement_offers WHERE transaction_id = $1 AND quoted_on = $2 ORDER BY id DESC LIMIT 24`,
}
const REMOVE_OLD: Statement = {
  name: 'agreement-offers.remove-old',
  text: composeRemoval('agreement_offers', 'expires_at'),
}

/** An expired offer is told apart from an unknown one for this long. */
const KEPT_MS = 30 * 24 * 3_600_000

export function insertOffers(tx: Transaction, offers: readonly AgreementOffer[]): void {
  tx.send(INSERT, [JSON.stringify(offers)])
}

export async function findOffer(
  db: Queryable,
  { retailerId, transactionId, id }: Pick<AgreementOffer, 'retailerId' | 'transactionId' | 'id'>,
): Promise<AgreementOffer | undefined> {
  return (await db.run<AgreementOffer>(SELECT, [retailerId, transactionId, id]))[0]
}

const MILLISECOND_DIGITS = 12

/** Those that were offered last on a day, together: the fewest installments first. */
export async function listLastOffers(
  db: Queryable,
  transactionId: string,
  day: CalendarDate,
): Promise<AgreementOffer[]> {
  const offers = await db.run<AgreementOffer>(LIST_OF_DAY, [transactionId, day])
  const moment = offers[0]?.id.slice(0, MILLISECOND_DIGITS) ?? ''
  return offers.filter(({ id }) => id.startsWith(moment)).toReversed()
}

export async function removeOldOffers(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, new Date(now.getTime() - KEPT_MS))
}
