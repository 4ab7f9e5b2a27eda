import type { BankRules } from './bank-rules.ts'
import * as banks from './index.ts'

export type BankCode = (typeof banks)[keyof typeof banks]['code']

const byCode = Object.fromEntries(Object.values<BankRules>(banks).map(bank => [bank.code, bank])) as Readonly<
  Record<BankCode, BankRules>
>

export const BANK_CODES = Object.keys(byCode) as readonly BankCode[]

export const isBankCode = (text: string): text is BankCode => Object.hasOwn(byCode, text)

export const getBank = (code: BankCode): BankRules => byCode[code]
