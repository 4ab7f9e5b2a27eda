import type { BankAccount } from './banks/bank-account.ts'

/** The recipient: the lender's account at a bank. */
export interface LenderAccount {
  readonly id: string
  readonly bank: BankAccount
  /** How orders reach the bank: 'file', or the name of a bank that takes them directly. */
  readonly channel: string
  readonly beneficiaryName: string
  /** CNPJ; letters are allowed in it since July 2026. */
  readonly beneficiaryDocument: string
  readonly beneficiaryAddress: string
  readonly pixKey: string
  readonly city: string
}
