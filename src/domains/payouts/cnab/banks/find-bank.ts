import type { PaymentBankRules } from './bank-rules.ts'
import * as banks from './index.ts'

export type PaymentBankCode = (typeof banks)[keyof typeof banks]['code']

const byCode = Object.fromEntries(
  Object.values<PaymentBankRules>(banks).map(bank => [bank.code, bank]),
) as Readonly<Record<PaymentBankCode, PaymentBankRules>>

export const PAYMENT_BANK_CODES = Object.keys(byCode).toSorted() as readonly PaymentBankCode[]

export const isPaymentBankCode = (text: string): text is PaymentBankCode => Object.hasOwn(byCode, text)

export const getPaymentBank = (code: PaymentBankCode): PaymentBankRules => byCode[code]
