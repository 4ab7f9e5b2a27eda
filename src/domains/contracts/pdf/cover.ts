import type { CompositionPart, Lent } from '../../../brand/composition.ts'
import { COLOURS } from '../../../brand/tokens.ts'
import { writeAmount, writeCnpj, writeDate, writePercentage } from '../../../brazil/writing.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { ACCENT, drawComposition, drawLogo, INK, SOFT } from '../../../platform/pdf/brand-parts.ts'
import type { Drawing, TextStyle } from '../../../platform/pdf/drawing.ts'
import { PAGE_MARGINS } from '../../../platform/pdf/text-pages.ts'
import type { ContractTerms } from '../terms.ts'

const { left: X, right: RIGHT, width: WIDTH } = PAGE_MARGINS
const LABEL: TextStyle = { font: 'R', points: 9, colour: SOFT }
const NOTE: TextStyle = { font: 'R', points: 9, colour: SOFT, leastPoints: 7 }
const HERO: TextStyle = { font: 'B', points: 34, colour: INK, leastPoints: 18 }
const FIGURE: TextStyle = { font: 'B', points: 17, colour: INK, leastPoints: 11 }
const SECTION: TextStyle = { font: 'B', points: 13, colour: INK }
const PANEL = { x: X, y: 60, width: WIDTH, height: 57 } as const
const INSET = 8
const RIGHTS_Y = 192
const CARD = { width: (WIDTH - 6) / 2, height: 29 } as const

/** What most people want to know of a contract, before its text. It repeats figures of the summary and adds none. */
export function drawCover(drawing: Drawing, terms: ContractTerms): void {
  const { lender, retailer } = terms
  drawLogo(drawing, X, 16)
  const number = `Cédula de Crédito Bancário nº ${terms.transactionId}`
  drawing.text(number, { x: X + 60, y: 21, room: WIDTH - 60, align: 'right' }, { ...LABEL, leastPoints: 6 })
  drawing.text(
    'Seu contrato em uma página',
    { x: X, y: 42, room: WIDTH },
    { font: 'B', points: 24, colour: INK },
  )
  const about = terms.renegotiation === undefined ? 'Compra em' : 'Acordo sobre a compra em'
  drawing.text(
    `${about} ${retailer.name} · crédito de ${lender.name}, CNPJ ${writeCnpj(lender.document)}`,
    { x: X, y: 50, room: WIDTH },
    { ...NOTE, points: 10 },
  )
  drawFigures(drawing, terms)
  drawComposition(drawing, listParts(terms), { x: X, y: 127, width: WIDTH }, findLent(terms))
  drawRights(drawing, terms)
}

function drawFigures(drawing: Drawing, terms: ContractTerms): void {
  const { installments, downPaymentCentavos, totalCentavos, contractDate } = terms
  const [first, last] = [installments[0], installments.at(-1)]
  drawing.roundedBox(PANEL, 4, COLOURS['accent-wash'].light)
  const x = PANEL.x + INSET
  const room = PANEL.width - 2 * INSET
  drawing.text('Você paga', { x, y: PANEL.y + 9, room }, LABEL)
  drawing.text(
    `${installments.length} × ${writeAmount(first?.amountCentavos ?? 0)}`,
    { x, y: PANEL.y + 22, room },
    HERO,
  )
  const entry = downPaymentCentavos > 0 ? `, mais ${writeAmount(downPaymentCentavos)} de entrada` : ''
  const dates =
    installments.length === 1
      ? `em ${writeDate(first?.dueDate ?? contractDate)}`
      : `de ${writeDate(first?.dueDate ?? contractDate)} a ${writeDate(last?.dueDate ?? contractDate)}`
  drawing.text(`${dates}${entry}`, { x, y: PANEL.y + 29, room }, { ...NOTE, points: 10 })
  drawing.line(x, PANEL.y + 34.5, x + room, PANEL.y + 34.5, 0.2, COLOURS.line.light)
  const figures = [
    ['Custo efetivo total (CET)', `${writePercentage(terms.cetPA)} ao ano`],
    ['Juros', `${writePercentage(terms.interestRatePM)} ao mês`],
    [
      downPaymentCentavos > 0 ? 'Total, com a entrada' : 'Total',
      writeAmount(downPaymentCentavos + totalCentavos),
    ],
  ] as const
  const column = room / figures.length
  for (const [index, [name, value]] of figures.entries()) {
    const place = { x: x + index * column, room: column - 4 }
    drawing.text(name, { ...place, y: PANEL.y + 41.5 }, LABEL)
    drawing.text(value, { ...place, y: PANEL.y + 49.5 }, FIGURE)
  }
}

