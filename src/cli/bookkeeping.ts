import { readFile } from 'node:fs/promises'
import type { App } from '../app/app.ts'
import { BALANCE_EXITS } from '../contract/desk-books.ts'
import { RequestError } from '../contract/errors.ts'
import {
  findEntryRecord,
  listOpenBalances,
  listShownEntries,
  loadRates,
  payTax,
  proposeManualEntry,
  proposeManualReversal,
  readTaxes,
  settleBalance,
  type TaxDocument,
} from '../domains/bookkeeping/index.ts'
import type { Operator } from '../domains/operators/index.ts'
import { orderCommission } from '../domains/payouts/index.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError, Refused } from '../kernel/faults.ts'
import { type Centavos, parseWrittenReais } from '../kernel/money.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getPerson,
  getRetailerId,
  getWord,
  presentAmount,
  presentTable,
} from './command.ts'
import { getProvenPerson, getReason } from './proof.ts'

export const bookkeepingCommands: Readonly<Record<string, Command>> = {
  'balances list': {
    async run(services) {
      const rows = (await listOpenBalances(services)).map(each => [
        each.account,
        each.retailerName ?? '',
        presentAmount(each.balanceCentavos),
        each.exits.join(', '),
      ])
      return rows.length === 0
        ? 'every balance is zero'
        : presentTable(['ACCOUNT', 'RETAILER', 'BALANCE', 'EXITS'], rows)
    },
  },

  'balances settle': {
    async run(services, line) {
      const word = getWord(line, 2, 'the exit')
      const exit = BALANCE_EXITS.find(each => each === word)
      if (exit === undefined) throw new InputError(`the exit must be one of ${BALANCE_EXITS.join(', ')}`)
      const asked = {
        exit,
        retailerId: readText(line, 'retailer'),
        periodEnd: readDay(line, 'period'),
        lineCaseId: readText(line, 'line'),
        amountCentavos: readAmount(line, 'amount'),
        happenedOn: readDay(line, 'date'),
        lenderAccountId: readText(line, 'account'),
        documentReference: readText(line, 'reference'),
        file: await readDocument(line),
        reason: getReason(line),
      }
      return propose(services, line, operator => settleBalance(services, operator, asked))
    },
  },

  'balances commission': {
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      const reason = getReason(line)
      const operator = await getProvenPerson(services, line, 'payout.correct')
      const id = await orderCommission(services, operator, { retailerId, reason }).catch(refuse)
      line.act?.tell(id, { retailer: retailerId })
      return `${id}\n\nProposed. An approver lets it be sent with: payouts approve ${id} --reason TEXT --as EMAIL`
    },
  },

  'taxes list': {
    async run(services, line) {
      const { documents, leftCentavos } = await readTaxes(services, readDay(line, 'date'))
      const left =
        leftCentavos === 0
          ? []
          : [
              `${presentAmount(leftCentavos)} is below the minimum of a DARF and will be paid with a later period`,
            ]
      if (documents.length === 0) return left[0] ?? 'no tax is owed for a period that is over'
      const table = presentTable(
        ['CODE', 'PERIOD', 'PAY BY', 'PRINCIPAL', 'FINE', 'INTEREST', 'TOTAL', 'NOTE'],
        documents.map(each => [
          each.code,
          each.periodEnd,
          each.payBy,
          presentAmount(each.principalCentavos),
          presentAmount(each.fineCentavos),
          each.interestCentavos === undefined ? '?' : presentAmount(each.interestCentavos),
          each.totalCentavos === undefined ? '?' : presentAmount(each.totalCentavos),
          describeDocument(each),
        ]),
      )
      return [table, ...left].join('\n\n')
    },
  },

  'taxes pay': {
    async run(services, line) {
      const receipt = {
        periodEnd: readDay(line, 'period') ?? parseDay(getOption(line, 'period'), 'period'),
        paidOn: parseDay(getOption(line, 'date'), 'date'),
        lenderAccountId: getOption(line, 'account'),
        authentication: getOption(line, 'authentication'),
        principalCentavos: readAmount(line, 'principal'),
        fineCentavos: readAmount(line, 'fine'),
        interestCentavos: readAmount(line, 'interest'),
        file: await readDocument(line),
        reason: getReason(line),
      }
      return propose(services, line, operator => payTax(services, operator, receipt))
    },
  },

  'taxes selic': {
    async run(services, line) {
      const path = getWord(line, 2, 'the file')
      const text = await readFile(path, 'utf8').catch(() => {
        throw new InputError(`${path} cannot be read`)
      })
      const source = getOption(line, 'source')
      const loaded = await loadRates(services, text, { source, by: getPerson(line) })
      line.act?.tell(undefined, { months: loaded })
      return `${loaded} months loaded`
    },
  },

  'journal propose': {
    async run(services, line) {
      const entry = {
        lines: parseLines(getOption(line, 'lines')),
        happenedOn: readDay(line, 'date') ?? calendarDateAt(services.clock.now()),
        file: await readDocument(line),
        reason: getReason(line),
      }
      return propose(services, line, operator => proposeManualEntry(services, operator, entry))
    },
  },

  'journal reverse': {
    async run(services, line) {
      const asked = {
        entryId: getWord(line, 2, 'the id of the entry'),
        happenedOn: readDay(line, 'date') ?? calendarDateAt(services.clock.now()),
        file: await readDocument(line),
        reason: getReason(line),
      }
      return propose(services, line, operator => proposeManualReversal(services, operator, asked))
    },
  },

  'journal show': {
    async run(services, line) {
      const id = line.words[2]
      if (id !== undefined) return showEntry(services, id)
      const rows = (await listShownEntries(services)).map(each => [
        each.id,
        each.kind,
        each.happenedOn,
        presentAmount(each.postings.reduce((sum, line) => sum + Math.max(0, line.amountCentavos), 0)),
        each.state,
      ])
      return rows.length === 0
        ? 'nobody has made an entry'
        : presentTable(['ID', 'KIND', 'DAY', 'REAIS', 'STATE'], rows)
    },
  },
}

