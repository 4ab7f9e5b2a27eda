import type { Queryable, Statement } from '../../platform/db/database.ts'

/* The condition of the unique index: at most one for each. */
const LIST_LIVING: Statement = {
  name: 'transactions.list-living-agreements',
  text: `SELECT renegotiates AS "originalId", id, status <> 'CLOSED' AS "isLiving" FROM transactions
    WHERE renegotiates = ANY ($1::text[]) AND renegotiates IS NOT NULL AND status NOT IN ('CANCELED', 'ABANDONED')`,
}
const LIST_OPEN: Statement = {
  name: 'transactions.list-open-agreements',
  text: `SELECT id, renegotiates AS "originalId", true AS "isLiving" FROM transactions
    WHERE renegotiates > $1 AND renegotiates IS NOT NULL AND status NOT IN ('CANCELED', 'ABANDONED') AND status = 'OPEN'
    ORDER BY renegotiates LIMIT $2`,
}

export interface AgreementOn {
  readonly id: string
  readonly originalId: string
  /** False for one that was paid. */
  readonly isLiving: boolean
}

/** The agreements on the debts of these transactions, unless they ended early. */
export function listAgreementsOn(db: Queryable, originalIds: readonly string[]): Promise<AgreementOn[]> {
  return db.run<AgreementOn>(LIST_LIVING, [originalIds])
}

/** At most one waits for its customer or is being paid. */
export async function findLivingAgreement(
  db: Queryable,
  originalId: string,
): Promise<AgreementOn | undefined> {
  return (await listAgreementsOn(db, [originalId])).find(({ isLiving }) => isLiving)
}

/** Agreements that are being paid, in the order of their originals. */
export function listOpenAgreements(
  db: Queryable,
  afterOriginalId: string,
  limit: number,
): Promise<AgreementOn[]> {
  return db.run<AgreementOn>(LIST_OPEN, [afterOriginalId, limit])
}
