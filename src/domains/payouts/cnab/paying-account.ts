import { InputError } from '../../../kernel/faults.ts'
import { isPaymentBankCode, PAYMENT_BANK_CODES } from './banks/find-bank.ts'
import { checkPayer } from './check-payment.ts'
import type { PayingAccount } from './payment.ts'
import type { PayoutAgreement } from './store.ts'

/** The lender's account as billets know it. */
export interface LenderAccountData {
  readonly bank: string
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  readonly name: string
  readonly document: string
}

/** The account as its files name it. Throws an InputError naming the field. */
export function composePayingAccount(
  { bank, ...account }: LenderAccountData,
  { agreement, address, paysAccountsBy }: Omit<PayoutAgreement, 'accountId'>,
): PayingAccount {
  if (!isPaymentBankCode(bank))
    throw new InputError(
      `payer.bank: files of payments go to bank ${PAYMENT_BANK_CODES.join(', ')}, not ${bank}`,
    )
  const payer = { ...account, bank, agreement, address, paysAccountsBy }
  checkPayer(payer)
  return payer
}
