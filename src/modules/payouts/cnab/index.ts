export { CnabError } from '../../../brazil/cnab-error.ts'
export {
  getPaymentBank,
  isPaymentBankCode,
  PAYMENT_BANK_CODES,
  type PaymentBankCode,
} from './banks/find-bank.ts'
export { checkPayer } from './check-payment.ts'
export type { FailureKind, PaymentOutcome } from './outcome.ts'
export type {
  PayerAddress,
  PayingAccount,
  Payment,
  PaymentFile,
  PaymentMethod,
  PaymentPayee,
} from './payment.ts'
export { classifyPayment, LARGEST_PAYMENT_FILE, writePaymentFile } from './remittance.ts'
export { type PaymentLine, type PaymentReturn, parsePaymentReturn } from './return-file.ts'