async function showEntry(services: App, id: string): Promise<string> {
  const record = await findEntryRecord(services, id).catch(refuse)
  const [decision] = record.decisions
  const name = (operatorId: string | undefined): string =>
    operatorId === undefined ? '' : (record.operators.get(operatorId)?.email ?? operatorId)
  return [
    presentTable(
      ['FIELD', 'VALUE'],
      [
        ['id', record.id],
        ['kind', record.kind],
        ['reference', record.reference],
        ['day', record.happenedOn],
        ['state', record.state],
        ['reason', decision?.reason ?? ''],
        ['proposed by', name(record.proposedBy)],
        ['answered by', name(decision?.answeredBy)],
        ['document', record.attachment === undefined ? 'none' : record.attachment.sha256.toString('hex')],
        ['reversed by', record.reversalId ?? ''],
      ],
    ),
    presentTable(
      ['ACCOUNT', 'DEBIT', 'CREDIT'],
      record.postings.map(({ account, amountCentavos }) => [
        account,
        amountCentavos > 0 ? presentAmount(amountCentavos) : '',
        amountCentavos < 0 ? presentAmount(-amountCentavos) : '',
      ]),
    ),
  ].join('\n\n')
}

/** The first person proposes; the second answers with `proposals`. */
async function propose(
  services: App,
  line: CommandLine,
  make: (operator: Operator) => Promise<{ readonly id: string; readonly subject: { readonly id: string } }>,
): Promise<string> {
  const operator = await getProvenPerson(services, line, 'books.propose')
  const { id, subject } = await make(operator).catch(refuse)
  line.act?.tell(subject.id, { proposal: id })
  return `${subject.id}\n\nProposed. Another person books it with: proposals approve ${id} --reason TEXT --as EMAIL`
}

function describeDocument({ carriedCentavos, daysLate, missingMonths }: TaxDocument): string {
  const notes = [
    carriedCentavos > 0 && `includes ${presentAmount(carriedCentavos)} of earlier periods`,
    daysLate > 0 && `${daysLate} days late`,
    missingMonths.length > 0 && `load the Selic rate of ${missingMonths.join(', ')}: taxes selic`,
  ]
  return notes.filter(Boolean).join('; ')
}

/** `ACCOUNT=REAIS,ACCOUNT=-REAIS`: a debit is positive. */
function parseLines(text: string): { account: string; amountCentavos: Centavos }[] {
  return text.split(',').map(part => {
    const [, account, sign, reais] = /^\s*([^=\s]+)=(-?)([0-9.]+)\s*$/.exec(part) ?? []
    if (account === undefined || reais === undefined)
      throw new InputError(`--lines: "${part}" must be ACCOUNT=REAIS, below zero for a credit`)
    const amountCentavos = parseReaisOf(reais, 'lines')
    return { account, amountCentavos: sign === '-' ? -amountCentavos : amountCentavos }
  })
}

function readText({ options }: CommandLine, name: string): string | undefined {
  const value = options[name]
  return value === undefined ? undefined : String(value)
}

function readAmount(line: CommandLine, name: string): Centavos | undefined {
  const text = readText(line, name)
  return text === undefined ? undefined : parseReaisOf(text, name)
}

function parseReaisOf(text: string, name: string): Centavos {
  try {
    return parseWrittenReais(text)
  } catch (cause) {
    throw new InputError(`--${name} must be reais such as 12.34`, { cause })
  }
}

function readDay(line: CommandLine, name: string): CalendarDate | undefined {
  const text = readText(line, name)
  return text === undefined ? undefined : parseDay(text, name)
}

function parseDay(text: string, name: string): CalendarDate {
  try {
    return parseCalendarDate(text)
  } catch (cause) {
    throw new InputError(`--${name} must be a day such as 2026-11-17`, { cause })
  }
}

async function readDocument(line: CommandLine): Promise<Buffer | undefined> {
  const path = readText(line, 'file')
  if (path === undefined) return undefined
  return readFile(path).catch((cause: unknown) => {
    throw new InputError(`--file ${path} cannot be read`, { cause })
  })
}

function refuse(error: unknown): never {
  if (error instanceof InputError && error.field !== undefined)
    throw new InputError(`--${error.field} ${error.problem}`, { cause: error })
  if (error instanceof RequestError || error instanceof Refused)
    throw new InputError(error.message, { cause: error })
  throw error
}
