import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../../kernel/money.ts'
import { defineMac, ForgedRow } from '../../../../platform/crypto/row-mac.ts'
import { open } from '../../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import { replaceNulls } from '../../../../platform/db/nulls.ts'
import type { Billet, BilletKind, Registration } from '../billet.ts'
import { hashLinkToken } from '../compose.ts'

/** As the database has it: its MAC is not verified. */
export interface StoredBillet {
  readonly id: string
  readonly retailerId: string
  readonly transactionId: string
  readonly accountId: string
  readonly kind: BilletKind
  readonly installmentNumber: number
  readonly installmentCount: number
  readonly ourNumber: number
  readonly printedOurNumber: string
  readonly barcode: string
  readonly digitLine: string
  readonly amountCentavos: Centavos
  readonly issuedOn: CalendarDate
  readonly dueDate: CalendarDate
  readonly expirationDate: CalendarDate
  readonly pixCode: string | null
  readonly documentNumber: string
  readonly paymentStatus: Billet['paymentStatus']
  readonly partPaidCentavos: Centavos
  readonly openFineCentavos: Centavos | null
  readonly openInterestCentavos: Centavos
  readonly interestFrom: CalendarDate | null
  readonly claimedFrom: CalendarDate | null
  readonly excludedCentavos: Centavos
  readonly paidAt: Date | null
  readonly paidBy: string | null
  readonly canceledAt: Date | null
  readonly registration: Registration
  readonly replaces: string | null
  readonly faceCentavos: Centavos | null
  readonly originalDueDate: CalendarDate | null
  readonly originalId: string | null
  readonly tokenHash: Buffer
  readonly tokenBox: Buffer
  readonly mac: Buffer
}

export const BILLET_COLUMNS = `b.id, b.retailer_id, b.transaction_id, b.account_id, b.kind, b.installment_number, b.installment_count,
  b.our_number, b.printed_our_number, b.barcode, b.digit_line, b.amount_centavos, b.issued_on, b.due_date,
  b.expiration_date, b.pix_code, b.document_number, b.payment_status, b.part_paid_centavos, b.open_fine_centavos,
  b.open_interest_centavos, b.interest_from, b.claimed_from, b.excluded_centavos, b.paid_at, b.paid_by,
  b.canceled_at, b.registration, b.replaces, b.debt_face_centavos AS face_centavos, b.original_due_date,
  b.original_id, b.token_hash, b.token_box, b.mac`
/** Neither paid nor canceled. */
export const IS_OPEN = `b.payment_status = 'PENDING' AND b.canceled_at IS NULL`

/** A row that this program wrote. Its MAC is verified and left out. */
export type BilletRow = Omit<StoredBillet, 'mac'> & { readonly mac?: Buffer }

/**
 * What the MAC covers: the amounts, whose billet it is, what was paid, and where it is paid. Not the registration, which
 * moves no money, nor the sealed token, which opens for its billet only.
 */
export type ProtectedBillet = Omit<BilletRow, 'registration' | 'tokenBox' | 'mac'>

export const billetMac = defineMac('billets', (billet: ProtectedBillet) => [
  billet.id,
  billet.retailerId,
  billet.transactionId,
  billet.accountId,
  billet.kind,
  billet.installmentNumber,
  billet.installmentCount,
  billet.ourNumber,
  billet.printedOurNumber,
  billet.barcode,
  billet.digitLine,
  billet.amountCentavos,
  billet.issuedOn,
  billet.dueDate,
  billet.expirationDate,
  billet.pixCode,
  billet.documentNumber,
  billet.paymentStatus,
  billet.partPaidCentavos,
  billet.openFineCentavos,
  billet.openInterestCentavos,
  billet.interestFrom,
  billet.claimedFrom,
  billet.excludedCentavos,
  billet.paidAt,
  billet.paidBy,
  billet.canceledAt,
  billet.replaces,
  billet.faceCentavos,
  billet.originalDueDate,
  billet.originalId,
  billet.tokenHash,
])

/**
 * `stored` are all billets of one contract, of any state. None may be missing, so that nobody can take an installment away
 * by giving its billet to another contract. Throws ForgedRow.
 */
export function checkContract(secrets: Secrets, stored: readonly StoredBillet[]): BilletRow[] {
  const rows = stored.map(each => billetMac.check(secrets, each))
  const installments = rows.filter(({ kind }) => kind === 'installment')
  const [first] = installments
  const numbers = new Set(installments.map(({ installmentNumber }) => installmentNumber))
  if (first !== undefined && numbers.size !== first.installmentCount) throw new ForgedRow('billets', first.id)
  return rows
}

/** A billet that is not paid, as its row has it. */
export function describeRow({ linkToken, registration: _, ...billet }: Billet): ProtectedBillet {
  return {
    ...billet,
    pixCode: billet.pixCode ?? null,
    openFineCentavos: billet.openFineCentavos ?? null,
    interestFrom: billet.interestFrom ?? null,
    claimedFrom: billet.claimedFrom ?? null,
    paidAt: billet.paidAt ?? null,
    paidBy: null,
    canceledAt: billet.canceledAt ?? null,
    replaces: billet.replaces ?? null,
    faceCentavos: billet.faceCentavos ?? null,
    originalDueDate: billet.originalDueDate ?? null,
    originalId: billet.originalId ?? null,
    tokenHash: hashLinkToken(linkToken),
  }
}

export function toBillet(
  secrets: Secrets,
  { tokenBox, tokenHash: _, paidBy: __, mac: ___, ...row }: BilletRow,
): Billet {
  return {
    ...replaceNulls(row),
    linkToken: open(secrets.sealing, tokenContext(row.id), tokenBox).toString(),
  }
}

export const tokenContext = (billetId: string): string => `billets.token:${billetId}`
