import { formatDigitLine } from '../../../../brazil/boleto.ts'
import { writeAtShop } from '../../../../brazil/shop-words.ts'
import { writeAmount, writeCnpj, writeCpf, writeDate, writePostalCode } from '../../../../brazil/writing.ts'
import { computeShare } from '../../../../kernel/money.ts'
import type { Drawing, TextStyle } from '../../../../platform/pdf/drawing.ts'
import { getBank } from '../../../lender/index.ts'
import { isRegistered } from '../billet.ts'
import { computeLastPayDate } from '../debt.ts'
import { findDailyInterest } from '../second-copy.ts'
import {
  BARCODE_HEIGHT_MM,
  BARCODE_MODULES,
  BARCODE_WIDTH_MM,
  computeBarcodePath,
} from './interleaved-code.ts'
import type { BilletSheet } from './sheet.ts'
import { type Cell, getCell, getCells, LABELS, type SlipLayout } from './slip-layout.ts'
import { findOwedToday, writeOurNumber, writePayerName } from './writing.ts'

const LABEL_GRAY = 0.32
const SHADE_GRAY = 0.93
const PADDING = 1.3
const FINAL_BENEFICIARY = 'Beneficiário final'

/** Lines, shades and labels: the same on every slip. */
export function drawSlipFrame(drawing: Drawing, layout: SlipLayout): void {
  const { x, y, width, rightWidth, headerHeight, points } = layout
  const cells = getCells(layout)
  const payer = getCell(cells, 'payer')
  const top = y + headerHeight
  for (const name of ['dueDate', 'amount', 'charged'] as const) shade(drawing, getCell(cells, name))
  for (const cell of cells.values()) {
    drawing.line(cell.x, cell.y + cell.height, cell.x + cell.width, cell.y + cell.height)
    if (cell.x > x) drawing.line(cell.x, cell.y, cell.x, cell.y + cell.height)
  }
  drawing.line(x, top, x + width, top, 0.35)
  drawing.line(x, payer.y, x + width, payer.y, 0.35)
  drawing.line(x, payer.y + payer.height, x + width, payer.y + payer.height, 0.35)
  for (const offset of [layout.bankNameWidth, layout.bankNameWidth + layout.bankCodeWidth])
    drawing.line(x + offset, y + 1.2, x + offset, top, 0.5)
  const style: TextStyle = { font: 'R', points: points.label, gray: LABEL_GRAY }
  for (const [name, cell] of cells) {
    const place = { x: cell.x + PADDING, y: cell.y + points.label * 0.4, room: cell.width - 2 * PADDING }
    drawing.text(LABELS[name], place, style)
  }
  const foot = payer.y + payer.height
  const footPlace = { x: x + width - rightWidth - 20, y: foot + points.label * 0.5, room: rightWidth + 20 }
  drawing.text('Autenticação mecânica – Ficha de Compensação', { ...footPlace, align: 'right' }, style)
  drawing.text(FINAL_BENEFICIARY, { x: x + PADDING, y: foot - 0.9, room: width / 2 }, style)
  drawing.text('Cód. baixa', { x: x + width - rightWidth + PADDING, y: foot - 0.9, room: rightWidth }, style)
}

function shade(drawing: Drawing, { x, y, width, height }: Cell): void {
  drawing.fill(x, y, width, height, SHADE_GRAY)
}

