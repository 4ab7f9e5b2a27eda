import type { InstallmentState } from '../../../brand/ring.ts'
import { COLOURS } from '../../../brand/tokens.ts'
import { writeAtShop } from '../../../brazil/shop-words.ts'
import { writeAmount, writeCnpj, writeCpf, writeDate } from '../../../brazil/writing.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { composeDocument } from '../../../platform/pdf/a4-document.ts'
import { drawInstallmentRing, drawLogo, INK, SOFT } from '../../../platform/pdf/brand-parts.ts'
import { Drawing, type TextStyle } from '../../../platform/pdf/drawing.ts'
import { PAGE_MARGINS } from '../../../platform/pdf/text-pages.ts'

/** One payment that arrived, and what it paid. */
export interface ReceiptFacts {
  readonly transactionId: string
  readonly retailerName: string
  readonly lender: { readonly name: string; readonly cnpj: string } | undefined
  readonly payer: { readonly name?: string | undefined; readonly cpf: string }
  readonly paidOn: CalendarDate
  readonly valueCentavos: Centavos
  /** Names of what it paid, and the amounts of them that add up to the value. */
  readonly parts: readonly (readonly [name: string, centavos: Centavos])[]
  /** Of the installments as they are now. */
  readonly states: readonly InstallmentState[]
}

const { left: X, right: RIGHT, width: WIDTH } = PAGE_MARGINS
const LABEL: TextStyle = { font: 'R', points: 9, colour: SOFT }
const VALUE: TextStyle = { font: 'R', points: 11, colour: INK, leastPoints: 8 }
const STRONG: TextStyle = { font: 'B', points: 11, colour: INK }
const PANEL = { x: X, y: 52, width: WIDTH, height: 46 } as const
const ROW = 8

/** The same facts give the same bytes. */
export function renderReceiptPdf(facts: ReceiptFacts): Promise<Buffer> {
  const drawing = new Drawing()
  drawLogo(drawing, X, 16)
  const number = `Cédula de Crédito Bancário nº ${facts.transactionId}`
  drawing.text(number, { x: X + 60, y: 21, room: WIDTH - 60, align: 'right' }, { ...LABEL, leastPoints: 6 })
  drawing.text('Recibo de pagamento', { x: X, y: 42, room: WIDTH }, { font: 'B', points: 24, colour: INK })
  drawPanel(drawing, facts)
  const end = drawParts(drawing, facts, 110)
  drawSides(drawing, facts, end + 10)
  return composeDocument([drawing.toString()], {
    title: 'Recibo de pagamento',
    createdAt: new Date(`${facts.paidOn}T12:00:00Z`),
  })
}

function drawPanel(drawing: Drawing, { valueCentavos, paidOn, retailerName, states }: ReceiptFacts): void {
  drawing.roundedBox(PANEL, 4, COLOURS['good-wash'].light)
  const x = PANEL.x + 8
  const room = PANEL.width - 60
  drawing.text(`Recebido em ${writeDate(paidOn)}`, { x, y: PANEL.y + 11, room }, LABEL)
  const hero: TextStyle = { font: 'B', points: 34, colour: INK, leastPoints: 18 }
  drawing.text(writeAmount(valueCentavos), { x, y: PANEL.y + 26, room }, hero)
  drawing.text(`Compra ${writeAtShop(retailerName)}`, { x, y: PANEL.y + 36, room }, VALUE)
  if (states.length === 0) return
  const ring = { x: RIGHT - 42, y: PANEL.y + 6, size: 34 }
  drawInstallmentRing(drawing, states, ring)
  const paid = states.filter(state => state === 'paid').length
  const middle = { x: ring.x, room: ring.size, align: 'center' } as const
  drawing.text(`${paid} de ${states.length}`, { ...middle, y: ring.y + 17.5 }, STRONG)
  drawing.text('pagas', { ...middle, y: ring.y + 21.8 }, { ...LABEL, points: 8 })
}

function drawParts(drawing: Drawing, { parts, valueCentavos }: ReceiptFacts, top: number): number {
  drawing.text('O que este pagamento pagou', { x: X, y: top, room: WIDTH }, { ...STRONG, points: 13 })
  let y = top + 4
  for (const [name, centavos] of [...parts, ['Total', valueCentavos] as const]) {
    const style = name === 'Total' ? STRONG : VALUE
    const amount = centavos < 0 ? `- ${writeAmount(-centavos)}` : writeAmount(centavos)
    drawing.text(name, { x: X, y: y + 5.5, room: WIDTH - 45 }, style)
    drawing.text(amount, { x: X, y: y + 5.5, room: WIDTH, align: 'right' }, style)
    y += ROW
    drawing.line(X, y, RIGHT, y, 0.15, COLOURS.line.light)
  }
  return y
}

function drawSides(drawing: Drawing, { payer, lender }: ReceiptFacts, top: number): void {
  const sides = [
    ['Quem pagou', [payer.name ?? 'Cliente', `CPF ${writeCpf(payer.cpf)}`]],
    ['Quem recebeu', lender === undefined ? [] : [lender.name, `CNPJ ${writeCnpj(lender.cnpj)}`]],
  ] as const
  const column = WIDTH / sides.length
  for (const [index, [name, lines]] of sides.entries()) {
    const place = { x: X + index * column, room: column - 6 }
    drawing.text(name, { ...place, y: top + 4 }, LABEL)
    for (const [line, text] of lines.entries())
      drawing.text(text, { ...place, y: top + 10 + line * 5.5 }, VALUE)
  }
}
