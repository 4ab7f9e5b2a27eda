import { defineMac, ForgedRow } from '../../../platform/crypto/row-mac.ts'
import { open } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import {
  bigint,
  bytea,
  date,
  defineColumns,
  nullable,
  type RowOf,
  selectColumns,
  smallint,
  text,
  timestamptz,
} from '../../../platform/db/columns.ts'
import type { Billet, BilletKind, Registration } from './billet.ts'
import { hashLinkToken } from './compose.ts'

export const BILLETS = defineColumns('billets', {
  id: text('id'),
  retailerId: text('retailer_id'),
  transactionId: text('transaction_id'),
  accountId: text('account_id'),
  kind: text<BilletKind>('kind'),
  installmentNumber: smallint('installment_number'),
  installmentCount: smallint('installment_count'),
  ourNumber: bigint('our_number'),
  printedOurNumber: text('printed_our_number'),
  barcode: text('barcode'),
  digitLine: text('digit_line'),
  amountCentavos: bigint('amount_centavos'),
  issuedOn: date('issued_on'),
  dueDate: date('due_date'),
  expirationDate: date('expiration_date'),
  pixCode: nullable(text('pix_code')),
  documentNumber: text('document_number'),
  paymentStatus: text<Billet['paymentStatus']>('payment_status'),
  partPaidCentavos: bigint('part_paid_centavos'),
  openFineCentavos: nullable(bigint('open_fine_centavos')),
  openInterestCentavos: bigint('open_interest_centavos'),
  interestFrom: nullable(date('interest_from')),
  claimedFrom: nullable(date('claimed_from')),
  excludedCentavos: bigint('excluded_centavos'),
  paidAt: nullable(timestamptz('paid_at')),
  paidBy: nullable(text('paid_by')),
  canceledAt: nullable(timestamptz('canceled_at')),
  registration: text<Registration>('registration'),
  replaces: nullable(text('replaces')),
  faceCentavos: nullable(bigint('debt_face_centavos')),
  originalDueDate: nullable(date('original_due_date')),
  originalId: nullable(text('original_id')),
  tokenHash: bytea('token_hash'),
  tokenBox: bytea('token_box'),
  mac: bytea('mac'),
})
export const BILLET_COLUMNS = selectColumns(BILLETS, 'b')
/** Neither paid nor canceled. */
export const IS_OPEN = `b.payment_status = 'PENDING' AND b.canceled_at IS NULL`

/** As the database has it: its MAC is not verified. */
export type StoredBillet = RowOf<typeof BILLETS>

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
    ...row,
    pixCode: row.pixCode ?? undefined,
    openFineCentavos: row.openFineCentavos ?? undefined,
    interestFrom: row.interestFrom ?? undefined,
    claimedFrom: row.claimedFrom ?? undefined,
    paidAt: row.paidAt ?? undefined,
    canceledAt: row.canceledAt ?? undefined,
    replaces: row.replaces ?? undefined,
    faceCentavos: row.faceCentavos ?? undefined,
    originalDueDate: row.originalDueDate ?? undefined,
    originalId: row.originalId ?? undefined,
    linkToken: open(secrets.sealing, tokenContext(row.id), tokenBox).toString(),
  }
}

export const tokenContext = (billetId: string): string => `billets.token:${billetId}`
