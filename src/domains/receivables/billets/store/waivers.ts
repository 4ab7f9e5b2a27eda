import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import { defineMac } from '../../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../../platform/db/row-statement.ts'
import type { Imputation } from '../debt.ts'

/** What a customer was let off of one installment. */
export interface Waiver extends Imputation {
  /** Of the ledger entry, where face value was waived. */
  readonly reference: string
  readonly billetId: string
  readonly transactionId: string
  readonly installmentNumber: number
  readonly waivedOn: CalendarDate
  /** Null: by the policy. */
  readonly decisionId: string | null
}

interface StoredWaiver extends Waiver {
  readonly mac: Buffer
}

const INSERT: RowStatement<StoredWaiver> = {
  name: 'waivers.insert',
  columns: {
    reference: 'text',
    billetId: 'text',
    transactionId: 'text',
    installmentNumber: 'smallint',
    faceCentavos: 'bigint',
    fineCentavos: 'bigint',
    interestCentavos: 'bigint',
    waivedOn: 'date',
    decisionId: 'text',
    mac: 'bytea',
  },
  text: `INSERT INTO waivers (reference, billet_id, transaction_id, installment_number, face_centavos, fine_centavos,
      interest_centavos, waived_on, decision_id, mac)
    SELECT * FROM rows`,
}
const LIST: Statement = {
  name: 'waivers.list',
  text: `SELECT reference, billet_id, transaction_id, installment_number, face_centavos, fine_centavos,
      interest_centavos, waived_on, decision_id, mac
    FROM waivers WHERE transaction_id = $1 ORDER BY waived_on, reference, billet_id`,
}

const waiverMac = defineMac(
  'waivers',
  (waiver: Waiver) => [
    waiver.reference,
    waiver.billetId,
    waiver.transactionId,
    waiver.installmentNumber,
    waiver.faceCentavos,
    waiver.fineCentavos,
    waiver.interestCentavos,
    waiver.waivedOn,
    waiver.decisionId,
  ],
  waiver => `${waiver.reference} ${waiver.billetId}`,
)

export function insertWaivers(tx: Transaction, secrets: Secrets, waivers: readonly Waiver[]): void {
  if (waivers.length === 0) return
  const rows = waivers.map(waiver => ({ ...waiver, mac: waiverMac.compute(secrets, waiver) }))
  sendRows(tx, INSERT, rows)
}

/** Of one contract, the oldest first. Throws ForgedRow. */
export async function listWaivers(db: Queryable, secrets: Secrets, transactionId: string): Promise<Waiver[]> {
  const rows = await db.run<StoredWaiver>(LIST, [transactionId])
  return rows.map(row => {
    const { mac: _, ...waiver } = waiverMac.check(secrets, row)
    return waiver
  })
}
