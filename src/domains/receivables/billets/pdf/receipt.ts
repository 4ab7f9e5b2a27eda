import { formatDigitLine } from '../../../../brazil/boleto.ts'
import { writeAmount, writeCnpj, writeCpf, writeDate } from '../../../../brazil/writing.ts'
import { computeQrCode, computeQrPath } from '../../../../kernel/qr-code.ts'
import { drawLogo, LOGO_WIDTH } from '../../../../platform/pdf/brand-parts.ts'
import type { Drawing, TextStyle } from '../../../../platform/pdf/drawing.ts'
import { isRegistered } from '../billet.ts'
import { computeLastPayDate } from '../debt.ts'
import type { BilletSheet } from './sheet.ts'
import { findOwedToday, writeInstallment, writeOurNumber, writePayerName } from './writing.ts'

const X = 14
const WIDTH = 182
const RIGHT = X + WIDTH
const CUT_Y = 185
const LABEL: TextStyle = { font: 'R', points: 7, gray: 0.38 }
const VALUE: TextStyle = { font: 'R', points: 9.5, leastPoints: 7 }
const HERO: TextStyle = { font: 'B', points: 21, leastPoints: 12 }
const NOTE: TextStyle = { font: 'R', points: 8.5, gray: 0.25 }
const PANEL = { x: X, y: 63, width: WIDTH, height: 42 }
const QR_MM = 34
const REGISTERING = 'Este boleto está em registro no banco e ainda não pode ser pago pela linha digitável.'
const HERO_COLUMNS = [X, X + 72, X + 134] as const

/** Rows of the table at the foot of the receipt: label, column, width in parts of twelve. */
const TABLE = [
  [
    ['Pagador', 5],
    ['CPF', 3],
    ['Nº do documento', 4],
  ],
  [
    ['Beneficiário', 5],
    ['CNPJ', 3],
    ['Agência / Código do beneficiário', 4],
  ],
  [
    ['Compra em', 5],
    ['Data do documento', 3],
    ['Nosso número', 4],
  ],
] as const
const TABLE_Y = 113
const TABLE_ROW = 12.5

/** The upper part of a page, which stays with the payer. */
export function drawReceiptFrame(drawing: Drawing): void {
  drawLogo(drawing, RIGHT - LOGO_WIDTH, 12.2)
  drawing.text('Recibo do pagador', { x: RIGHT - 40, y: 25.4, room: 40, align: 'right' }, NOTE)
  drawing.line(X, 29, RIGHT, 29, 0.35)
  for (const [index, label] of ['Vencimento', 'Parcela'].entries())
    drawing.text(label, { x: HERO_COLUMNS[index + 1] ?? X, y: 37.5, room: 50 }, LABEL)
  drawing.fill(PANEL.x, PANEL.y, PANEL.width, PANEL.height, 0.955)
  for (const [row, cells] of TABLE.entries()) {
    let x = X
    for (const [label, parts] of cells) {
      const width = (WIDTH * parts) / 12
      drawing.text(label, { x, y: TABLE_Y + row * TABLE_ROW + 4, room: width - 3 }, LABEL)
      x += width
    }
    drawing.line(X, TABLE_Y + (row + 1) * TABLE_ROW, RIGHT, TABLE_Y + (row + 1) * TABLE_ROW, 0.12, 0.7)
  }
  drawing.text('Autenticação mecânica', { x: RIGHT - 60, y: 156, room: 60, align: 'right' }, LABEL)
  drawing.dashedLine(0, CUT_Y, 210, CUT_Y)
  drawing.text(
    'Corte aqui',
    { x: RIGHT - 30, y: CUT_Y - 1.2, room: 30, align: 'right' },
    { ...LABEL, points: 6 },
  )
}

