import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { computeRowMac, ForgedRow, isRowGenuine, type MacField } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
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

interface OfferRow extends Omit<AgreementOffer, 'terms'> {
  /** The JSON as it was written. */
  readonly terms: string
  readonly mac: Buffer
}

const COLUMNS = `id, retailer_id AS "retailerId", transaction_id AS "transactionId", quoted_on AS "quotedOn",
  expires_at AS "expiresAt", terms::text AS terms, mac`

const INSERT: Statement = {
  name: 'agreement-offers.insert',
  text: `INSERT INTO agreement_offers (id, retailer_id, transaction_id, quoted_on, expires_at, terms, mac)
    SELECT i.id, i."retailerId", i."transactionId", i."quotedOn", i."expiresAt", i.terms::json, decode(i.mac, 'hex')
    FROM json_to_recordset($1::json) AS i(id text, "retailerId" text, "transactionId" text, "quotedOn" date,
      "expiresAt" timestamptz, terms text, mac text)`,
}
const SELECT: Statement = {
  name: 'agreement-offers.find',
  text: `SELECT ${COLUMNS}
    FROM agreement_offers WHERE id = $3 AND retailer_id = $1 AND transaction_id = $2`,
}
const LIST_OF_DAY: Statement = {
  name: 'agreement-offers.list-of-day',
  text: `SELECT ${COLUMNS}
    FROM agreement_offers WHERE transaction_id = $1 AND quoted_on = $2 ORDER BY id DESC LIMIT 24`,
}
const REMOVE_OLD: Statement = {
  name: 'agreement-offers.remove-old',
  text: composeRemoval('agreement_offers', 'expires_at'),
}

/** An expired offer is told apart from an unknown one for this long. */
const KEPT_MS = 30 * 24 * 3_600_000

export function insertOffers(tx: Transaction, secrets: Secrets, offers: readonly AgreementOffer[]): void {
  const rows = offers.map(offer => {
    const row = { ...offer, terms: JSON.stringify(offer.terms) }
    return { ...row, mac: computeRowMac(secrets, 'agreement_offers', listFields(row)).toString('hex') }
  })
  tx.send(INSERT, [JSON.stringify(rows)])
}

/** Throws ForgedRow: terms that the program has not computed would forgive a debt, or ask for more. */
export async function findOffer(
  db: Queryable,
  secrets: Secrets,
  { retailerId, transactionId, id }: Pick<AgreementOffer, 'retailerId' | 'transactionId' | 'id'>,
): Promise<AgreementOffer | undefined> {
  const [row] = await db.run<OfferRow>(SELECT, [retailerId, transactionId, id])
  return row && toOffer(secrets, row)
}

function toOffer(secrets: Secrets, row: OfferRow): AgreementOffer {
  const { mac, terms, ...plain } = row
  if (!isRowGenuine(secrets, 'agreement_offers', listFields(row), mac))
    throw new ForgedRow('agreement_offers', row.id)
  return { ...plain, terms: JSON.parse(terms) as AgreedTerms }
}

const listFields = (row: Omit<OfferRow, 'mac'>): MacField[] => [
  row.id,
  row.retailerId,
  row.transactionId,
  row.quotedOn,
  row.expiresAt,
  row.terms,
]

const MILLISECOND_DIGITS = 12

/** Those that were offered last on a day, together: the fewest installments first. */
export async function listLastOffers(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
  day: CalendarDate,
): Promise<AgreementOffer[]> {
  const rows = await db.run<OfferRow>(LIST_OF_DAY, [transactionId, day])
  const offers = rows.map(row => toOffer(secrets, row))
  const moment = offers[0]?.id.slice(0, MILLISECOND_DIGITS) ?? ''
  return offers.filter(({ id }) => id.startsWith(moment)).toReversed()
}

export async function removeOldOffers(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, new Date(now.getTime() - KEPT_MS))
}
