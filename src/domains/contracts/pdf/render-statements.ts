import { writeAmount, writeDate, writePercentage } from '../../../brazil/writing.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { composeDocument } from '../../../platform/pdf/a4-document.ts'
import { PAGE_MARGINS, TextPages } from '../../../platform/pdf/text-pages.ts'
import {
  type AddendumProducts,
  type AddendumStatement,
  computeStatementHash,
  type ReleaseStatement,
} from '../statements.ts'
import type { ContractTerms } from '../terms.ts'

/** The same addendum gives the same bytes. */
export function renderAddendumPdf(
  statement: AddendumStatement,
  products: AddendumProducts,
  confirmedAt: Date | undefined,
): Promise<Buffer> {
  const pages = new TextPages()
  const { madeOn, installments, totalCentavos, refundCentavos, creditedCentavos } = statement
  pages.title('Aditivo por devolução de produtos', `Cédula de Crédito Bancário nº ${statement.transactionId}`)
  pages.paragraph(
    `Em ${writeDate(madeOn)} a loja registrou a devolução de produtos desta compra. O contrato passa a valer como se eles nunca tivessem sido comprados: mesma data de liberação, mesmas datas, mesma taxa e mesmo número de parcelas, com os valores deste aditivo, que integra a Cédula. As demais cláusulas continuam como foram assinadas.`,
  )
  writeProducts(pages, 'Produtos devolvidos', products.returned)
  writeProducts(pages, 'Produtos da compra', products.remaining)
  pages.heading('Quadro resumo')
  pages.pairs(
    [
      ['Valor da compra', writeAmount(statement.purchaseCentavos)],
      ['Entrada', writeAmount(statement.downPaymentCentavos)],
      ['Liberação', writeDate(statement.contractDate)],
      ['Parcelas', `${installments.length} x ${writeAmount(installments[0]?.amountCentavos ?? 0)}`],
      ['Total das parcelas', writeAmount(totalCentavos)],
      ['Valor total do crédito', writeAmount(statement.principalCentavos)],
      ['IOF financiado', writeAmount(statement.iofCentavos)],
      ['Juros ao mês', writePercentage(statement.interestRatePM)],
      ['Juros ao ano', writePercentage(statement.interestRatePA)],
      ['CET ao mês', writePercentage(statement.cetPM)],
      ['CET ao ano', writePercentage(statement.cetPA)],
      ['Já pago das parcelas', writeAmount(creditedCentavos.reduce((sum, part) => sum + part, 0))],
      ['A devolver ao cliente', writeAmount(refundCentavos)],
    ],
    3,
  )
  writeBalances(pages, installments)
  pages.heading('Confirmação')
  pages.paragraph(
    confirmedAt === undefined
      ? 'A confirmar pelo cliente na sua conta. A devolução não espera por ela: ela só diminui a dívida.'
      : `Confirmado pelo cliente na sua conta em ${writeDate(calendarDateAt(confirmedAt))}.`,
  )
  const orders = pages.finish((page, count) => [
    `Aditivo · Cédula nº ${statement.transactionId} · página ${page} de ${count} · SHA-256: ${computeStatementHash(statement)}`,
    `SHA-256 do contrato assinado: ${statement.contractHash}`,
  ])
  return composeDocument(orders, {
    title: 'Aditivo por devolução de produtos',
    createdAt: new Date(`${madeOn}T12:00:00Z`),
  })
}

function writeProducts(pages: TextPages, title: string, products: AddendumProducts['returned']): void {
  const width = PAGE_MARGINS.width / 6
  pages.headedTable(
    title,
    [
      { title: 'Produto', width: 4 * width },
      { title: 'Quantidade', width, align: 'right' },
      { title: 'Valor', width, align: 'right' },
    ],
    products.map(({ name, amount, valueCentavos }) => [
      name,
      String(amount),
      writeAmount(valueCentavos * amount),
    ]),
  )
}

/** The same statement gives the same bytes. */
export function renderReleasePdf(statement: ReleaseStatement): Promise<Buffer> {
  const pages = new TextPages()
  const { releasedOn, signedFor, installments, totalCentavos, principalCentavos } = statement
  pages.title(
    'Demonstrativo de liberação do crédito',
    `Cédula de Crédito Bancário nº ${statement.transactionId}`,
  )
  pages.paragraph(
    `O crédito desta Cédula foi liberado em ${writeDate(releasedOn)}. O quadro de pagamentos assinado é o da liberação em ${writeDate(signedFor)}; como a cláusula de liberação prevê, as datas, o IOF e o CET passam a ser os deste demonstrativo, que integra a Cédula.`,
  )
  pages.heading('Quadro resumo')
  pages.pairs(
    [
      ['Liberação', writeDate(releasedOn)],
      ['Parcelas', `${installments.length} x ${writeAmount(installments[0]?.amountCentavos ?? 0)}`],
      ['Total das parcelas', writeAmount(totalCentavos)],
      ['Valor total do crédito', writeAmount(principalCentavos)],
      ['IOF financiado', writeAmount(statement.iofCentavos)],
      ['IOF pago pelo credor', writeAmount(statement.iofByLenderCentavos)],
      ['Juros ao mês', writePercentage(statement.interestRatePM)],
      ['Juros ao ano', writePercentage(statement.interestRatePA)],
      ['Total de juros', writeAmount(totalCentavos - principalCentavos)],
      ['CET ao mês', writePercentage(statement.cetPM)],
      ['CET ao ano', writePercentage(statement.cetPA)],
      ['Primeiro vencimento', writeDate(installments[0]?.dueDate ?? releasedOn)],
    ],
    3,
  )
  writeBalances(pages, installments)
  const orders = pages.finish((page, count) => [
    `Demonstrativo de liberação · Cédula nº ${statement.transactionId} · página ${page} de ${count}`,
    `SHA-256 do contrato assinado: ${statement.contractHash}`,
  ])
  return composeDocument(orders, {
    title: 'Demonstrativo de liberação do crédito',
    createdAt: new Date(`${releasedOn}T12:00:00Z`),
  })
}

/** The payment table of a contract of version 2. */
export function writeBalances(pages: TextPages, installments: ContractTerms['installments']): void {
  const width = PAGE_MARGINS.width / 6
  pages.headedTable(
    'Quadro de pagamentos',
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
