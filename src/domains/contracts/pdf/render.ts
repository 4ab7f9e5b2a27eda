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
import type { SignatureStatement } from '../statements.ts'
import { type ContractTerms, computeContractHash, type Renegotiation } from '../terms.ts'
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
 * Renders the contract: the same terms give the same bytes. With a statement it ends with the evidence of the
 * signature; the customer signs the document without it. Takes a few milliseconds, so a worker thread would not pay
 * off.
 */
export function renderContractPdf(terms: ContractTerms, statement?: SignatureStatement): Promise<Buffer> {
  const hash = computeContractHash(terms)
  const pages = new TextPages()
  pages.cover(page => drawCover(page, terms))
  writeParties(pages, terms)
  writeFigures(pages, terms)
  writeBalances(pages, terms.installments)
  pages.heading('Cláusulas')
  for (const [index, { title, text }] of composeClauses(terms).entries())
    pages.paragraph(text, `${index + 1}. ${title}`)
  writeSignature(pages, terms, statement)
  const orders = pages.finish((page, count) => [
    `Cédula de Crédito Bancário nº ${terms.transactionId} · via não negociável · página ${page} de ${count}`,
    `Código de verificação (SHA-256 do contrato): ${hash}`,
  ])
  return composeDocument(orders, {
    title: 'Cédula de Crédito Bancário',
    createdAt: new Date(statement?.signedAt ?? `${terms.contractDate}T12:00:00Z`),
  })
}

/** Signed terms keep the wording of their version: a new one stands beside it, with a number of its own. */
const CLAUSES: Readonly<Record<ContractTerms['version'], (terms: ContractTerms) => Clause[]>> = {
  2: terms =>
    terms.renegotiation === undefined
      ? composeClausesOfVersion2(terms)
      : composeClausesOfRenegotiation(terms, terms.renegotiation),
}

export const composeClauses = (terms: ContractTerms): Clause[] => CLAUSES[terms.version](terms)

function writeParties(pages: TextPages, terms: ContractTerms): void {
  const { lender, customer, retailer } = terms
  const { street, number, complement, city, state, zipCode } = customer.address
  pages.title(
    'Cédula de Crédito Bancário',
    `nº ${terms.transactionId} · Lei nº 10.931, de 2 de agosto de 2004`,
  )
  pages.heading('Credor')
  pages.pairs([
    ['Nome', lender.name],
    ['CNPJ', writeCnpj(lender.document)],
  ])
  pages.pairs([['Endereço', lender.address]], 1)
  writeChannels(pages, terms)
  pages.heading('Emitente (cliente)')
  if (customer.name !== undefined && hasLatinWriting(customer.name)) pages.pairs([['Nome', customer.name]], 1)
  pages.pairs([
    ['CPF', writeCpf(customer.cpf)],
    ['Celular', customer.phone.replace(/^(\d\d)(\d+)(\d{4})$/, '($1) $2-$3')],
    ['E-mail', customer.email],
    ['CEP, cidade e estado', `${writePostalCode(zipCode)}, ${city} - ${state}`],
  ])
  pages.pairs([['Endereço', [street, number, complement].filter(Boolean).join(', ')]], 1)
  if (terms.renegotiation !== undefined) {
    writeDebt(pages, terms, terms.renegotiation)
    return
  }
  pages.heading('Loja e compra')
  pages.pairs([
    ['Loja', retailer.name],
    ['Pedido', terms.orderId],
  ])
  if (retailer.cnpj !== undefined) pages.pairs([['CNPJ da loja', writeCnpj(retailer.cnpj)]], 1)
  const { width } = PAGE_MARGINS
  const rows = terms.products.map(({ name, amount, valueCentavos }) => [
    name,
    String(amount),
    writeAmount(valueCentavos),
    writeAmount(valueCentavos * amount),
  ])
  const delivery = ['Entrega', '', '', writeAmount(terms.shippingCentavos)]
  pages.table(
    [
      { title: 'Produto', width: width - 80 },
      { title: 'Quantidade', width: 20, align: 'right' },
      { title: 'Valor', width: 30, align: 'right' },
      { title: 'Total', width: 30, align: 'right' },
    ],
    [...rows, ...(terms.shippingCentavos > 0 ? [delivery] : [])],
  )
}

