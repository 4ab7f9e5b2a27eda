import type { App } from '../../app/app.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type BalanceLine, computeGross, listSnapshot, readBalances } from '../closing/index.ts'
import { type AccountKind, listJournal } from '../ledger/index.ts'
import type { OwnCosif } from './cosif.ts'
import { COSIF, type CosifAccount, TAX_BASES } from './cosif.ts'
import { composeCsvLine, writeReais } from './csv.ts'
import { insertCosif, listOwnCosif } from './store.ts'

export const BOOK_EXPORTS = ['journal', 'trial-balance', 'revenue', 'contracts'] as const
export type BookExport = (typeof BOOK_EXPORTS)[number]

/** By kind of account: the lender's own where it has loaded one. */
type Chart = ReadonlyMap<string, CosifAccount>

export async function readChart({ database }: App): Promise<Chart> {
  const own = await listOwnCosif(database)
  return new Map([
    ...Object.entries(COSIF),
    ...own.map(({ kind, code, name }) => [kind, { code, name }] as const),
  ])
}

/** Sets the lender's own accounts of the chart for some kinds; others keep theirs. */
export async function loadCosif(app: App, accounts: readonly OwnCosif[], by: string): Promise<void> {
  await app.database.transaction(async tx => insertCosif(tx, accounts, { by, at: app.clock.now() }))
}

/** The text of one export of a month, piece by piece: a journal may be larger than memory. */
export async function* exportBooks(
  app: App,
  monthEnd: CalendarDate,
  what: BookExport,
): AsyncGenerator<string> {
  const chart = await readChart(app)
  if (what === 'journal') yield* exportJournal(app, monthEnd, chart)
  else if (what === 'contracts') yield* exportContracts(app, monthEnd)
  else {
    const balances = await readBalances(app, monthEnd)
    yield what === 'trial-balance' ? composeTrialBalance(balances, chart) : composeRevenue(balances, chart)
  }
}

const kindOf = (account: string): string => account.split(':')[0] ?? account
const codeOf = (chart: Chart, kind: string): string => chart.get(kind)?.code ?? ''

async function* exportJournal(app: App, monthEnd: CalendarDate, chart: Chart): AsyncGenerator<string> {
  yield composeCsvLine([
    'booked_on',
    'value_date',
    'entry_id',
    'line',
    'kind',
    'reference',
    'retailer_id',
    'transaction_id',
    'account',
    'cosif',
    'debit',
    'credit',
  ])
  const after = addDays(parseCalendarDate(`${monthEnd.slice(0, 8)}01`), -1)
  for await (const postings of listJournal(app.database, { after, through: monthEnd })) {
    let text = ''
    for (const each of postings)
      text += composeCsvLine([
        each.bookedOn,
        each.valueDate,
        each.entryId,
        each.line,
        each.kind,
        each.reference,
        each.retailerId,
        each.transactionId,
        each.account,
        codeOf(chart, kindOf(each.account)),
        each.amountCentavos > 0 ? writeReais(each.amountCentavos) : '',
        each.amountCentavos < 0 ? writeReais(-each.amountCentavos) : '',
      ])
    yield text
  }
}

function composeTrialBalance(balances: readonly BalanceLine[], chart: Chart): string {
  const lines = balances.map(line =>
    composeCsvLine([
      line.kind,
      codeOf(chart, line.kind),
      chart.get(line.kind)?.name,
      writeReais(line.openingCentavos),
      writeReais(line.debitCentavos),
      writeReais(line.creditCentavos),
      writeReais(line.closingCentavos),
    ]),
  )
  return (
    composeCsvLine(['account', 'cosif', 'name', 'opening', 'debit', 'credit', 'closing']) + lines.join('')
  )
}

/** What was earned in the month, by account, and whose base it is. */
function composeRevenue(balances: readonly BalanceLine[], chart: Chart): string {
  const sums = { 'PIS/COFINS': 0, ISS: 0 }
  const lines = balances.flatMap(({ kind, debitCentavos, creditCentavos }) => {
    const bases = TAX_BASES[kind as AccountKind]
    if (bases === undefined) return []
    const earned = creditCentavos - debitCentavos
    const inBase = (base: keyof typeof sums): Centavos => {
      const amount = bases.includes(base) ? earned : 0
      sums[base] += amount
      return amount
    }
    return composeCsvLine([
      kind,
      codeOf(chart, kind),
      chart.get(kind)?.name,
      writeReais(earned),
      writeReais(inBase('PIS/COFINS')),
      writeReais(inBase('ISS')),
    ])
  })
  return (
    composeCsvLine(['account', 'cosif', 'name', 'revenue', 'pis_cofins_base', 'iss_base']) +
    lines.join('') +
    composeCsvLine([
      'total',
      '',
      '',
      writeReais(sums['PIS/COFINS']),
      writeReais(sums['PIS/COFINS']),
      writeReais(sums.ISS),
    ])
  )
}

/** The snapshot of the month end, from which the figures of the portfolio are computed. */
async function* exportContracts({ database }: App, monthEnd: CalendarDate): AsyncGenerator<string> {
  yield composeCsvLine([
    'transaction_id',
    'retailer_id',
    'seller_index',
    'release_month',
    'is_agreement',
    'gross_carrying_amount',
    'days_past_due',
    'stage',
    'provision',
    'customer',
    'unearned_interest',
    'deferred_fee',
    'deferred_retention',
    'deferred_cost',
    'deferred_late_charges',
    'restructuring',
    'written_off',
    'accelerated_on',
    'written_off_on',
  ])
  for await (const rows of listSnapshot(database, monthEnd)) {
    let text = ''
    for (const row of rows)
      text += composeCsvLine([
        row.transactionId,
        row.retailerId,
        row.sellerIndex?.toString('hex'),
        row.startedOn?.slice(0, 7),
        String(row.isAgreement),
        writeReais(computeGross(row)),
        row.daysPastDue,
        row.stage,
        writeReais(-row.allowanceCentavos),
        writeReais(row.customerCentavos),
        writeReais(row.unearnedCentavos),
        writeReais(row.deferredFeeCentavos),
        writeReais(row.deferredRetentionCentavos),
        writeReais(row.deferredCostCentavos),
        writeReais(row.deferredChargesCentavos),
        writeReais(row.restructuringCentavos),
        writeReais(row.writtenOffCentavos),
        row.acceleratedOn,
        row.writtenOffOn,
      ])
    yield text
  }
}
