import { InputError } from '../../../kernel/faults.ts'
import { getPaymentBank } from './banks/find-bank.ts'
import type { PayingAccount, PaymentMethod, PaymentPayee } from './payment.ts'

/** Forma de lançamento: 01 and 05 credit an account of the same bank, 41 and 43 are TED, 45 is Pix. */
export type PaymentForm = '01' | '05' | '41' | '43' | '45'

export const methodOf = (form: PaymentForm): PaymentMethod => (form === '45' ? 'PIX' : 'TRANSFER')

/**
 * How a payee is paid from an account: a key by Pix; an account by Pix too where its institution's ISPB is known
 * and the payer wants it; else by credit at the same bank or TED. Throws an InputError for a payee whom the bank's files cannot reach.
 */
export function choosePaymentForm(payer: PayingAccount, { document, to }: PaymentPayee): PaymentForm {
  const { takesPix } = getPaymentBank(payer.bank)
  if (to.kind === 'pix-key') {
    if (takesPix) return '45'
    throw new InputError(
      `files of bank ${payer.bank} carry no Pix: pay this key by another rail, or to a bank account`,
    )
  }
  const isPayment = to.accountType === 'PAYMENT'
  if (takesPix && to.ispb !== undefined && (isPayment || payer.paysAccountsBy === 'PIX')) return '45'
  if (isPayment)
    throw new InputError('payee.to.accountType: a payment account is reached by Pix only, with its ISPB')
  if (to.bankCode === payer.bank) return to.accountType === 'SAVINGS' ? '05' : '01'
  return document === payer.document ? '43' : '41'
}