export function drawReceipt(drawing: Drawing, sheet: BilletSheet): void {
  const { billet, account, payer } = sheet
  drawing.text(
    account.beneficiaryName,
    { x: X, y: 20, room: 138 },
    { font: 'B', points: 14, leastPoints: 10.5 },
  )
  const contact = `CNPJ ${writeCnpj(account.beneficiaryDocument)}  ·  ${account.beneficiaryAddress}`
  drawing.text(contact, { x: X, y: 25.4, room: 150 }, { ...LABEL, points: 7.5, leastPoints: 6 })
  const owed = findOwedToday(sheet)
  // The slip below adds the same figures up to the same amount.
  const label = owed === undefined ? 'Valor' : `A pagar em ${writeDate(owed.day)}`
  drawing.text(label, { x: X, y: 37.5, room: 60 }, LABEL)
  const heroes = [
    writeAmount(owed?.totalCentavos ?? billet.amountCentavos),
    writeDate(billet.dueDate),
    writeInstallment(billet),
  ]
  for (const [index, text] of heroes.entries()) {
    const x = HERO_COLUMNS[index] ?? X
    drawing.text(text, { x, y: 46.5, room: (HERO_COLUMNS[index + 1] ?? RIGHT + 3) - x - 3 }, HERO)
  }
  const payUntil = `Pode ser pago até ${writeDate(computeLastPayDate(billet))}.`
  const limit = `${payUntil} Guarde este recibo com o comprovante do pagamento.`
  drawing.text(
    owed === undefined ? limit : `${owed.sentence} ${payUntil}`,
    { x: X, y: 55, room: WIDTH },
    NOTE,
  )
  if (billet.pixCode !== undefined) drawPix(drawing, sheet, billet.pixCode)
  else if (isRegistered(billet)) drawHowToPay(drawing, sheet)
  else drawRegistering(drawing)
  const values = [
    [writePayerName(payer), writeCpf(payer.cpf), billet.documentNumber],
    [account.beneficiaryName, writeCnpj(account.beneficiaryDocument), account.bank.printedAccount],
    [sheet.shop.name, writeDate(billet.issuedOn), writeOurNumber(billet, account)],
  ]
  for (const [row, cells] of TABLE.entries()) {
    let x = X
    for (const [column, [, parts]] of cells.entries()) {
      const width = (WIDTH * parts) / 12
      drawing.text(
        values[row]?.[column] ?? '',
        { x, y: TABLE_Y + row * TABLE_ROW + 9.6, room: width - 3 },
        VALUE,
      )
      x += width
    }
  }
}

/** Text beside the QR code, or from the panel's edge where there is none. */
function drawPix(drawing: Drawing, { billet }: BilletSheet, pixCode: string): void {
  const inset = (PANEL.height - QR_MM) / 2
  drawQr(drawing, pixCode, PANEL.x + inset, PANEL.y + inset, QR_MM)
  const x = PANEL.x + QR_MM + 2 * inset + 2
  const room = RIGHT - x - inset
  drawing.text('Pague com Pix', { x, y: PANEL.y + 9.5, room }, { font: 'B', points: 13 })
  const how = 'Leia o QR Code no aplicativo do seu banco, ou copie o código Pix abaixo:'
  drawing.text(how, { x, y: PANEL.y + 15, room }, NOTE)
  const code = { x, y: PANEL.y + 20.5, room }
  drawing.paragraph(pixCode, code, { font: 'R', points: 7.5, leading: 3.2, lines: 4 })
  if (!isRegistered(billet)) {
    drawing.text(REGISTERING, { x, y: PANEL.y + 35.5, room }, NOTE)
    return
  }
  drawing.text('Ou pague o boleto pela linha digitável:', { x, y: PANEL.y + 33.4, room }, NOTE)
  drawing.text(formatDigitLine(billet.digitLine), { x, y: PANEL.y + 38, room }, { font: 'B', points: 10 })
}

function drawHowToPay(drawing: Drawing, { billet }: BilletSheet): void {
  const x = PANEL.x + 6
  const room = PANEL.width - 12
  drawing.text('Como pagar', { x, y: PANEL.y + 9.5, room }, { font: 'B', points: 13 })
  const steps = [
    'No aplicativo do seu banco, escolha pagar boleto e leia o código de barras desta página, ou digite a linha abaixo.',
    'Em agências, caixas eletrônicos e lotéricas, apresente esta página.',
  ]
  for (const [index, step] of steps.entries())
    drawing.text(step, { x, y: PANEL.y + 16 + index * 5, room }, NOTE)
  drawing.text('Linha digitável', { x, y: PANEL.y + 29.5, room }, LABEL)
  drawing.text(formatDigitLine(billet.digitLine), { x, y: PANEL.y + 35.8, room }, { font: 'B', points: 14 })
}

function drawRegistering(drawing: Drawing): void {
  const x = PANEL.x + 6
  const room = PANEL.width - 12
  drawing.text('Em registro no banco', { x, y: PANEL.y + 9.5, room }, { font: 'B', points: 13 })
  drawing.text(REGISTERING, { x, y: PANEL.y + 16, room }, NOTE)
  drawing.text('Baixe este documento de novo em algumas horas.', { x, y: PANEL.y + 21, room }, NOTE)
}

export function drawQr(drawing: Drawing, text: string, x: number, y: number, side: number): void {
  const code = computeQrCode(text)
  drawing.fill(x, y, side, side, 1)
  drawing.shapes(computeQrPath(code), x, y, side / code.size, side / code.size)
}
