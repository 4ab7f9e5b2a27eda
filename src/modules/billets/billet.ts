import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { BankAccount } from './banks/bank-account.ts'

/** Who receives: the lender's account at a bank. */
export interface LenderAccount {
  readonly id: string
  readonly bank: BankAccount
  readonly beneficiaryName: string
  /** CNPJ; letters are allowed in it since July 2026. */
  readonly beneficiaryDocument: string
  readonly beneficiaryAddress: string
  readonly pixKey: string
  readonly city: string
}

export interface Payer {
  readonly name: string
  readonly cpf: string
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
}

export type BilletKind = 'down-payment' | 'installment'

export interface Billet {
  readonly id: string
  readonly retailerId: string
  readonly transactionId: string
  readonly accountId: string
  readonly kind: BilletKind
  /** 0 for the down payment. */
  readonly installmentNumber: number
  readonly installmentCount: number
  readonly ourNumber: number
  readonly printedOurNumber: string
  readonly barcode: string
  readonly digitLine: string
  readonly amountCentavos: Centavos
  readonly issuedOn: CalendarDate
  readonly dueDate: CalendarDate
  /** Until then a bank takes the money; where it does no business on that day, until the next day it does. */
  readonly expirationDate: CalendarDate
  /** Of the down payment only. */
  readonly pixCode: string | undefined
  /** "Nº do documento" on the slip: at most 15 ASCII characters. */
  readonly documentNumber: string
  readonly paymentStatus: 'PENDING' | 'PAID'
  readonly paidAt: Date | undefined
  readonly canceledAt: Date | undefined
  /** Whoever has it sees the billet, so that it is long enough not to be guessed. */
  readonly linkToken: string
}

/** What the bank says about one title; from a line of a return file, the sandbox bank or a Pix notice. */
export interface BankNotice {
  /** Unique at the bank: the same reference is the same event, however often it is told. */
  readonly reference: string
  readonly kind: 'registered' | 'rejected' | 'paid' | 'written-off' | 'other'
  readonly method: 'BILLET' | 'PIX'
  readonly bank: string
  readonly ourNumber: number | undefined
  readonly pixTxid: string | undefined
  /** What was paid, charges included. */
  readonly amountCentavos: Centavos | undefined
  readonly paidOn: CalendarDate | undefined
  readonly creditedOn: CalendarDate | undefined
  /** The bank's code of what happened. */
  readonly occurrence: string
  readonly reasons: readonly string[]
}
