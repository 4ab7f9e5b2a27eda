import { compareWithBooks } from '../app/upkeep/compare-with-books.ts'
import { sealLedger, verifyLedger } from '../domains/ledger/index.ts'
import { computeProvisionReport, computeTrialBalance } from '../domains/loans/index.ts'
import { holdMoney } from '../domains/payouts/index.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../kernel/calendar-date.ts'
import { ChainRewritten, InputError } from '../kernel/faults.ts'
import { type Command, getOption, presentAmount, presentTable } from './command.ts'
import { listKnownHeads, namesHeads } from './heads.ts'
import { getMonthEnd } from './month.ts'

type LedgerReport = Awaited<ReturnType<typeof verifyLedger>>

export const ledgerCommands: Readonly<Record<string, Command>> = {
  'ledger seal': {
    async run(services) {
      const { head, added } = await sealLedger(services).catch(refuseRewritten)
      return `${added} entries sealed\nhead ${head?.position ?? 0}:${head?.hash ?? '0'.repeat(64)}`
    },
  },

  'ledger verify': {
    async run(services, line) {
      const { database, secrets } = services
      const report = await verifyLedger(database, {
        secrets,
        anchors: await listKnownHeads(services, line, 'ledger'),
      })
      if (report.fault !== undefined) {
        // A head that was typed may be one of another database.
        if (!namesHeads(line)) await holdMoney(services, 'ledger', report.fault.problem)
        throw new InputError(presentFault(report.fault))
      }
      const compared = await compareWithBooks(services)
      return (
        `${presentReport(report)}\n\n${compared.paidCount} paid billets, each with its money in the books\n` +
        `${compared.runningCount} running contracts, each carried at its payoff on the day it was last accrued\n` +
        `${compared.orderCount} payout orders, each step of them booked\n` +
        `${compared.purchaseCount} purchases: each transfer matches its contract, and each refund its entry\n` +
        `${compared.entryCount} entries made by people, ${compared.manualCount} of them manual, each approved by a second person`
      )
    },
  },

  'ledger trial-balance': {
    async run({ database, clock }, line) {
      const today = calendarDateAt(clock.now())
      const day = line.options.date === undefined ? today : parseDate(getOption(line, 'date'))
      if (day > today) throw new InputError(`--date ${day} is in the future`)
      return presentTrialBalance(day, await computeTrialBalance(database, day))
    },
  },

  'ledger provision': {
    async run({ database, clock }, line) {
      const day = getMonthEnd(line)
      if (day >= calendarDateAt(clock.now())) throw new InputError(`${day.slice(0, 7)} is not over`)
      return presentProvision(day, await computeProvisionReport(database, day))
    },
  },
}

function presentProvision(
  day: CalendarDate,
  report: Awaited<ReturnType<typeof computeProvisionReport>>,
): string {
  const { stages, missing, bookedCentavos, fault } = report
  if (fault !== undefined)
    throw new InputError(
      `contract ${fault.transactionId}: ${presentAmount(fault.provisionCentavos)} were provided for, and its allowance in the books is ${presentAmount(fault.bookedCentavos)}`,
    )
  const total = stages.reduce((sum, { provisionCentavos }) => sum + provisionCentavos, 0)
  if (total !== bookedCentavos)
    throw new InputError(
      `${presentAmount(total)} were provided for, and the allowances in the books are ${presentAmount(bookedCentavos)}`,
    )
  const table = presentTable(
    ['STAGE', 'CONTRACTS', 'CARRYING AMOUNT', 'PROVISION'],
    stages.map(each => [
      String(each.stage),
      String(each.contracts),
      presentAmount(each.carryingCentavos),
      presentAmount(each.provisionCentavos),
    ]),
  )
  const rest = missing === 0 ? '' : `\n${missing} contracts are not provided for yet`
  return `at the end of ${day}\n\n${table}\n\nprovided for ${presentAmount(total)}, as in the books${rest}`
}

function refuseRewritten(error: unknown): never {
  throw error instanceof ChainRewritten ? new InputError(error.message) : error
}

function presentFault({ position, entryId, problem }: NonNullable<LedgerReport['fault']>): string {
  const place = [position && `at seal ${position}`, entryId && `entry ${entryId}`].filter(Boolean).join(', ')
  return `the books are broken ${place}: ${problem}`
}

function parseDate(text: string): CalendarDate {
  try {
    return parseCalendarDate(text)
  } catch {
    throw new InputError(`--date ${text} is not a date in the form YYYY-MM-DD`)
  }
}

function presentTrialBalance(day: string, trial: Awaited<ReturnType<typeof computeTrialBalance>>): string {
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
