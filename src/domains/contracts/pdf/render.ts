import {
  writeAmount,
  writeCnpj,
  writeCpf,
  writeDate,
  writePercentage,
  writePostalCode,
} from '../../../brazil/writing.ts'
import { hasLatinWriting } from '../../../kernel/ascii-text.ts'
import { composeDocument } from '../../../platform/pdf/a4-document.ts'
import { PAGE_MARGINS, TextPages } from '../../../platform/pdf/text-pages.ts'
import { type Agreement, computeContractHash, type Renegotiation } from '../agreement.ts'
import type { SignatureStatement } from '../statements.ts'
import {
  type Clause,
  composeClausesOfRenegotiation,
  composeClausesOfVersion2,
  writeDailyRate,
} from './clauses.ts'
import { drawCover } from './cover.ts'
import { writeBalances } from './render-statements.ts'

export type { Clause }

/**
 * Renders the contract: the same agreement gives the same bytes. With a statement it ends with the evidence of the
 * signature; the customer signs the document without it. Takes a few milliseconds, so a worker thread would not pay
 * off.
 */
export function renderContractPdf(agreement: Agreement, statement?: SignatureStatement): Promise<Buffer> {
  const hash = computeContractHash(agreement)
  const pages = new TextPages()
  pages.cover(page => drawCover(page, agreement))
  writeParties(pages, agreement)
  writeFigures(pages, agreement)
  writeBalances(pages, agreement.installments)
  pages.heading('Cláusulas')
  for (const [index, { title, text }] of composeClauses(agreement).entries())
    pages.paragraph(text, `${index + 1}. ${title}`)
  writeSignature(pages, agreement, statement)
  const orders = pages.finish((page, count) => [
    `Cédula de Crédito Bancário nº ${agreement.transactionId} · via não negociável · página ${page} de ${count}`,
    `Código de verificação (SHA-256 do contrato): ${hash}`,
  ])
  return composeDocument(orders, {
    title: 'Cédula de Crédito Bancário',
    createdAt: new Date(statement?.signedAt ?? `${agreement.contractDate}T12:00:00Z`),
  })
}

/** A signed agreement keeps the wording of its version: a new one stands beside it, with a number of its own. */
const CLAUSES: Readonly<Record<Agreement['version'], (agreement: Agreement) => Clause[]>> = {
  2: agreement =>
    agreement.renegotiation === undefined
      ? composeClausesOfVersion2(agreement)
      : composeClausesOfRenegotiation(agreement, agreement.renegotiation),
}

export const composeClauses = (agreement: Agreement): Clause[] => CLAUSES[agreement.version](agreement)

function writeParties(pages: TextPages, agreement: Agreement): void {
  const { lender, customer, retailer } = agreement
  const { street, number, complement, city, state, zipCode } = customer.address
  pages.title(
    'Cédula de Crédito Bancário',
    `nº ${agreement.transactionId} · Lei nº 10.931, de 2 de agosto de 2004`,
  )
  pages.heading('Credor')
  pages.pairs([
    ['Nome', lender.name],
    ['CNPJ', writeCnpj(lender.document)],
  ])
  pages.pairs([['Endereço', lender.address]], 1)
  writeChannels(pages, agreement)
  pages.heading('Emitente (cliente)')
  if (customer.name !== undefined && hasLatinWriting(customer.name)) pages.pairs([['Nome', customer.name]], 1)
  pages.pairs([
    ['CPF', writeCpf(customer.cpf)],
    ['Celular', customer.phone.replace(/^(\d\d)(\d+)(\d{4})$/, '($1) $2-$3')],
    ['E-mail', customer.email],
    ['CEP, cidade e estado', `${writePostalCode(zipCode)}, ${city} - ${state}`],
  ])
  pages.pairs([['Endereço', [street, number, complement].filter(Boolean).join(', ')]], 1)
  if (agreement.renegotiation !== undefined) {
    writeDebt(pages, agreement, agreement.renegotiation)
    return
  }
  pages.heading('Loja e compra')
  pages.pairs([
    ['Loja', retailer.name],
    ['Pedido', agreement.orderId],
  ])
  if (retailer.cnpj !== undefined) pages.pairs([['CNPJ da loja', writeCnpj(retailer.cnpj)]], 1)
  const { width } = PAGE_MARGINS
  const rows = agreement.products.map(({ name, amount, valueCentavos }) => [
    name,
    String(amount),
    writeAmount(valueCentavos),
    writeAmount(valueCentavos * amount),
  ])
  const delivery = ['Entrega', '', '', writeAmount(agreement.shippingCentavos)]
  pages.table(
    [
      { title: 'Produto', width: width - 80 },
      { title: 'Quantidade', width: 20, align: 'right' },
      { title: 'Valor', width: 30, align: 'right' },
      { title: 'Total', width: 30, align: 'right' },
    ],
    [...rows, ...(agreement.shippingCentavos > 0 ? [delivery] : [])],
  )
}

function writeDebt(pages: TextPages, agreement: Agreement, debt: Renegotiation): void {
  pages.heading('Dívida que este acordo confirma')
  pages.pairs([
    ['Cédula anterior', `nº ${debt.originalId}`],
    ['De', writeDate(debt.originalDate)],
    ['Loja', agreement.retailer.name],
    ['Pedido', debt.originalOrderId],
    ['Dívida na data do acordo', writeAmount(debt.debtCentavos)],
    ['Desconto nos encargos', writeAmount(debt.discountCentavos)],
  ])
}