function findLent({ renegotiation, downPaymentCentavos }: ContractTerms): Lent {
  if (renegotiation !== undefined) return 'debt'
  return downPaymentCentavos > 0 ? 'rest' : 'purchase'
}

/** Of everything that is paid in installments. */
function listParts(terms: ContractTerms): { name: CompositionPart; value: Centavos; text: string }[] {
  const parts = [
    ['released', terms.netLoanCentavos],
    ['interest', terms.totalCentavos - terms.principalCentavos],
    ['iof', terms.iofCentavos],
    ['fee', terms.feeCentavos],
    ['premium', terms.premiumCentavos],
  ] as const
  return parts.map(([name, value]) => ({ name, value, text: writeAmount(value) }))
}

function drawRights(drawing: Drawing, terms: ContractTerms): void {
  drawing.text('Seus direitos', { x: X, y: RIGHTS_Y, room: WIDTH }, SECTION)
  const rights = terms.renegotiation === undefined ? listRights(terms) : listAgreementRights(terms)
  for (const [index, { title, text }] of rights.entries()) {
    const x = X + (index % 2) * (CARD.width + 6)
    const y = RIGHTS_Y + 5 + Math.floor(index / 2) * (CARD.height + 4)
    drawing.roundedBox({ x, y, ...CARD }, 3, COLOURS.field.light)
    drawing.fill(x + 5, y + 5.2, 1, 4.2, ACCENT)
    drawing.text(
      title,
      { x: x + 8, y: y + 8.7, room: CARD.width - 12 },
      { font: 'B', points: 10.5, colour: INK },
    )
    const style = { font: 'R', points: 9, colour: SOFT, lines: 3, leading: 4.3 } as const
    drawing.paragraph(text, { x: x + 8, y: y + 14.5, room: CARD.width - 13 }, style)
  }
  const note = 'Esta capa é um resumo. O contrato começa na página seguinte, e é o texto dele que vale.'
  drawing.text(note, { x: X, y: 270, room: RIGHT - X }, NOTE)
}

interface Right {
  readonly title: string
  readonly text: string
}

const EARLY: Right = {
  title: 'Pagar antes, com desconto',
  text: 'Tudo ou uma parte, sem tarifa. Os juros do tempo que ainda não passou saem do valor.',
}

function listRights(terms: ContractTerms): Right[] {
  return [
    {
      title: 'Desistir em até 7 dias',
      text: 'Sem dar motivo e sem custo. O que você pagou, inclusive a entrada, volta em até 10 dias úteis.',
    },
    EARLY,
    {
      title: 'Seguro só se você quiser',
      text: `O seguro é opcional e ${terms.hasInsurance ? 'foi escolhido por você' : 'não foi contratado'}. Não é condição para o crédito nem muda os juros.`,
    },
    describeContact(terms),
  ]
}

function listAgreementRights(terms: ContractTerms): Right[] {
  return [
    {
      title: 'Juros nunca maiores',
      text: 'Os juros do acordo não passam dos do contrato anterior. Não há tarifa nem seguro.',
    },
    EARLY,
    {
      title: 'Nada se perde',
      text: 'Se o acordo terminar antes, tudo o que você pagou conta para a dívida anterior.',
    },
    describeContact(terms),
  ]
}

const describeContact = ({ lender: { sac } }: ContractTerms): Right => ({
  title: 'Ser ouvido por uma pessoa',
  text: `Peça acesso aos seus dados, correção ou a revisão de uma decisão automática${sac === undefined ? ' na sua conta' : `: SAC ${sac}`}.`,
})
