import type { SuspenseReason } from '../../contract/desk.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Statement, Transaction } from '../../platform/db/database.ts'
import type { BankNotice } from './billet.ts'
import { NoticeError } from './notice-error.ts'

const INSERT_NOTICE: Statement = {
  name: 'bank-notices.insert',
  text: `INSERT INTO bank_notices (reference, kind, method, bank, our_number, pix_txid, amount_centavos, paid_on, credited_on,
      occurrence, reasons, received_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (reference) DO NOTHING RETURNING reference`,
}
const SELECT_SAME_NOTICE: Statement = {
  name: 'bank-notices.find-same',
  text: `SELECT (kind, method, bank) = ($2, $3, $4) AND our_number IS NOT DISTINCT FROM $5::bigint
      AND pix_txid IS NOT DISTINCT FROM $6 AND amount_centavos IS NOT DISTINCT FROM $7::bigint
      AND paid_on IS NOT DISTINCT FROM $8::date AS "isSame"
    FROM bank_notices WHERE reference = $1`,
}
const INSERT_CASE: Statement = {
  name: 'suspense-cases.insert',
  text: `INSERT INTO suspense_cases (id, notice_reference, billet_id, reason, amount_centavos, expected_centavos, opened_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}

/** Returns false when the notice was stored before. Waits for a transaction that is storing the same one. */
export async function insertNotice(tx: Transaction, notice: BankNotice, now: Date): Promise<boolean> {
  const { reference, kind, method, bank, amountCentavos = null, paidOn = null, creditedOn = null } = notice
  const { ourNumber = null, pixTxid = null, occurrence, reasons } = notice
  const figures = [reference, kind, method, bank, ourNumber, pixTxid, amountCentavos, paidOn]
  const inserted = await tx.run(INSERT_NOTICE, [...figures, creditedOn, occurrence, reasons, now])
  if (inserted.length > 0) return true
  const [known] = await tx.run<{ isSame: boolean }>(SELECT_SAME_NOTICE, figures)
  if (known?.isSame) return false
  throw new NoticeError('REFERENCE_REUSED', `${reference} was reported before with other figures`)
}

export interface SuspenseCase {
  readonly id: string
  readonly noticeReference: string
  readonly billetId: string | null
  readonly reason: SuspenseReason
  readonly amountCentavos: Centavos
  /** Null where the billet is unknown. */
  readonly expectedCentavos: Centavos | null
  readonly openedAt: Date
}

/** Returns the id of the case. The insert is sent without waiting for it. */
export function openCase(tx: Transaction, opened: Omit<SuspenseCase, 'id'>): string {
  const id = newId(opened.openedAt.getTime())
  const { noticeReference, billetId, reason, amountCentavos, expectedCentavos, openedAt } = opened
  tx.send(INSERT_CASE, [id, noticeReference, billetId, reason, amountCentavos, expectedCentavos, openedAt])
  return id
}