function writeDebt(pages: TextPages, terms: ContractTerms, debt: Renegotiation): void {
  pages.heading('Dívida que este acordo confirma')
  pages.pairs([
    ['Cédula anterior', `nº ${debt.originalId}`],
    ['De', writeDate(debt.originalDate)],
    ['Loja', terms.retailer.name],
    ['Pedido', debt.originalOrderId],
    ['Dívida na data do acordo', writeAmount(debt.debtCentavos)],
    ['Desconto nos encargos', writeAmount(debt.discountCentavos)],
  ])
}

function writeFigures(pages: TextPages, terms: ContractTerms): void {
  const { installments } = terms
  const paid = terms.downPaymentCentavos + terms.totalCentavos
  pages.heading('Quadro resumo do crédito')
  pages.pairs(
    [
      [
        terms.renegotiation === undefined ? 'Liberação considerada' : 'Data do acordo',
        writeDate(terms.contractDate),
      ],
      [
        terms.renegotiation === undefined ? 'Valor da compra' : 'Dívida, menos o desconto',
        writeAmount(terms.purchaseCentavos),
      ],
      ['Entrada', writeAmount(terms.downPaymentCentavos)],
      ['Juros ao mês', writePercentage(terms.interestRatePM)],
      ['Juros ao ano', writePercentage(terms.interestRatePA)],
      ['Parcelas', `${installments.length} x ${writeAmount(installments[0]?.amountCentavos ?? 0)}`],
      ['CET ao mês', writePercentage(terms.cetPM)],
      ['CET ao ano', writePercentage(terms.cetPA)],
      ['Total das parcelas', writeAmount(terms.totalCentavos)],
      ['Primeiro vencimento', writeDate(installments[0]?.dueDate ?? terms.purchaseDate)],
      ['Último vencimento', writeDate(installments.at(-1)?.dueDate ?? terms.purchaseDate)],
      ['Total a pagar com a entrada', writeAmount(paid)],
      ...listMoreFigures(terms),
    ],
    3,
  )
  writeCetParts(pages, terms)
}

function listMoreFigures(terms: ContractTerms): (readonly [string, string])[] {
  const { principalCentavos, totalCentavos, dailyRate } = terms
  return [
    ['Valor total do crédito', writeAmount(principalCentavos)],
    ['Total de juros', writeAmount(totalCentavos - principalCentavos)],
    ['Juros ao dia (mês de 30 dias)', writeDailyRate(dailyRate)],
  ]
}

/** Of everything that is paid in installments, so that the parts add up to it. */
function writeCetParts(pages: TextPages, terms: ContractTerms): void {
  const { shares } = terms
  const rows = [
    [
      terms.renegotiation === undefined
        ? 'Valor liberado à loja (compra menos entrada)'
        : 'Dívida parcelada (dívida menos entrada)',
      terms.netLoanCentavos,
      shares.released,
    ],
    ['Tarifa de cadastro', terms.feeCentavos, shares.fee],
    ['Prêmio do seguro de crédito (opcional)', terms.premiumCentavos, shares.premium],
    ['IOF', terms.iofCentavos, shares.iof],
    ['Juros', terms.totalCentavos - terms.principalCentavos, shares.interest],
    ['Total das parcelas', terms.totalCentavos, 100],
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

function writeChannels(pages: TextPages, { lender }: ContractTerms): void {
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
  terms: ContractTerms,
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
    `Emitida em ${terms.lender.city} e assinada eletronicamente pelo EMITENTE em ${local} (horário de Brasília), com código enviado por SMS ao celular indicado nesta Cédula.`,
  )
  pages.endPage()
  pages.title('Anexo: registro da assinatura', `Cédula de Crédito Bancário nº ${terms.transactionId}`)
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
