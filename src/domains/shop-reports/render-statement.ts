import { setImmediate } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import { writeAmount, writeCnpj, writeDate } from '../../brazil/writing.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { StatementKind } from '../../contract/statement.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { composeDocument } from '../../platform/pdf/a4-document.ts'
import { PAGE_MARGINS, TextPages } from '../../platform/pdf/text-pages.ts'
import { getAccountOf } from '../lender/index.ts'
import { type RetailerStatementLine, readStatement } from './read-statement.ts'

/** About a hundred pages: what is longer is for a program, and comes as CSV. */
const MAX_LINES = 5_000

const KIND_WORDS: Readonly<Record<StatementKind, string>> = {
  SALE: 'Venda',
  COMMISSION: 'Comissão',
  RETENTION: 'Retenção',
  CANCELLATION: 'Cancelamento',
  RETURN: 'Devolução',
  TRANSFER: 'Repasse',
  ADJUSTMENT: 'Ajuste',
}

/** The statement of these days, for people. Throws a RequestError when it is too long for paper. */
export async function renderStatement(
  { database, secrets, retailers }: App,
  retailerId: string,
  days: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<Buffer> {
  const [{ openingCentavos, pages }, { name, legalName, cnpj }, lender] = await Promise.all([
    readStatement(database, retailerId, days),
    retailers.getRetailer(retailerId),
    getAccountOf(database, secrets, retailerId),
  ])
  const lines: RetailerStatementLine[] = []
  for await (const page of pages) {
    lines.push(...page)
    if (lines.length > MAX_LINES)
      throw invalidParameter('format', `pdf holds at most ${MAX_LINES} lines: ask for fewer days, or for csv`)
  }
  const shop = `${legalName ?? name}${cnpj == null ? '' : ` · CNPJ ${writeCnpj(cnpj)}`}`
  return drawStatement({
    ...days,
    shop,
    lender: `${lender.beneficiaryName} · CNPJ ${writeCnpj(lender.beneficiaryDocument)}`,
    openingCentavos,
    lines,
  })
}

interface DrawnStatement {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly shop: string
  readonly lender: string
  readonly openingCentavos: Centavos
  readonly lines: readonly RetailerStatementLine[]
}

/** The same statement gives the same bytes. */
async function drawStatement(statement: DrawnStatement): Promise<Buffer> {
  const { from, to, shop, lender, openingCentavos, lines } = statement
  const closingCentavos = lines.at(-1)?.balanceCentavos ?? openingCentavos
  const period = `de ${writeDate(from)} a ${writeDate(to)}`
  const pages = new TextPages()
  pages.title('Extrato da loja', `${shop} · ${period}`)
  pages.pairs(
    [
      ['Saldo inicial', writeSigned(openingCentavos)],
      ...listSums(lines),
      ['Saldo final', writeSigned(closingCentavos)],
    ],
    3,
  )
  pages.paragraph(
    'O saldo é o que o credor deve à loja; abaixo de zero, o que a loja deve. O saldo inicial e todos os lançamentos dão o saldo final.',
  )
  const rows = [
    [writeDate(from), 'Saldo inicial', '', '', writeSigned(openingCentavos)],
    ...lines.map(writeLine),
    [writeDate(to), 'Saldo final', '', '', writeSigned(closingCentavos)],
  ]
  await setImmediate()
  pages.headedTable(
    'Lançamentos',
    [
      { title: 'Dia', width: 22 },
      { title: 'Lançamento', width: 30 },
      { title: 'Pedido ou repasse', width: PAGE_MARGINS.width - 22 - 30 - 2 * 30 },
      { title: 'Valor', width: 30, align: 'right' },
      { title: 'Saldo', width: 30, align: 'right' },
    ],
    rows,
  )
  await setImmediate()
  const orders = pages.finish((page, count) => [
    `Extrato · ${shop} · ${period} · página ${page} de ${count}`,
    `Credor: ${lender}`,
  ])
  return composeDocument(orders, { title: `Extrato ${period}`, createdAt: new Date(`${to}T12:00:00Z`) })
}

/** What the lines of each kind come to, in the order of their first appearance in the list of kinds. */
function listSums(lines: readonly RetailerStatementLine[]): (readonly [string, string])[] {
  const sums = new Map<StatementKind, Centavos>()
  for (const { kind, amountCentavos } of lines) sums.set(kind, (sums.get(kind) ?? 0) + amountCentavos)
  return Object.entries(KIND_WORDS).flatMap(([kind, word]) => {
    const total = sums.get(kind as StatementKind)
    return total === undefined ? [] : [[word, writeSigned(total)] as const]
  })
}

const writeLine = (line: RetailerStatementLine): string[] => [
  writeDate(line.date),
  KIND_WORDS[line.kind],
  line.orderId ?? line.reference ?? line.transactionId ?? '',
  writeSigned(line.amountCentavos),
  writeSigned(line.balanceCentavos),
]

const writeSigned = (amount: Centavos): string =>
  amount < 0 ? `- ${writeAmount(-amount)}` : writeAmount(amount)
