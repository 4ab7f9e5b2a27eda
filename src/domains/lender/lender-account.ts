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

/** An account as an operator enters it. */
export interface AccountSettings {
  readonly bank: string
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  readonly portfolio: string
  readonly agreement: string
  readonly serviceCode: string
  readonly beneficiaryName: string
  readonly beneficiaryDocument: string
  readonly beneficiaryAddress: string
  readonly pixKey: string
  readonly city: string
}
