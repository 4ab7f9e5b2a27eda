import { type LenderAccount, listAccounts } from '../domains/lender/index.ts'
import {
  type BankStatement,
  listDifferences,
  parseStatements,
  type Reconciliation,
  reconcileStatement,
  resolveDifference,
  setLineState,
  takeStatement,
} from '../domains/statements/index.ts'
import { type CalendarDate, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { getExplanation, getLenderAccount, LISTED_CASES, readBankFile } from './bank-files.ts'
import { type Command, getOption, getWord, presentAmount, presentTable } from './command.ts'

export const statementCommands: Readonly<Record<string, Command>> = {
  'bank statement': {
    async run(services, line) {
      const path = getWord(line, 2, 'the file')
      const account = await getLenderAccount(services, getOption(line, 'account'))
      const { bytes, trace } = await readBankFile(path)
      line.act?.tell(account.id, trace)
      try {
        const statements = parseStatements(bytes)
        for (const statement of statements) checkHolder(statement, account)
        const taken = await services.database.transaction(async tx => {
          const results: boolean[] = []
          for (const statement of statements)
            results.push(await takeStatement(tx, account.id, statement, services.clock.now()))
          return results
        })
        return statements.map((statement, at) => presentTaken(statement, taken[at] === true)).join('\n')
      } catch (error) {
        if (error instanceof InputError) throw new InputError(`${path} was not imported. ${error.message}`)
        throw error
      }
    },
  },

  'bank reconcile': {
    async run(services, line) {
      const day = parseDay(getOption(line, 'date'))
      const { accounts } = await listAccounts(services.database, services.secrets)
      const asked = line.options.account
      const chosen =
        asked === undefined ? accounts : [await getLenderAccount(services, getOption(line, 'account'))]
      const reports: string[] = []
      for (const { id } of chosen) {
        const report = await reconcileStatement(services, id, day)
        if (report !== undefined) reports.push(presentReport(report))
      }
      return reports.length === 0 ? `there is no statement until ${day}` : reports.join('\n\n')
    },
  },

  'bank differences': {
    async run({ database, clock }) {
      const cases = await listDifferences(database, LISTED_CASES)
      if (cases.length === 0) return 'no difference waits for an explanation'
      const now = clock.now().getTime()
      const rows = cases.map(each => [
        each.id,
        each.side,
        each.happenedOn,
        `${Math.floor((now - each.openedAt.getTime()) / 86_400_000)} days`,
        presentAmount(each.amountCentavos),
        each.reference,
      ])
      return presentTable(['case', 'side', 'day', 'age', 'amount', 'reference'], rows)
    },
  },

  'bank explain': {
    async run({ database, clock }, line) {
      const caseId = getWord(line, 2, 'the case')
      const explanation = getExplanation(line)
      const by = line.act?.person ?? ''
      const closed = await database.transaction(async tx => {
        if (!isId(caseId)) return undefined
        const found = await resolveDifference(tx, caseId, { by, explanation, now: clock.now() })
        if (found?.side === 'BANK') setLineState(tx, [found.reference], 'RESOLVED')
        return found
      })
      if (closed === undefined) throw new InputError(`there is no open case ${caseId}`)
      line.act?.tell(caseId, {})
      return `case ${caseId} is closed`
    },
  },
}

/** Banks write the account with or without agency and check digit. */
function checkHolder(statement: BankStatement, { bank }: LenderAccount): void {
  const digits = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')
  const { agency, account, accountDigit } = bank
  const ways = [account, account + accountDigit, agency + account, agency + account + accountDigit].map(
    digits,
  )
  if (statement.bank !== bank.bank)
    throw new InputError(`it is of bank ${statement.bank}, the account is at bank ${bank.bank}`)
  const isAgency = statement.agency === '' || digits(statement.agency).startsWith(digits(agency))
  if (!isAgency || !ways.includes(digits(statement.account)))
    throw new InputError(
      `it is of account ${statement.agency}/${statement.account}, not of ${agency}/${account}-${accountDigit}`,
    )
}

function parseDay(text: string): CalendarDate {
  try {
    return parseCalendarDate(text)
  } catch {
    throw new InputError('--date must be a day such as 2026-11-17')
  }
}

const presentTaken = (
  { firstDay, lastDay, lines, closingCentavos }: BankStatement,
  isNew: boolean,
): string =>
  isNew
    ? `imported: ${firstDay} to ${lastDay}, ${lines.length} lines, closing with ${presentAmount(closingCentavos)}`
    : `imported before: ${firstDay} to ${lastDay}`

function presentReport(report: Reconciliation): string {
  const { openLines, openItems } = report
  return [
    `account ${report.accountId} on ${report.day}: ${report.matchedLines} lines matched`,
    `statement ${presentAmount(report.closingCentavos)}, books ${presentAmount(report.bookCentavos)}, unexplained ${presentAmount(report.unexplainedCentavos)}`,
    ...openLines.map(
      ({ postedOn, amountCentavos, history, document }) =>
        `only the bank: ${postedOn} ${presentAmount(amountCentavos)} ${history} ${document}`,
    ),
    ...openItems.map(
      ({ day, amountCentavos, reference }) =>
        `only the books: ${day} ${presentAmount(amountCentavos)} ${reference}`,
    ),
  ].join('\n')
}
