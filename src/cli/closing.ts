import {
  type ClosingRecord,
  describeDifference,
  describeRemark,
  proposeClosing,
  readClosings,
  runClosing,
  verifyClosing,
} from '../domains/closing/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, presentAmount, presentTable, refuse } from './command.ts'
import { getMonthEnd } from './month.ts'
import { getProvenPerson, getReason } from './proof.ts'

const LISTED = 120

export const closingCommands: Readonly<Record<string, Command>> = {
  'closing list': {
    async run(services) {
      const { closings } = await readClosings(services, LISTED)
      const rows = closings.map(({ month, state, result, proposedBy, closedBy, closedAt }) => [
        month,
        state,
        result === undefined ? '' : String(result.totals.contracts),
        result === undefined ? '' : String(result.differences.length),
        [proposedBy, closedBy].filter(Boolean).join(' and '),
        closedAt?.toISOString() ?? '',
      ])
      return presentTable(['MONTH', 'STATE', 'CONTRACTS', 'DIFFERENCES', 'CLOSED BY', 'AT'], rows)
    },
  },

  'closing run': {
    async run(services, line) {
      const monthEnd = getMonthEnd(line)
      const { id } = await runClosing(services, monthEnd).catch(refuse)
      line.act?.tell(id, { month: monthEnd.slice(0, 7) })
      const { closings } = await readClosings(services, LISTED)
      const closing = closings.find(each => each.id === id)
      return closing === undefined ? '' : presentClosing(closing)
    },
  },

  'closing verify': {
    async run(services, line) {
      const monthEnd = getMonthEnd(line)
      const { closing, contracts, fault } = await verifyClosing(services, monthEnd).catch(refuse)
      if (fault !== undefined)
        throw new InputError(`the snapshot of ${monthEnd.slice(0, 7)} is broken: ${fault}`)
      return `${contracts} contracts, as they were sealed and as the books have them\n${closing.state}, seal ${closing.hash}`
    },
  },

  'closing close': {
    async run(services, line) {
      const monthEnd = getMonthEnd(line)
      const reason = getReason(line)
      const operator = await getProvenPerson(services, line, 'closing.close')
      const { id } = await proposeClosing(services, operator, { monthEnd, reason }).catch(refuse)
      line.act?.tell(id, { month: monthEnd.slice(0, 7) })
      return `${id}\n\nProposed. Another person closes the month with: proposals approve ${id} --reason TEXT --as EMAIL`
    },
  },
}

function presentClosing({ month, state, result }: Pick<ClosingRecord, 'month' | 'state' | 'result'>): string {
  if (result === undefined) return `${month} is ${state}`
  const { totals, balances, banks, differences, remarks } = result
  const stages = (['1', '2', '3', 'none'] as const).map(stage => {
    const { contracts, grossCentavos, allowanceCentavos } = totals.stages[stage]
    return [stage, String(contracts), presentAmount(grossCentavos), presentAmount(allowanceCentavos)]
  })
  const lines = balances.map(({ kind, openingCentavos, debitCentavos, creditCentavos, closingCentavos }) => [
    kind,
    ...[openingCentavos, debitCentavos, creditCentavos, closingCentavos].map(presentAmount),
  ])
  const accounts = banks.map(({ accountId, statementCentavos, bookCentavos }) => [
    accountId,
    statementCentavos === undefined ? '-' : presentAmount(statementCentavos),
    bookCentavos === undefined ? '-' : presentAmount(bookCentavos),
  ])
  return [
    `${month} is ${state}: ${totals.contracts} contracts`,
    presentTable(['STAGE', 'CONTRACTS', 'CARRYING AMOUNT', 'ALLOWANCE'], stages),
    presentTable(['ACCOUNTS', 'OPENING', 'DEBIT', 'CREDIT', 'CLOSING'], lines),
    presentTable(['BANK ACCOUNT', 'STATEMENT', 'BOOKS'], accounts),
    differences.length === 0
      ? 'the contracts add up to the books'
      : differences.map(each => `DIFFERENCE: ${describeDifference(each)}`).join('\n'),
    ...remarks.map(each => `remark: ${describeRemark(each)}`),
  ].join('\n\n')
}