/** What differs from slip to slip. */
export function drawSlip(drawing: Drawing, layout: SlipLayout, sheet: BilletSheet): void {
  const { billet, account } = sheet
  const { points } = layout
  const cells = getCells(layout)
  const put = (name: Parameters<typeof getCell>[1], text: string, right = false, font: 'R' | 'B' = 'R') => {
    const { x, y, width, height } = getCell(cells, name)
    const size = font === 'B' ? points.strong : points.value
    const place = { x: x + PADDING, y: y + height - 1.15, room: width - 2 * PADDING }
    drawing.text(text, { ...place, align: right ? 'right' : 'left' }, { font, points: size })
  }
  drawHeader(drawing, layout, sheet)
  put('place', 'Pagável em qualquer banco, lotérica ou aplicativo até a data limite')
  put('dueDate', writeDate(billet.dueDate), true, 'B')
  drawBeneficiary(drawing, layout, sheet)
  put('agency', account.bank.printedAccount, true)
  put('issuedOn', writeDate(billet.issuedOn))
  put('documentNumber', billet.documentNumber)
  // The kind that is registered at the bank.
  put('documentKind', getBank(account.bank.bank).titleKind.printed)
  put('acceptance', 'N')
  put('processedOn', writeDate(billet.issuedOn))
  put('ourNumber', writeOurNumber(billet, account), true)
  put('portfolio', account.bank.portfolio)
  put('currency', 'R$')
  put('amount', writeAmount(billet.amountCentavos), true, 'B')
  const owed = findOwedToday(sheet)
  if (owed !== undefined) {
    if (owed.deductedCentavos > 0) put('deductions', writeAmount(owed.deductedCentavos), true)
    if (owed.chargesCentavos > 0) put('charges', writeAmount(owed.chargesCentavos), true)
    put('charged', writeAmount(owed.totalCentavos), true, 'B')
  }
  drawInstructions(drawing, layout, sheet)
  drawPayer(drawing, layout, sheet)
  drawFinalBeneficiary(drawing, layout, sheet)
  // A scanner must not read what no bank accepts yet.
  if (!isRegistered(billet)) return
  const { barcode } = layout
  drawing.shapes(
    computeBarcodePath(billet.barcode),
    barcode.x,
    barcode.y,
    BARCODE_WIDTH_MM / BARCODE_MODULES,
    BARCODE_HEIGHT_MM,
  )
}

function drawHeader(drawing: Drawing, layout: SlipLayout, { billet, account }: BilletSheet): void {
  const { x, y, width, headerHeight, bankNameWidth, bankCodeWidth, points } = layout
  const bottom = y + headerHeight - 2
  const { bank, printedBank } = account.bank
  const name = getBank(bank).slip.bankName
  // Only one bank has a name that needs two lines at this size.
  const isLong = drawing.measure(name, { font: 'B', points: points.bankName }) > bankNameWidth - 1
  const nameStyle: TextStyle = { font: 'B', points: isLong ? points.bankName * 0.8 : points.bankName }
  drawing.text(name, { x, y: bottom, room: bankNameWidth - 0.5 }, nameStyle)
  const codePlace = { x: x + bankNameWidth, y: bottom, room: bankCodeWidth, align: 'center' } as const
  drawing.text(printedBank, codePlace, { font: 'B', points: points.bankCode })
  const linePlace = { x: x + bankNameWidth + bankCodeWidth + 1, y: bottom, align: 'right' } as const
  const room = width - bankNameWidth - bankCodeWidth - 1
  drawing.text(
    isRegistered(billet) ? formatDigitLine(billet.digitLine) : 'EM REGISTRO NO BANCO',
    { ...linePlace, room },
    { font: 'R', points: points.digitLine, leastPoints: points.digitLine * 0.8 },
  )
}

function drawBeneficiary(drawing: Drawing, layout: SlipLayout, { account }: BilletSheet): void {
  const { points } = layout
  const { x, y, width, height } = getCell(getCells(layout), 'beneficiary')
  const style: TextStyle = { font: 'B', points: points.value, leastPoints: points.value * 0.75 }
  const room = width - 2 * PADDING
  // A long name is truncated, never the payee's CNPJ.
  const document = `CNPJ ${writeCnpj(account.beneficiaryDocument)}`
  const documentWidth = drawing.measure(document, { font: 'R', points: points.value })
  const nameBase = y + height - 1.15 - layout.leading * 0.9
  const nameRoom = room - documentWidth - 2
  drawing.text(account.beneficiaryName, { x: x + PADDING, y: nameBase, room: nameRoom }, style)
  const documentPlace = {
    x: x + PADDING + room - documentWidth - 0.1,
    y: nameBase,
    room: documentWidth + 0.1,
  }
  drawing.text(document, documentPlace, { font: 'R', points: points.value })
  const addressPlace = { x: x + PADDING, y: y + height - 1.05, room }
  drawing.text(account.beneficiaryAddress, addressPlace, { font: 'R', points: points.small })
}

