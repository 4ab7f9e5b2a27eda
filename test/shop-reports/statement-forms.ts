import assert from 'node:assert/strict'
import type { CalendarDate } from '../../src/kernel/calendar-date.ts'
import { readWords } from '../receivables/pdf/scanner.ts'
import type { TestApp } from '../support/app.ts'
import { centavos } from '../support/purchase-http.ts'
import { ask, readStatementOf, readSummaryOf } from '../support/statements.ts'

const KINDS: Readonly<Record<string, string>> = {
  Venda: 'SALE',
  Comissão: 'COMMISSION',
  Retenção: 'RETENTION',
  Cancelamento: 'CANCELLATION',
  Devolução: 'RETURN',
  Repasse: 'TRANSFER',
  Ajuste: 'ADJUSTMENT',
}

interface Line {
  readonly date: string
  readonly kind: string
  readonly amount: number
  readonly balance: number
}
interface Form {
  readonly opening: number
  readonly lines: readonly Line[]
  readonly closing: number
}

/** One statement in its three forms and as a sum: they say the same, and it adds up. Returns how many lines it has. */
export async function checkForms(
  app: TestApp,
  days: { readonly from: CalendarDate; readonly to: CalendarDate },
  apiKey: string,
): Promise<number> {
  const [json, csv, pdf, summary] = await Promise.all([
    readStatementOf(app, days, apiKey),
    ask(app, '/statement', { ...days, format: 'csv' }, apiKey),
    ask(app, '/statement', { ...days, format: 'pdf' }, apiKey),
    readSummaryOf(app, days, apiKey),
  ])
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  const told: Form = {
    opening: centavos(json.openingBalance),
    lines: json.lines.map(({ date, kind, amount, balance }) => ({
      date,
      kind,
      amount: centavos(amount),
      balance: centavos(balance),
    })),
    closing: centavos(json.closingBalance),
  }
  const label = `${days.from} ${days.to}`
  assert.deepEqual(parseCsv(await csv.text()), told, label)
  assert.deepEqual(parsePdf(Buffer.from(await pdf.arrayBuffer())), told, label)
  const sum = (kinds: readonly string[]): number =>
    told.lines.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0)
  assert.equal(told.opening + sum(Object.values(KINDS)), told.closing, label)
  const { openingBalance, closingBalance, from: _, to: __, ...parts } = summary
  assert.deepEqual([centavos(openingBalance), centavos(closingBalance)], [told.opening, told.closing], label)
  assert.equal(
    Object.values(parts).reduce((total, part) => total + centavos(part), centavos(openingBalance)),
    told.closing,
    label,
  )
  assert.deepEqual(
    [summary.sales, summary.commission, summary.retention, summary.transferred].map(centavos),
    ['SALE', 'COMMISSION', 'RETENTION', 'TRANSFER'].map(kind => sum([kind])),
    label,
  )
  return told.lines.length
}

function parseCsv(text: string): Form {
  const rows = text
    .split('\r\n')
    .slice(1, -1)
    .map(row => row.split(','))
  const lines = rows.map(([date = '', kind = '', , , amount = '', balance = '']) => ({
    date,
    kind,
    amount: centavos(Number(amount)),
    balance: centavos(Number(balance)),
  }))
  const [first, last] = [lines[0], lines.at(-1)]
  assert.deepEqual([first?.kind, last?.kind], ['OPENING', 'CLOSING'])
  return { opening: first?.balance ?? 0, lines: lines.slice(1, -1), closing: last?.balance ?? 0 }
}

/** Rows of the table begin with a day; amounts are the last two cells, each with its R$ and perhaps a minus. */
function parsePdf(pdf: Buffer): Form {
  const rows = readWords(pdf).flatMap(words => {
    const byLine = Map.groupBy(words, ({ top }) => Math.round(top * 2))
    return [...byLine.entries()]
      .sort(([one], [other]) => one - other)
      .map(([, line]) => line.toSorted((one, other) => one.left - other.left).map(({ text }) => text))
      .filter(([day = '']) => /^\d{2}\/\d{2}\/\d{4}$/.test(day))
  })
  const parsed = rows.map(([day = '', ...cells]) => {
    const text = cells.join(' ')
    const amounts = [...text.matchAll(/(- )?R\$ ([\d.]+),(\d\d)/g)].map(
      ([, minus, whole = '', cents]) =>
        Number(whole.replaceAll('.', '') + cents) * (minus === undefined ? 1 : -1),
    )
    return { date: day.split('/').reverse().join('-'), name: cells[0] ?? '', text, amounts }
  })
  const [first, last] = [parsed[0], parsed.at(-1)]
  assert.match(first?.text ?? '', /^Saldo inicial/)
  assert.match(last?.text ?? '', /^Saldo final/)
  return {
    opening: first?.amounts[0] ?? Number.NaN,
    lines: parsed.slice(1, -1).map(({ date, name, amounts }) => ({
      date,
      kind: KINDS[name] ?? name,
      amount: amounts[0] ?? Number.NaN,
      balance: amounts[1] ?? Number.NaN,
    })),
    closing: last?.amounts[0] ?? Number.NaN,
  }
}