function writeFigures(pages: TextPages, agreement: Agreement): void {
  const { installments } = agreement
  const paid = agreement.downPaymentCentavos + agreement.totalCentavos
  pages.heading('Quadro resumo do crédito')
  pages.pairs(
    [
      [
        agreement.renegotiation === undefined ? 'Liberação considerada' : 'Data do acordo',
        writeDate(agreement.contractDate),
      ],
      [
        agreement.renegotiation === undefined ? 'Valor da compra' : 'Dívida, menos o desconto',
        writeAmount(agreement.purchaseCentavos),
      ],
      ['Entrada', writeAmount(agreement.downPaymentCentavos)],
      ['Juros ao mês', writePercentage(agreement.interestRatePM)],
      ['Juros ao ano', writePercentage(agreement.interestRatePA)],
      ['Parcelas', `${installments.length} x ${writeAmount(installments[0]?.amountCentavos ?? 0)}`],
      ['CET ao mês', writePercentage(agreement.cetPM)],
      ['CET ao ano', writePercentage(agreement.cetPA)],
      ['Total das parcelas', writeAmount(agreement.totalCentavos)],
      ['Primeiro vencimento', writeDate(installments[0]?.dueDate ?? agreement.purchaseDate)],
      ['Último vencimento', writeDate(installments.at(-1)?.dueDate ?? agreement.purchaseDate)],
      ['Total a pagar com a entrada', writeAmount(paid)],
      ...listMoreFigures(agreement),
    ],
    3,
  )
  writeCetParts(pages, agreement)
}

function listMoreFigures(agreement: Agreement): (readonly [string, string])[] {
  const { principalCentavos, totalCentavos, dailyRate } = agreement
  return [
    ['Valor total do crédito', writeAmount(principalCentavos)],
    ['Total de juros', writeAmount(totalCentavos - principalCentavos)],
    ['Juros ao dia (mês de 30 dias)', writeDailyRate(dailyRate)],
  ]
}

/** Of everything that is paid in installments, so that the parts add up to it. */
function writeCetParts(pages: TextPages, agreement: Agreement): void {
  const { shares } = agreement
  const rows = [
    [
      agreement.renegotiation === undefined
        ? 'Valor liberado à loja (compra menos entrada)'
        : 'Dívida parcelada (dívida menos entrada)',
      agreement.netLoanCentavos,
      shares.released,
    ],
    ['Tarifa de cadastro', agreement.feeCentavos, shares.fee],
    ['Prêmio do seguro de crédito (opcional)', agreement.premiumCentavos, shares.premium],
    ['IOF', agreement.iofCentavos, shares.iof],
    ['Juros', agreement.totalCentavos - agreement.principalCentavos, shares.interest],
    ['Total das parcelas', agreement.totalCentavos, 100],
  ] as const
  pages.headedTable(
    'Custo Efetivo Total: o que compõe o total das parcelas',
    [
      { title: 'Componente', width: PAGE_MARGINS.width - 70 },
      { title: 'Valor', width: 35, align: 'right' },
      { title: 'Do total', width: 35, align: 'right' },
    ],
    rows.map(([name, centavos, percentage]) => [name, writeAmount(centavos), writePercentage(percentage)]),
  )
}

function writeChannels(pages: TextPages, { lender }: Agreement): void {
  const channels = [
    ['SAC', lender.sac],
    ['Ouvidoria', lender.ouvidoria],
    ['Dados pessoais', lender.privacy],
  ] as const
  pages.pairs(
    channels.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    3,
  )
}

function writeSignature(
  pages: TextPages,
  agreement: Agreement,
  statement: SignatureStatement | undefined,
): void {
  pages.heading('Assinatura')
  if (statement === undefined) {
    pages.paragraph('Emitida na data e no lugar da assinatura eletrônica do EMITENTE. Ainda não assinada.')
    return
  }
  const signedAt = new Date(statement.signedAt)
  const local = signedAt.toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  pages.paragraph(
    `Emitida em ${agreement.lender.city} e assinada eletronicamente pelo EMITENTE em ${local} (horário de Brasília), com código enviado por SMS ao celular indicado nesta Cédula.`,
  )
  pages.endPage()
  pages.title('Anexo: registro da assinatura', `Cédula de Crédito Bancário nº ${agreement.transactionId}`)
  pages.pairs([
    ['Instante (UTC)', statement.signedAt],
    ['Identificação do código', statement.code.id],
    ['Código enviado em (UTC)', statement.code.sentAt],
    ['Endereço IP', statement.origin.ip],
  ])
  pages.pairs(
    [
      ['Navegador', statement.origin.userAgent || 'não informado'],
      ['SHA-256 do contrato', statement.contractHash],
      ['SHA-256 do documento assinado (PDF)', statement.pdfSha256],
      ...Object.entries(statement.documents).map(
        ([kind, hash]) => [`SHA-256 da imagem: ${PICTURE_NAMES[kind] ?? kind}`, hash] as const,
      ),
    ],
    1,
  )
}

const PICTURE_NAMES: Readonly<Record<string, string>> = {
  front: 'frente do documento',
  back: 'verso do documento',
  selfie: 'rosto',
}
