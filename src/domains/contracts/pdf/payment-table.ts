import { writeAmount, writeDate } from '../../../brazil/writing.ts'
import { PAGE_MARGINS, type TextPages } from '../../../platform/pdf/text-pages.ts'
import type { Agreement } from '../agreement.ts'

/** The payment table of a contract of version 2. */
export function writeBalances(pages: TextPages, installments: Agreement['installments']): void {
  pages.heading('Quadro de pagamentos')
  const width = PAGE_MARGINS.width / 6
  pages.table(
    [
      { title: 'Parcela', width },
      { title: 'Vencimento', width },
      { title: 'Valor', width, align: 'right' },
      { title: 'Juros', width, align: 'right' },
      { title: 'Amortização', width, align: 'right' },
      { title: 'Saldo', width, align: 'right' },
    ],
    installments.map(row => [
      `${row.number} de ${installments.length}`,
      writeDate(row.dueDate),
      writeAmount(row.amountCentavos),
      writeSigned(row.interestCentavos),
      writeSigned(row.amortizationCentavos),
      writeSigned(row.balanceCentavos),
    ]),
  )
}

/** Below zero by a centavo of rounding, or where the interest of a grace period is more than the installment. */
function writeSigned(centavos: number): string {
  return centavos < 0 ? `- ${writeAmount(-centavos)}` : writeAmount(centavos)
}
