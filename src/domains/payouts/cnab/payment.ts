import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Payee } from '../payee.ts'
import type { PaymentBankCode } from './banks/find-bank.ts'

/** The lender's account that is debited, with the agreement under which its bank takes payment files. */
export interface PayingAccount {
  readonly bank: PaymentBankCode
  /** Without its check digit; leading zeros optional. */
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  /** Convênio of payments, which is not that of collection; empty where the bank takes none. */
  readonly agreement: string
  readonly name: string
  /** CNPJ. */
  readonly document: string
  readonly address: PayerAddress
  /** How payees with a bank account are paid where both are possible. Keys and payment accounts always take Pix. */
  readonly paysAccountsBy: AccountMethod
}

export type AccountMethod = 'PIX' | 'TED'

export interface PayerAddress {
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly city: string
  readonly zipCode: string
  readonly state: string
}

export interface PaymentPayee extends Payee {
  /** Files have a place for it; banks do not ask for it. */
  readonly address?: PayeeAddress | undefined
}

export interface PayeeAddress extends PayerAddress {
  readonly district: string
}

export interface Payment {
  /** Our key of the order: at most 20 letters and digits. The bank returns it. */
  readonly key: string
  readonly amountCentavos: Centavos
  readonly payOn: CalendarDate
  readonly payee: PaymentPayee
  /** Shown to the payee, where the payment carries a text. */
  readonly text: string
}

/** Banks want Pix in a file of its own. */
export type PaymentMethod = 'PIX' | 'TRANSFER'

export interface PaymentFile {
  readonly payer: PayingAccount
  readonly method: PaymentMethod
  /** Number of the file at this bank: the previous one plus 1. */
  readonly fileSequence: number
  /** Bradesco takes two files made in the same second for the same file. */
  readonly createdAt: Date
  readonly payments: readonly Payment[]
}
