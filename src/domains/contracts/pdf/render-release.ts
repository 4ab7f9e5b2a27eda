import { writeAmount, writeDate, writePercentage } from '../../../brazil/writing.ts'
import { composeDocument } from '../../../platform/pdf/a4-document.ts'
import { TextPages } from '../../../platform/pdf/text-pages.ts'
import type { ReleaseStatement } from '../release-statement.ts'
import { writeBalances } from './payment-table.ts'

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
