import type { Centavos } from '../../../../kernel/money.ts'
import type { Occurrences } from '../outcome.ts'
import type { PayingAccount, Payment, PaymentFile, PaymentForm } from '../payment.ts'

export interface BatchPlace {
  /** Counted from 1. */
  readonly batch: number
  readonly form: PaymentForm
}

/** Everything that differs between banks in files of payments. */
export interface PaymentBankRules {
  readonly code: string
  /** Whether its files carry Pix. */
  readonly takesPix: boolean
  /** Its validator refuses a batch with payees at two banks. */
  readonly hasOnePayeeBankPerBatch: boolean
  /** Whether the records of one payment have the same number. */
  readonly repeatsRecordNumber: boolean
  readonly occurrences: Occurrences
  /** One sentence when the agreement cannot be written. */
  findAgreementMistake(agreement: string): string | undefined
  /** Positions 33 to 52 of the headers. */
  writeAgreement(payer: PayingAccount): string
  writeFileHeader(file: PaymentFile): string
  writeBatchHeader(file: PaymentFile, place: BatchPlace): string
  /** `sequence`: number of its first record. */
  writePayment(payment: Payment, place: BatchPlace & { readonly sequence: number }): string[]
  writeBatchTrailer(totals: {
    readonly batch: number
    readonly recordCount: number
    readonly amount: Centavos
  }): string
  writeFileTrailer(totals: { readonly batchCount: number; readonly lineCount: number }): string
}
