import { COLOURS } from '../../../brand/tokens.ts'
import { writeAmount, writeCnpj, writeCpf, writeDate } from '../../../brazil/writing.ts'
import { computeQrCode, computeQrPath } from '../../../kernel/qr-code.ts'
import { composeDocument } from '../../../platform/pdf/a4-document.ts'
import {
  ACCENT,
  drawInstallmentRing,
  drawLogo,
  INK,
  LOGO_WIDTH,
  SOFT,
} from '../../../platform/pdf/brand-parts.ts'
import { Drawing, type TextStyle } from '../../../platform/pdf/drawing.ts'
import type { DischargeStatement } from '../statements.ts'

const X = 30
const WIDTH = 150
const CENTRE = 105
const RING = { x: CENTRE - 24, y: 48, size: 48 } as const
const QR = { x: X, y: 211, size: 34 } as const
const LABEL: TextStyle = { font: 'R', points: 8.5, colour: SOFT }
const VALUE: TextStyle = { font: 'B', points: 11.5, colour: INK, leastPoints: 8 }
const SMALL: TextStyle = { font: 'R', points: 7, colour: SOFT }
/** A ring of more lines would be a circle with a pattern. */
const MOST_LINES = 36

/** A certificate on one page. The same statement gives the same bytes. */
export function renderDischargePdf(
  statement: DischargeStatement,
  seal: Buffer,
  verifyUrl: string,
): Promise<Buffer> {
  const drawing = new Drawing()
  drawFrame(drawing)
  drawSeal(drawing, statement)
  drawWords(drawing, statement)
  drawFigures(drawing, statement)
  drawProof(drawing, seal, verifyUrl)
  return composeDocument([drawing.toString()], {
    title: 'Termo de quitação',
    createdAt: new Date(`${statement.settledOn}T12:00:00Z`),
  })
}

function drawFrame(drawing: Drawing): void {
  drawing.roundedBox({ x: 12, y: 12, width: 186, height: 273 }, 6, ACCENT)
  drawing.roundedBox({ x: 12.8, y: 12.8, width: 184.4, height: 271.4 }, 5.4, COLOURS.card.light)
  drawLogo(drawing, CENTRE - LOGO_WIDTH / 2, 25)
}

/** The ring of the installments, all of them paid, around a tick. */
function drawSeal(drawing: Drawing, { installments }: DischargeStatement): void {
  const lines = Math.min(installments, MOST_LINES)
  drawInstallmentRing(
    drawing,
    Array.from({ length: lines }, () => 'paid' as const),
    RING,
  )
  drawing.stroke(
    'M34 51L45 62L67 39',
    { x: RING.x, y: RING.y, scale: RING.size / 100 },
    8,
    COLOURS.good.light,
  )
}

function drawWords(drawing: Drawing, statement: DischargeStatement): void {
  const { transactionId, lender, debtor, startedOn, settledOn } = statement
  const centred = (text: string, y: number, style: TextStyle): void =>
    drawing.text(text, { x: X, y, room: WIDTH, align: 'center' }, style)
  centred('Quitado', 121, { font: 'B', points: 48, colour: INK })
  centred('Termo de quitação', 131, { font: 'R', points: 13, colour: SOFT })
  const number = `Cédula de Crédito Bancário nº ${transactionId}`
  const person = debtor.name === null ? 'a pessoa' : debtor.name
  drawing.paragraph(
    `${lender.name}, CNPJ ${writeCnpj(lender.document)}, declara que ${person}, CPF ${writeCpf(debtor.cpf)}, pagou integralmente a dívida da ${number}, contratada em ${writeDate(startedOn)}, e lhe dá plena quitação. Nada mais é devido por ela desde ${writeDate(settledOn)}.`,
    { x: X, y: 145, room: WIDTH },
    { font: 'R', points: 11, colour: INK, lines: 7, leading: 5.6 },
  )
}

function drawFigures(drawing: Drawing, statement: DischargeStatement): void {
  const figures = [
    ['Contratado em', writeDate(statement.startedOn)],
    ['Quitado em', writeDate(statement.settledOn)],
    ['Parcelas', String(statement.installments)],
    ['Total das parcelas', writeAmount(statement.totalCentavos)],
    ['Juros descontados', writeAmount(statement.discountCentavos)],
    ['Seguro devolvido', writeAmount(statement.premiumRefundCentavos)],
  ] as const
  const column = WIDTH / 3
  for (const [index, [name, value]] of figures.entries()) {
    const x = X + (index % 3) * column
    const y = 184 + Math.floor(index / 3) * 12
    drawing.text(name, { x, y, room: column - 3 }, LABEL)
    drawing.text(value, { x, y: y + 5, room: column - 3 }, VALUE)
  }
  drawing.line(X, 178, X + WIDTH, 178, 0.2, COLOURS.line.light)
  drawing.line(X, 205.5, X + WIDTH, 205.5, 0.2, COLOURS.line.light)
}

function drawProof(drawing: Drawing, seal: Buffer, verifyUrl: string): void {
  const code = computeQrCode(verifyUrl)
  const cell = QR.size / code.size
  drawing.shapes(computeQrPath(code), QR.x, QR.y, cell, cell)
  const x = QR.x + QR.size + 6
  const room = X + WIDTH - x
  drawing.text('Confira se este termo é verdadeiro', { x, y: QR.y + 8, room }, { ...VALUE, points: 12 })
  drawing.paragraph(
    'Leia o código com a câmera do celular. A página diz se o termo foi emitido pelo credor, e não mostra dados de ninguém.',
    { x, y: QR.y + 14.5, room },
    { font: 'R', points: 9, colour: SOFT, lines: 3, leading: 4.4 },
  )
  drawing.paragraph(verifyUrl, { x, y: QR.y + 28.5, room }, { ...SMALL, lines: 2, leading: 3.2 })
  const signature = seal.toString('base64')
  const half = Math.ceil(signature.length / 2)
  drawing.text(
    'Assinatura eletrônica do credor (Ed25519, sobre os dados deste termo)',
    { x: X, y: 257, room: WIDTH },
    SMALL,
  )
  drawing.text(signature.slice(0, half), { x: X, y: 261, room: WIDTH }, SMALL)
  drawing.text(signature.slice(half), { x: X, y: 264.5, room: WIDTH }, SMALL)
}
