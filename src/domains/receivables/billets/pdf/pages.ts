import { writeAmount, writeCpf, writeDate } from '../../../../brazil/writing.ts'
import { Drawing, type TextStyle } from '../../../../platform/pdf/drawing.ts'
import { drawQr, drawReceipt, drawReceiptFrame } from './receipt.ts'
import type { BilletSheet } from './sheet.ts'
import { drawSlip, drawSlipFrame } from './slip.ts'
import { PAGE_SLIP, STRIP_SLIP } from './slip-layout.ts'
import { writeInstallment, writeOurNumber, writePayerName } from './writing.ts'

/** A third of an A4 page. */
const STRIP_HEIGHT = 99
const X = 7
const WIDTH = 40
const CUT_X = 50.5
const QR_MM = 27
const LABEL: TextStyle = { font: 'R', points: 5, gray: 0.32 }
const TITLE: TextStyle = { font: 'B', points: 8.5 }
const VALUE: TextStyle = { font: 'R', points: 7.4, leastPoints: 6 }
const STRONG: TextStyle = { font: 'B', points: 8.8, leastPoints: 6 }
const TOP = 12
const ROW = 7.2

const ROWS = [
  ['Parcela', 'Vencimento'],
  ['(=) Valor do documento'],
  ['Nosso número'],
  ['Nº do documento'],
  ['Beneficiário'],
  ['Pagador'],
] as const

/** The part of a strip that the payer keeps. */
function drawStubFrame(drawing: Drawing): void {
  drawing.text('Recibo do pagador', { x: X, y: 10, room: WIDTH }, TITLE)
  drawing.line(X, TOP, X + WIDTH, TOP, 0.35)
  for (const [row, labels] of ROWS.entries()) {
    const y = TOP + row * ROW
    for (const [column, label] of labels.entries())
      drawing.text(label, { x: X + (column * WIDTH) / 2, y: y + 2.2, room: WIDTH / labels.length - 1 }, LABEL)
    drawing.line(X, y + ROW, X + WIDTH, y + ROW)
  }
  drawing.dashedLine(CUT_X, 0, CUT_X, STRIP_HEIGHT)
}

function drawStub(drawing: Drawing, { billet, account, payer }: BilletSheet): void {
  const put = (row: number, text: string, style: TextStyle, column = 0, room = WIDTH) =>
    drawing.text(text, { x: X + column, y: TOP + (row + 1) * ROW - 1.3, room }, style)
  put(0, writeInstallment(billet), STRONG, 0, WIDTH / 2 - 1)
  put(0, writeDate(billet.dueDate), STRONG, WIDTH / 2, WIDTH / 2)
  put(1, writeAmount(billet.amountCentavos), STRONG)
  put(2, writeOurNumber(billet, account), VALUE)
  put(3, billet.documentNumber, VALUE)
  put(4, account.beneficiaryName, VALUE)
  put(5, writePayerName(payer), VALUE)
  const foot = TOP + ROWS.length * ROW
  if (billet.pixCode === undefined) {
    drawing.text(`CPF ${writeCpf(payer.cpf)}`, { x: X, y: foot + 4.5, room: WIDTH }, VALUE)
    drawing.text('Autenticação mecânica', { x: X, y: foot + 10, room: WIDTH }, LABEL)
    return
  }
  drawing.text('Pague com Pix', { x: X, y: foot + 5, room: WIDTH, align: 'center' }, TITLE)
  drawQr(drawing, billet.pixCode, X + (WIDTH - QR_MM) / 2, foot + 6.2, QR_MM)
}

export type PdfLayout = 'page' | 'booklet'

/** One kind of page: a constant part, and a part that depends on its billets. */
interface PageDesign {
  readonly sheetsPerPage: number
  readonly frame: string
  /** Drawn once on every page. */
  readonly marks: string
  draw(sheet: BilletSheet): string
}

export const DESIGNS: Readonly<Record<PdfLayout, PageDesign>> = {
  page: {
    sheetsPerPage: 1,
    marks: '',
    frame: drawWith(drawing => {
      drawReceiptFrame(drawing)
      drawSlipFrame(drawing, PAGE_SLIP)
    }),
    draw: sheet =>
      drawWith(drawing => {
        drawReceipt(drawing, sheet)
        drawSlip(drawing, PAGE_SLIP, sheet)
      }),
  },
  booklet: {
    sheetsPerPage: 3,
    marks: drawWith(drawing => {
      for (const strip of [1, 2]) drawing.dashedLine(0, strip * STRIP_HEIGHT, 210, strip * STRIP_HEIGHT)
    }),
    frame: drawWith(drawing => {
      drawStubFrame(drawing)
      drawSlipFrame(drawing, STRIP_SLIP)
    }),
    draw: sheet =>
      drawWith(drawing => {
        drawStub(drawing, sheet)
        drawSlip(drawing, STRIP_SLIP, sheet)
      }),
  },
}

/** Every strip is drawn at the top of the page and then shifted down. */
export function computeOffsetMm(index: number, layout: PdfLayout): number {
  return layout === 'page' ? 0 : (index % DESIGNS.booklet.sheetsPerPage) * STRIP_HEIGHT
}

function drawWith(draw: (drawing: Drawing) => void): string {
  const drawing = new Drawing()
  draw(drawing)
  return drawing.toString()
}