function listInstructions(sheet: BilletSheet): string[] {
  const { billet, shop } = sheet
  const limit = `Não receber após ${writeDate(computeLastPayDate(billet))}.`
  const holiday = 'Vencimento em dia sem expediente bancário: pague no dia útil seguinte, sem encargos.'
  if (billet.kind === 'down-payment')
    return [
      `Entrada da compra ${writeAtShop(shop.name)}`,
      'A compra é confirmada com este pagamento.',
      holiday,
      limit,
    ]
  if (billet.kind === 'settlement')
    return [
      `Pagamento antecipado da compra ${writeAtShop(shop.name)}`,
      `Valor para pagamento em ${writeDate(billet.dueDate)}, já com o desconto dos juros.`,
      limit,
    ]
  const installment = `${billet.installmentNumber} de ${billet.installmentCount} da compra ${writeAtShop(shop.name)}`
  const byDay = findDailyInterest(billet)
  if (byDay !== undefined)
    return [
      `Segunda via da parcela ${installment}`,
      byDay === 0
        ? 'Após o vencimento: sem nova multa e sem novos juros.'
        : `Após o vencimento: juros de ${writeAmount(byDay)} por dia, sem nova multa.`,
      findOwedToday(sheet)?.sentence ??
        'Multa e juros até o vencimento já estão no valor. Sem custo de emissão.',
      limit,
    ]
  const fine = writeAmount(computeShare(billet.amountCentavos, 2))
  return [
    `Parcela ${installment}`,
    `Após o vencimento: multa de 2% (${fine}) e juros de 1% ao mês, proporcionais aos dias.`,
    // The codes state the face value: what is owed now must be read here.
    findOwedToday(sheet)?.sentence ?? holiday,
    limit,
  ]
}

function drawInstructions(drawing: Drawing, layout: SlipLayout, sheet: BilletSheet): void {
  const { points, leading } = layout
  const { x, y, width } = getCell(getCells(layout), 'instructions')
  const start = y + points.label * 0.4 + leading * 1.4
  for (const [index, line] of listInstructions(sheet).entries()) {
    const place = { x: x + PADDING, y: start + index * leading * 1.25, room: width - 2 * PADDING }
    drawing.text(line, place, {
      font: index === 0 ? 'B' : 'R',
      points: points.value,
      leastPoints: points.value * 0.75,
    })
  }
}

function drawPayer(drawing: Drawing, layout: SlipLayout, { payer }: BilletSheet): void {
  const { points, leading } = layout
  const { x, y, width } = getCell(getCells(layout), 'payer')
  const indent = 19
  const place = { x: x + indent, room: width - indent - PADDING }
  const first = y + 3.2
  const document = `CPF ${writeCpf(payer.cpf)}`
  const documentWidth = drawing.measure(document, { font: 'R', points: points.value }) + 0.1
  const nameRoom = place.room - documentWidth - 2
  drawing.text(
    writePayerName(payer),
    { ...place, y: first, room: nameRoom },
    { font: 'B', points: points.value, leastPoints: points.value * 0.75 },
  )
  const documentPlace = { x: place.x + place.room - documentWidth, y: first, room: documentWidth }
  drawing.text(document, documentPlace, { font: 'R', points: points.value })
  const style: TextStyle = { font: 'R', points: points.small + 0.4 }
  const street = [payer.street, payer.number, payer.complement].filter(part => part !== '').join(', ')
  drawing.text(street, { ...place, y: first + leading }, style)
  const town = `${writePostalCode(payer.zipCode)}  ${payer.city} – ${payer.state}`
  drawing.text(town, { ...place, y: first + 2 * leading }, style)
}

function drawFinalBeneficiary(drawing: Drawing, layout: SlipLayout, { shop }: BilletSheet): void {
  const { legalName, cnpj } = shop
  if (legalName === undefined || !cnpj) return
  const { points, rightWidth } = layout
  const { x, y, width, height } = getCell(getCells(layout), 'payer')
  const label = drawing.measure(FINAL_BENEFICIARY, { font: 'R', points: points.label })
  const left = x + PADDING + label + 1.5
  const style: TextStyle = { font: 'R', points: points.small, leastPoints: points.small * 0.75 }
  drawing.text(
    `${legalName} – CNPJ ${writeCnpj(cnpj)}`,
    { x: left, y: y + height - 0.9, room: x + width - rightWidth - left - 1 },
    style,
  )
}
