import { readFile } from 'node:fs/promises'
import type { App } from '../app/app.ts'
import {
  COMPLIANCE_RESULTS,
  type ComplianceResult,
  ENHANCED_CHECKS,
  LIST_KINDS,
} from '../contract/desk-compliance.ts'
import {
  computeAnalysisEnd,
  decideComplianceCase,
  listLists,
  loadList,
  proposeNoOccurrence,
  readCompliance,
  readComplianceCase,
  readList,
  recordReceipt,
} from '../domains/compliance/index.ts'
import { parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getPerson,
  getWord,
  presentTable,
  refuse,
} from './command.ts'
import { getProvenPerson, getReason } from './proof.ts'

export const complianceCommands: Readonly<Record<string, Command>> = {
  'screening load': {
    async run(services, line) {
      const path = getWord(line, 2, 'the file')
      const kind = chooseKind(getOption(line, 'kind'))
      const bytes = await readFile(path).catch(() => {
        throw new InputError(`${path} cannot be read`)
      })
      const source = getOption(line, 'source')
      const publishedOn = readDay(line, 'date')
      const loadedBy = getPerson(line)
      const loaded = loadList(services, { kind, source, publishedOn, bytes, loadedBy })
      const { list, replaced } = await loaded.catch(refuse)
      line.act?.tell(list.id, { kind, source, entries: list.entryCount })
      const before = replaced === undefined ? '' : `, in place of ${replaced.id} of ${replaced.publishedOn}`
      return `${list.id}: ${list.entryCount} entries of ${source}, ${publishedOn}${before}`
    },
  },

  'screening list': {
    async run({ database, secrets }) {
      const lists = await listLists(database, secrets)
      const rows = lists.map(list => [
        list.id,
        list.kind,
        list.source,
        list.publishedOn,
        String(list.entryCount),
        list.loadedAt.toISOString(),
        list.loadedBy,
        list.replacedAt === null ? 'in use' : `replaced ${list.replacedAt.toISOString()}`,
      ])
      const header = ['ID', 'KIND', 'SOURCE', 'PUBLISHED', 'ENTRIES', 'LOADED', 'BY', 'STATE']
      return rows.length === 0 ? 'no list is loaded: nobody is compared with any' : presentTable(header, rows)
    },
  },

  'screening show': {
    async run(services, line) {
      const { list, entries } = await readList(services, getWord(line, 2, 'the id of the list'))
      const rows = entries.map(({ position, name, digits, role = '', from = '', until = '' }) => {
        const cpf = digits === undefined ? '' : `***.${digits.slice(0, 3)}.${digits.slice(3)}-**`
        return [String(position), name, cpf, role, from, until]
      })
      return [
        `${list.kind} of ${list.source}, published on ${list.publishedOn}, ${list.entryCount} entries`,
        `SHA-256 of the file: ${list.sha256.toString('hex')}`,
        `The first ${rows.length}:`,
        presentTable(['LINE', 'NAME', 'CPF', 'ROLE', 'FROM', 'UNTIL'], rows),
      ].join('\n')
    },
  },

  'compliance cases': {
    async run(services, { options }) {
      const { cases } = await readCompliance(services, { withClosed: options.closed === true })
      const rows = cases.map(each => [
        each.id,
        each.kind,
        each.transactionId,
        each.openedAt.toISOString(),
        computeAnalysisEnd(each),
        each.result ?? 'open',
      ])
      return rows.length === 0
        ? 'no case waits'
        : presentTable(['ID', 'KIND', 'TRANSACTION', 'OPENED', 'DECIDE BY', 'RESULT'], rows)
    },
  },

  'compliance decide': {
    async run(services, line) {
      const caseId = getWord(line, 2, 'the id of the case')
      const result = chooseResult(getWord(line, 3, 'the result'))
      const reason = getReason(line)
      const operator = await getProvenPerson(services, line, 'compliance.decide')
      line.act?.tell(caseId, { result })
      const { found } = await readComplianceCase(services, operator, caseId).catch(refuse)
      // Whoever accepts an exposed person at the command line states with it that every check was made.
      const checks = line.options['checks-made'] === true ? ENHANCED_CHECKS : []
      const wanted = { caseId, result, checks, reason, version: found.version }
      const decision = await decideComplianceCase(services, operator, wanted).catch(refuse)
      return decision.state === 'proposed' ? presentProposed(decision.id) : `${caseId} is closed: ${result}`
    },
  },

  'compliance register': {
    async run(services) {
      const { reports } = await readCompliance(services, { withClosed: false })
      const rows = reports.map(each => [
        each.id,
        each.kind,
        each.caseId ?? String(each.year),
        each.decidedOn,
        each.dueOn ?? '',
        each.reportedOn ?? '',
        each.receipt ?? '',
      ])
      return rows.length === 0
        ? 'nothing is in the register'
        : presentTable(['ID', 'KIND', 'CASE OR YEAR', 'DECIDED', 'REPORT BY', 'REPORTED', 'RECEIPT'], rows)
    },
  },

  'compliance receipt': {
    async run(services, line) {
      const reportId = getWord(line, 2, 'the id in the register')
      const receipt = getOption(line, 'number')
      const reportedOn = readDay(line, 'date')
      const operator = await getProvenPerson(services, line, 'compliance.decide')
      line.act?.tell(reportId, { receipt })
      await recordReceipt(services, operator, { reportId, receipt, reportedOn }).catch(refuse)
      return `receipt ${receipt} is recorded`
    },
  },

  'compliance no-occurrence': {
    run: proposeYear,
  },
}

async function proposeYear(services: App, line: CommandLine): Promise<string> {
  const text = getWord(line, 2, 'the year')
  if (!/^20\d{2}$/.test(text)) throw new InputError(`${text} is not a year`)
  const year = Number(text)
  const reason = getReason(line)
  const operator = await getProvenPerson(services, line, 'compliance.decide')
  line.act?.tell(undefined, { year })
  return presentProposed((await proposeNoOccurrence(services, operator, { year, reason }).catch(refuse)).id)
}

const presentProposed = (id: string): string =>
  `proposed. Another person approves it with: proposals approve ${id} --reason TEXT --as EMAIL`

function chooseKind(text: string): (typeof LIST_KINDS)[number] {
  const kind = LIST_KINDS.find(each => each === text)
  if (kind === undefined) throw new InputError(`--kind must be one of ${LIST_KINDS.join(', ')}`)
  return kind
}

function chooseResult(text: string): ComplianceResult {
  const result = COMPLIANCE_RESULTS.find(each => each === text)
  if (result === undefined) throw new InputError(`the result must be one of ${COMPLIANCE_RESULTS.join(', ')}`)
  return result
}

function readDay(line: CommandLine, name: string) {
  try {
    return parseCalendarDate(getOption(line, name))
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`--${name} must be a date such as 2026-12-31`, { cause: error })
  }
}
