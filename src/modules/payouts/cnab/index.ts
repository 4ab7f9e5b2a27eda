export { CnabError } from '../../../brazil/cnab-error.ts'
export {
  getPaymentBank,
  isPaymentBankCode,
  PAYMENT_BANK_CODES,
  type PaymentBankCode,
} from './banks/find-bank.ts'
export {
  chooseFile,
  composePayoutFile,
  FILE_RAIL,
  type ForgottenFileNumber,
  listForgottenFileNumbers,
  listOpenFiles,
  type PayoutFile,
  skipForgottenFileNumbers,
} from './files.ts'
export type { FailureKind, LineOutcome } from './outcome.ts'
export { composePayingAccount, type LenderAccountData } from './paying-account.ts'
export type {
  AccountMethod,
  PayerAddress,
  PayingAccount,
  Payment,
  PaymentFile,
  PaymentMethod,
  PaymentPayee,
} from './payment.ts'
export { classifyPayment, LARGEST_PAYMENT_FILE, writePaymentFile } from './remittance.ts'
export { type PaymentLine, type PaymentReturn, parsePaymentReturn, readReturnAccount } from './return-file.ts'
export {
  closePayoutCase,
  eraseDecidedFiles,
  type FileCounter,
  findFiledOrder,
  insertReturn,
  listApprovedIds,
  listPayoutAgreements,
  listPayoutCases,
  lockFileCounter,
  markPayoutFileWritten,
  type NewPayoutCase,
  openPayoutCase,
  type PayoutAgreement,
  type PayoutCase,
  type PayoutCaseReason,
  paysByFiles,
  setPayoutAgreement,
  wasReturnTaken,
} from './store.ts'
