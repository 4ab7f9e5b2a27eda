import type { InstallmentState } from '../../../brand/ring.ts'
import type { AccountBill } from '../../../contract/account.ts'
import type { Presented } from '../../../contract/presented.ts'
import { type AccountReading, renderReceiptPdf } from '../../../domains/servicing/index.ts'
import { parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { parseReais } from '../../../kernel/money.ts'
import { presentAccountPurchase } from './present-purchase.ts'

/** Payments are counted from the oldest one. Undefined where there is none of this number. */
export async function renderReceipt(
  { purchases, lender }: AccountReading,
  { purchase: id, number }: { readonly purchase: string; readonly number: string },
  now: Date,
): Promise<Buffer | undefined> {
  const reading = purchases.find(({ purchase }) => purchase.id === id)
  const shown = reading && presentAccountPurchase(reading, now)
  const payment = shown?.payments.find(({ receiptUrl }) => receiptUrl.endsWith(`/${number}`))
  if (reading === undefined || shown === undefined || payment === undefined) return undefined
  const of = shown.bills.at(-1)?.of ?? 0
  return renderReceiptPdf({
    transactionId: id,
    retailerName: shown.retailerName,
    lender,
    payer: reading.purchase.customer,
    paidOn: parseCalendarDate(payment.paidOn),
    valueCentavos: parseReais(payment.value),
    parts: payment.parts.flatMap(part => {
      const name = part.number === 0 ? 'Entrada' : `Parcela ${part.number} de ${of}`
      const charges = [
        [name, part.installment],
        ['Multa por atraso', part.fine],
        ['Juros por atraso', part.interest],
        ['Desconto por pagar antes', -part.discount],
      ] as const
      return charges
        .filter(([, value]) => value !== 0)
        .map(([charge, value]) => [charge, Math.round(value * 100)] as const)
    }),
    states: listStates(shown.bills),
  })
}

const listStates = (bills: readonly Presented<AccountBill>[]): InstallmentState[] =>
  bills
    .filter(({ number, standing }) => number > 0 && standing !== 'canceled')
    .map(({ standing }) => {
      if (standing === 'paid') return 'paid'
      return standing === 'late' || standing === 'expired' ? 'late' : 'open'
    })
