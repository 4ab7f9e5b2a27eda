import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { InputError } from '../../../kernel/faults.ts'
import type { PaymentBankRules } from './banks/bank-rules.ts'
import { getPaymentBank } from './banks/find-bank.ts'
import {
  checkPayer,
  checkPayment,
  choosePaymentForm,
  methodOf,
  type PayingAccount,
  type Payment,
  type PaymentFile,
  type PaymentForm,
  type PaymentMethod,
} from './payment.ts'

/** Records of a batch are numbered with five digits, and a payment takes two. */
const LARGEST_PAYMENT_FILE = 10_000

const LINE_END = '\r\n'
/** Names no bank: payments by key may stand in any batch. */
const NO_BANK = '000'

interface Batch {
  readonly form: PaymentForm
  payeeBank: string
  readonly payments: Payment[]
}

/** How an order would leave: the file that it belongs to. Throws an InputError naming what is wrong with it. */
export function classifyPayment(payer: PayingAccount, payment: Payment): PaymentMethod {
  checkPayment(payment)
  return methodOf(choosePaymentForm(payer, payment.payee))
}

/** A CNAB 240 file of payments. The same payments always give the same bytes, all of them ASCII. */
export function writePaymentFile(file: PaymentFile): string {
  const { payer, payments } = file
  checkPayer(payer)
  if (payments.length === 0 || payments.length > LARGEST_PAYMENT_FILE)
    throw new InputError(`A file holds 1 to ${LARGEST_PAYMENT_FILE} payments, not ${payments.length}`)
  const bank = getPaymentBank(payer.bank)
  const batches = groupPayments(file, bank)
  const bodies = batches.flatMap((batch, index) => writeBatch(file, bank, batch, index + 1))
  const lines = [
    bank.writeFileHeader(file),
    ...bodies,
    bank.writeFileTrailer({ batchCount: batches.length, lineCount: bodies.length + 2 }),
  ]
  return lines.map(line => line + LINE_END).join('')
}

/** A batch has one form of payment and, where the bank asks for it, payees at one bank. */
function groupPayments(file: PaymentFile, { hasOnePayeeBankPerBatch }: PaymentBankRules): Batch[] {
  const batches: Batch[] = []
  const keys = new Set<string>()
  for (const payment of file.payments) {
    naming(payment, () => {
      const form = checkPlace(file, payment)
      if (keys.has(payment.key)) throw new InputError('key: it occurs twice in the file')
      keys.add(payment.key)
      const { to } = payment.payee
      const payeeBank = to.kind === 'account' && hasOnePayeeBankPerBatch ? to.bankCode : NO_BANK
      const isFitting = (batch: Batch): boolean =>
        batch.form === form && [batch.payeeBank, NO_BANK].includes(payeeBank)
      const open = batches.find(isFitting) ?? batches.find(b => b.form === form && b.payeeBank === NO_BANK)
      if (open === undefined) batches.push({ form, payeeBank, payments: [payment] })
      else {
        open.payments.push(payment)
        if (payeeBank !== NO_BANK) open.payeeBank = payeeBank
      }
    })
  }
  return batches
}

function checkPlace({ payer, method, createdAt }: PaymentFile, payment: Payment): PaymentForm {
  checkPayment(payment)
  const form = choosePaymentForm(payer, payment.payee)
  if (methodOf(form) !== method) throw new InputError('Pix and other payments go in files of their own')
  if (payment.payOn < calendarDateAt(createdAt))
    throw new InputError('payOn: the day of payment is before the date of the file')
  return form
}

function writeBatch(file: PaymentFile, bank: PaymentBankRules, batch: Batch, number: number): string[] {
  const { form, payments } = batch
  const details: string[] = []
  let sequence = 1
  for (const payment of payments) {
    const records = naming(payment, () => bank.writePayment(payment, { batch: number, form, sequence }))
    sequence += bank.repeatsRecordNumber ? 1 : records.length
    details.push(...records)
  }
  const amount = payments.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  if (!Number.isSafeInteger(amount)) throw new InputError(`the sum of batch ${number} is too large`)
  return [
    bank.writeBatchHeader(file, { batch: number, form }),
    ...details,
    bank.writeBatchTrailer({ batch: number, recordCount: details.length + 2, amount }),
  ]
}

function naming<T>({ key }: Payment, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`Payment ${key}: ${error.message}`)
    throw error
  }
}
