import { writeAmount, writeCnpj, writeCpf, writeDate } from '../../../brazil/writing.ts'
import { composeDocument } from '../../../platform/pdf/a4-document.ts'
import { TextPages } from '../../../platform/pdf/text-pages.ts'
import type { DischargeStatement } from '../discharge-statement.ts'

const LINE = 64

/** The same statement gives the same bytes. */
export function renderDischargePdf(statement: DischargeStatement, seal: Buffer): Promise<Buffer> {
  const { transactionId, lender, debtor, startedOn, settledOn, installments, totalCentavos } = statement
  const number = `Cédula de Crédito Bancário nº ${transactionId}`
  const person = debtor.name === null ? 'a pessoa' : debtor.name
  const pages = new TextPages()
  pages.title('Termo de quitação', number)
  pages.paragraph(
    `${lender.name}, CNPJ ${writeCnpj(lender.document)}, declara que ${person}, CPF ${writeCpf(debtor.cpf)}, pagou integralmente a dívida da ${number}, contratada em ${writeDate(startedOn)}, e lhe dá plena quitação. Nada mais é devido por ela desde ${writeDate(settledOn)}.`,
  )
  pages.heading('Resumo')
  pages.pairs([
    ['Contratado em', writeDate(startedOn)],
    ['Quitado em', writeDate(settledOn)],
    ['Parcelas', String(installments)],
    ['Total das parcelas', writeAmount(totalCentavos)],
    ['Juros descontados por pagamento antecipado', writeAmount(statement.discountCentavos)],
    ['Prêmio de seguro devolvido', writeAmount(statement.premiumRefundCentavos)],
  ])
  pages.heading('Assinatura eletrônica do credor')
  pages.paragraph('Ed25519, sobre os dados deste termo:')
  const text = seal.toString('base64')
  for (let at = 0; at < text.length; at += LINE) pages.paragraph(text.slice(at, at + LINE))
  const orders = pages.finish((page, count) => [
    `Termo de quitação · ${number} · página ${page} de ${count}`,
    `Quitado em ${writeDate(settledOn)}`,
  ])
  return composeDocument(orders, {
    title: 'Termo de quitação',
    createdAt: new Date(`${settledOn}T12:00:00Z`),
  })
}
