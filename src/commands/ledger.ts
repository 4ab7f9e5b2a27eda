import { reconcileLoans } from '../flows/books/reconcile-loans.ts'
import { reconcilePayouts } from '../flows/books/reconcile-payouts.ts'
import { computeTrialBalance, type TrialBalance } from '../flows/books/trial-balance.ts'
import { reconcileBillets } from '../flows/payments/reconcile-billets.ts'
import { isRewritten, sealLedger } from '../flows/upkeep/seal-chains.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../kernel/calendar-date.ts'
import { type LedgerReport, verifyLedger } from '../modules/ledger/index.ts'
import { type Command, getOption, presentAmount, presentTable, UsageError } from './command.ts'
import { listKnownHeads } from './known-heads.ts'

export const ledgerCommands: Readonly<Record<string, Command>> = {
  'ledger seal': {
    usage: 'ledger seal',
    purpose: 'chain the entries that have no seal yet, and print the head: note it somewhere else',
    async run(services) {
      const { head, added } = await sealLedger(services).catch(refuseRewritten)
      return `${added} entries sealed\nhead ${head?.position ?? 0}:${head?.hash ?? '0'.repeat(64)}`
    },
  },

  'ledger verify': {
    usage: 'ledger verify [--head POSITION:HASH] [--heads FILE]',
    purpose:
      'recompute sums, balances and seals of all books, and compare billets, contracts and payouts with them; --head is one noted earlier, --heads a log',
    async run(services, line) {
      const { database, secrets } = services
      const report = await verifyLedger(database, {
        secrets,
        anchors: await listKnownHeads(services, line, 'ledger'),
      })
      if (report.fault !== undefined) throw new UsageError(presentFault(report.fault))
      const { paidCount, fault } = await reconcileBillets(database)
      if (fault !== undefined)
        throw new UsageError(`billets and books differ at billet ${fault.billetId}: ${fault.problem}`)
      const loans = await reconcileLoans(database)
      if (loans.fault !== undefined)
        throw new UsageError(
          `contract ${loans.fault.transactionId} and its books differ: ${loans.fault.problem}`,
        )
      const payouts = await reconcilePayouts(database)
      if (payouts.fault !== undefined)
        throw new UsageError(`order ${payouts.fault.orderId} and the books differ: ${payouts.fault.problem}`)
      return (
        `${presentReport(report)}\n\n${paidCount} paid billets, each with its money in the books\n` +
        `${loans.runningCount} running contracts, each carried at its payoff on the day it was last accrued\n` +
        `${payouts.orderCount} payout orders, each step of them booked`
      )
    },
  },

  'ledger trial-balance': {
    usage: 'ledger trial-balance [--date YYYY-MM-DD]',
    purpose:
      'print the balance of every kind of account at the end of a day, and what was earned and is not booked yet',
    async run({ database, clock }, line) {
      const today = calendarDateAt(clock.now())
      const day = line.options.date === undefined ? today : parseDate(getOption(line, 'date'))
      if (day > today) throw new UsageError(`--date ${day} is in the future`)
      return presentTrialBalance(day, await computeTrialBalance(database, day))
    },
  },
}

function refuseRewritten(error: unknown): never {
  throw isRewritten(error) ? new UsageError(error.message) : error
}

function presentFault({ position, entryId, problem }: NonNullable<LedgerReport['fault']>): string {
  const place = [position && `at seal ${position}`, entryId && `entry ${entryId}`].filter(Boolean).join(', ')
  return `the books are broken ${place}: ${problem}`
}

function parseDate(text: string): CalendarDate {
  try {
    return parseCalendarDate(text)
  } catch {
    throw new UsageError(`--date ${text} is no day in the form YYYY-MM-DD`)
  }
}

function presentTrialBalance(day: string, trial: TrialBalance): string {
  const { balances, sumCentavos, unbooked, accruedLater } = trial
  const table = presentTable(
    ['ACCOUNTS', 'BALANCE'],
    [
      ...balances.map(({ kind, balance }) => [kind, presentAmount(balance)]),
      ['sum', presentAmount(sumCentavos)],
    ],
  )
  const later =
    accruedLater === 0 ? '' : `\nwithout ${accruedLater} contracts that were accrued beyond that day since`
  return (
    `at the end of ${day}\n\n${table}\n\nearned and not booked yet: interest ${presentAmount(unbooked.interestCentavos)}, ` +
    `fee ${presentAmount(unbooked.feeCentavos)}, retention ${presentAmount(unbooked.retentionCentavos)}${later}`
  )
}

function presentReport({ entryCount, head, balancesCentavos }: LedgerReport): string {
  const rows = [...balancesCentavos].toSorted(([a], [b]) => a.localeCompare(b))
  const table = presentTable(
    ['ACCOUNTS', 'BALANCE'],
    rows.map(([account, centavos]) => [account, presentAmount(centavos)]),
  )
  return `${entryCount} entries, all balanced\n${head.position} sealed, head ${head.position}:${head.hash}\n\n${table}`
}
