import { readFile, writeFile } from 'node:fs/promises'
import {
  createFund,
  proposeBuyBack,
  proposeReceipt,
  proposeSale,
  readAssignment,
  readAssignments,
  readFundStatement,
} from '../domains/assignment/index.ts'
import type { Decision } from '../domains/desk/index.ts'
import { parsePayee } from '../domains/payouts/index.ts'
import { type CalendarDate, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getWord,
  presentAmount,
  presentTable,
  refuse,
} from './command.ts'
import { getProvenPerson, getReason } from './proof.ts'

const STATES = ['', 'proposed', 'done', 'paid'] as const

export const assignmentCommands: Readonly<Record<string, Command>> = {
  'assignments fund': {
    async run(services, line) {
      const path = getOption(line, 'rules')
      const rules: unknown = JSON.parse(
        await readFile(path, 'utf8').catch(() => {
          throw new InputError(`${path} cannot be read`)
        }),
      )
      const name = getOption(line, 'name')
      const document = getOption(line, 'document')
      const payee = parsePayee({ name, document, pixKey: getOption(line, 'pix-key') })
      const operator = await getProvenPerson(services, line, 'assignment.decide')
      const id = await createFund(services, { name, payee, rules, createdBy: operator.id })
      line.act?.tell(id)
      return id
    },
  },

  'assignments funds': {
    async run(services) {
      const { funds } = await readAssignments(services)
      return presentTable(
        ['ID', 'NAME', 'OWNS', 'IS OWED', 'OWES', 'RULES'],
        funds.map(fund => [
          fund.id,
          fund.name,
          presentAmount(fund.ownedCentavos),
          presentAmount(fund.payableCentavos),
          presentAmount(fund.receivableCentavos),
          JSON.stringify(fund.rules),
        ]),
      )
    },
  },

  'assignments list': {
    async run(services) {
      const { assignments } = await readAssignments(services)
      return presentTable(
        ['ID', 'KIND', 'FUND', 'DAY', 'CONTRACTS', 'FACE', 'CARRYING', 'PRICE', 'STATE'],
        assignments.map(each => [
          each.id,
          each.kind,
          each.fundId,
          each.day,
          String(each.contractCount),
          presentAmount(each.faceCentavos),
          presentAmount(each.carryingCentavos),
          presentAmount(each.priceCentavos),
          STATES[each.version] ?? '',
        ]),
      )
    },
  },

  'assignments sell': {
    async run(services, line) {
      const fundId = getWord(line, 2, 'the id of the fund')
      const reason = getReason(line)
      const operator = await getProvenPerson(services, line, 'assignment.decide')
      return present(line, await proposeSale(services, operator, { fundId, reason }).catch(refuse))
    },
  },

  'assignments buy-back': {
    async run(services, line) {
      const fundId = getWord(line, 2, 'the id of the fund')
      const reason = getReason(line)
      const percent = Number(line.options.percent ?? '100')
      if (!(percent >= 0 && percent <= 200)) throw new InputError('--percent must be between 0 and 200')
      const transactionIds = line.words.slice(3)
      const operator = await getProvenPerson(services, line, 'assignment.decide')
      const wanted = { fundId, transactionIds, percent, reason }
      return present(line, await proposeBuyBack(services, operator, wanted).catch(refuse))
    },
  },

  'assignments receive': {
    async run(services, line) {
      const { account } = line.options
      const paid = {
        assignmentId: getWord(line, 2, 'the id of the assignment'),
        accountId: typeof account === 'string' ? account : undefined,
        paidOn: readDay(line, 'date'),
        reference: getOption(line, 'reference'),
        reason: getReason(line),
      }
      const operator = await getProvenPerson(services, line, 'assignment.decide')
      return present(line, await proposeReceipt(services, operator, paid).catch(refuse))
    },
  },

  'assignments export': {
    async run(services, line) {
      const id = getWord(line, 2, 'the id of the assignment')
      const path = getOption(line, 'file')
      const operator = await getProvenPerson(services, line, 'assignment.decide')
      const { csv, assignment } = await readAssignment(services, operator, id).catch(refuse)
      await writeFile(path, csv, { mode: 0o600 })
      const sha256 = assignment.sha256.toString('hex')
      line.act?.tell(id, { sha256 })
      return `${path}: ${assignment.contractCount} contracts, SHA-256 ${sha256}`
    },
  },

  'assignments statement': {
    async run(services, line) {
      const fundId = getWord(line, 2, 'the id of the fund')
      const days = { from: readDay(line, 'from'), to: readDay(line, 'to') }
      const statement = await readFundStatement(services, { fundId, ...days }).catch(refuse)
      return [
        `opening ${presentAmount(statement.openingCentavos)}`,
        presentTable(
          ['DATE', 'KIND', 'TRANSACTION', 'REAIS', 'BALANCE'],
          statement.lines.map(each => [
            each.date,
            each.kind,
            each.transactionId ?? '',
            presentAmount(each.amountCentavos),
            presentAmount(each.balanceCentavos),
          ]),
        ),
        `closing ${presentAmount(statement.closingCentavos)}`,
      ].join('\n')
    },
  },
}

function present(line: CommandLine, { id, subject, amountCentavos }: Decision): string {
  line.act?.tell(subject.id, { price: presentAmount(amountCentavos) })
  return `${subject.id} for ${presentAmount(amountCentavos)}\n\nProposed. Another person approves it today with: proposals approve ${id} --reason TEXT --as EMAIL`
}

function readDay(line: CommandLine, name: string): CalendarDate {
  const text = getOption(line, name)
  try {
    return parseCalendarDate(text)
  } catch (error) {
    throw new InputError(`--${name} must be a date such as 2026-12-31`, { cause: error })
  }
}
