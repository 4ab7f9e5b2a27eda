/** Position of a slip on its page and the heights of its rows, in millimetres. */
export interface SlipLayout {
  readonly x: number
  readonly y: number
  readonly width: number
  /** The column of amounts and dates. */
  readonly rightWidth: number
  readonly bankNameWidth: number
  readonly bankCodeWidth: number
  readonly headerHeight: number
  readonly rowHeights: {
    readonly place: number
    readonly beneficiary: number
    readonly document: number
    readonly terms: number
    /** Each of the five beside the instructions. */
    readonly adjustment: number
    readonly payer: number
  }
  readonly barcode: { readonly x: number; readonly y: number }
  readonly points: {
    readonly label: number
    readonly value: number
    readonly strong: number
    readonly small: number
    readonly bankCode: number
    readonly bankName: number
    readonly digitLine: number
  }
  /** Between the lines of the instructions and of the payer. */
  readonly leading: number
}

/** At the foot of an A4 page, 108 mm from its cut line to 4 mm above the edge: the size that banks prescribe. */
export const PAGE_SLIP: SlipLayout = {
  x: 14,
  y: 187.5,
  width: 182,
  rightWidth: 48,
  bankNameWidth: 27,
  bankCodeWidth: 21,
  headerHeight: 8.5,
  rowHeights: { place: 6.8, beneficiary: 10.2, document: 6.8, terms: 6.8, adjustment: 6, payer: 14.6 },
  barcode: { x: 19, y: 273.8 },
  points: {
    label: 5.8,
    value: 8.5,
    strong: 10,
    small: 7.2,
    bankCode: 17.5,
    bankName: 11.5,
    digitLine: 12,
  },
  leading: 3.6,
}

/** One of three strips on a page, next to its stub. The barcode keeps its size, the rest is a little smaller. */
export const STRIP_SLIP: SlipLayout = {
  x: 54,
  y: 4.5,
  width: 148,
  rightWidth: 38,
  bankNameWidth: 21.5,
  bankCodeWidth: 17,
  headerHeight: 7.5,
  rowHeights: { place: 6.1, beneficiary: 9, document: 6, terms: 6, adjustment: 5.1, payer: 12.6 },
  barcode: { x: 59, y: 78.8 },
  points: { label: 5, value: 7.4, strong: 8.8, small: 6.2, bankCode: 14, bankName: 9, digitLine: 9.7 },
  leading: 3.05,
}

export interface Cell {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type CellName =
  | 'place'
  | 'dueDate'
  | 'beneficiary'
  | 'agency'
  | 'issuedOn'
  | 'documentNumber'
  | 'documentKind'
  | 'acceptance'
  | 'processedOn'
  | 'ourNumber'
  | 'bankUse'
  | 'portfolio'
  | 'currency'
  | 'quantity'
  | 'unitAmount'
  | 'amount'
  | 'instructions'
  | 'discount'
  | 'deductions'
  | 'charges'
  | 'additions'
  | 'charged'
  | 'payer'

/** The labels of the official slip, which cashiers look for. */
export const LABELS: Readonly<Record<CellName, string>> = {
  place: 'Local de pagamento',
  dueDate: 'Vencimento',
  beneficiary: 'Beneficiário',
  agency: 'Agência / Código do beneficiário',
  issuedOn: 'Data do documento',
  documentNumber: 'Nº do documento',
  documentKind: 'Espécie doc.',
  acceptance: 'Aceite',
  processedOn: 'Data processamento',
  ourNumber: 'Nosso número',
  bankUse: 'Uso do banco',
  portfolio: 'Carteira',
  currency: 'Espécie',
  quantity: 'Quantidade',
  unitAmount: 'Valor',
  amount: '(=) Valor do documento',
  instructions: 'Instruções (texto de responsabilidade do beneficiário)',
  discount: '(–) Desconto / Abatimento',
  deductions: '(–) Outras deduções',
  charges: '(+) Mora / Multa',
  additions: '(+) Outros acréscimos',
  charged: '(=) Valor cobrado',
  payer: 'Pagador',
}

type Share = readonly [name: CellName, share: number]

const known = new WeakMap<SlipLayout, ReadonlyMap<CellName, Cell>>()

/** Computed once per layout, because every slip of a layout has the same cells. */
export function getCells(layout: SlipLayout): ReadonlyMap<CellName, Cell> {
  const cells = known.get(layout) ?? computeCells(layout)
  known.set(layout, cells)
  return cells
}

/** The cells of a row by their share of the left side; the layout fixes the width of the last column. */
function computeCells({
  x,
  y,
  width,
  rightWidth,
  headerHeight,
  rowHeights,
}: SlipLayout): ReadonlyMap<CellName, Cell> {
  const cells = new Map<CellName, Cell>()
  const leftWidth = width - rightWidth
  let top = y + headerHeight
  const addRow = (height: number, shares: readonly Share[], right: CellName) => {
    const total = shares.reduce((sum, [, share]) => sum + share, 0)
    let left = x
    for (const [name, share] of shares) {
      const cellWidth = (leftWidth * share) / total
      cells.set(name, { x: left, y: top, width: cellWidth, height })
      left += cellWidth
    }
    cells.set(right, { x: x + leftWidth, y: top, width: rightWidth, height })
    top += height
  }
  addRow(rowHeights.place, [['place', 1]], 'dueDate')
  addRow(rowHeights.beneficiary, [['beneficiary', 1]], 'agency')
  const documentShares: readonly Share[] = [
    ['issuedOn', 27],
    ['documentNumber', 38],
    ['documentKind', 17],
    ['acceptance', 13],
    ['processedOn', 25],
  ]
  addRow(rowHeights.document, documentShares, 'ourNumber')
  const termShares: readonly Share[] = [
    ['bankUse', 27],
    ['portfolio', 19],
    ['currency', 19],
    ['quantity', 30],
    ['unitAmount', 25],
  ]
  addRow(rowHeights.terms, termShares, 'amount')
  const adjustments: readonly CellName[] = ['discount', 'deductions', 'charges', 'additions', 'charged']
  const instructionsHeight = rowHeights.adjustment * adjustments.length
  cells.set('instructions', { x, y: top, width: leftWidth, height: instructionsHeight })
  for (const name of adjustments) addRow(rowHeights.adjustment, [], name)
  cells.set('payer', { x, y: top, width, height: rowHeights.payer })
  return cells
}

export function getCell(cells: ReadonlyMap<CellName, Cell>, name: CellName): Cell {
  const cell = cells.get(name)
  if (cell === undefined) throw new Error(`the slip has no cell ${name}`)
  return cell
}
