import { readFile } from 'node:fs/promises'
import type { App } from '../app/app.ts'
import {
  SPECIAL_CASE_EFFECTS,
  SPECIAL_CASE_KINDS,
  SPECIAL_CASE_NOTE_LENGTH,
} from '../contract/special-cases.ts'
import {
  addDocument,
  type CaseRecord,
  decideCase,
  endCase,
  listCases,
  openCase,
  readCase,
} from '../domains/special-cases/index.ts'
import { InputError } from '../kernel/faults.ts'
import { parseWrittenReais } from '../kernel/money.ts'
import { parseDay } from '../kernel/parse-days.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getWord,
  presentAmount,
  presentTable,
  refuse,
} from './command.ts'
import { getProvenPerson, getReason, presentDecision } from './proof.ts'

export const caseCommands: Readonly<Record<string, Command>> = {
  'cases list': {
    async run(services, line) {
      const contract = line.options.contract === undefined ? undefined : getOption(line, 'contract')
      const operator = await getProvenPerson(services, line, 'special-case.read')
      const cases = await listCases(services, operator, contract).catch(refuse)
      return presentTable(
        ['ID', 'KIND', 'STATE', 'EFFECT', 'CONTRACT', 'OPENED'],
        cases.map(({ opened }) => [
          opened.id,
          opened.kind,
          opened.state,
          opened.effect ?? '',
          opened.transactionId,
          opened.openedAt.toISOString(),
        ]),
      )
    },
  },

  'cases show': {
    async run(services, line) {
      const caseId = getCaseId(line)
      const operator = await getProvenPerson(services, line, 'special-case.read')
      return presentCase(await readCase(services, operator, caseId).catch(refuse))
    },
  },

  'cases open': {
    async run(services, line) {
      const transactionId = getWord(line, 2, 'TRANSACTION_ID')
      const kind = choose(line, 'kind', SPECIAL_CASE_KINDS)
      const note = getNote(line)
      const contact = line.options.contact === undefined ? undefined : getOption(line, 'contact')
      const document = line.options.document === undefined ? undefined : await readDocument(line)
      const operator = await getProvenPerson(services, line, 'special-case.change')
      const wanted = { transactionId, kind, note, contact }
      const { id } = await openCase(services, operator, wanted).catch(refuse)
      line.act?.tell(id, { kind, transactionId })
      if (document !== undefined)
        await addDocument(services, operator, { caseId: id, bytes: document }).catch(refuse)
      return id
    },
  },

  'cases attach': {
    async run(services, line) {
      const caseId = getCaseId(line)
      const bytes = await readDocument(line)
      const operator = await getProvenPerson(services, line, 'special-case.change')
      const { state } = await addDocument(services, operator, { caseId, bytes }).catch(refuse)
      line.act?.tell(caseId, {})
      return `the case is ${state}`
    },
  },

  'cases decide': { run: decide },

  'cases end': {
    async run(services, line) {
      const caseId = getCaseId(line)
      const reason = getReason(line)
      const operator = await getProvenPerson(services, line, 'special-case.change')
      const { state } = await endCase(services, operator, { caseId, reason }).catch(refuse)
      line.act?.tell(caseId, { state })
      return `the case is ${state}`
    },
  },
}

async function decide(services: App, line: CommandLine): Promise<string> {
  const caseId = getCaseId(line)
  const effect = choose(line, 'effect', SPECIAL_CASE_EFFECTS)
  const { amount, day, installments } = line.options
  const terms = {
    effect,
    amountCentavos: amount === undefined ? null : parseAmount(getOption(line, 'amount')),
    effectiveOn: day === undefined ? null : parseDay('day', getOption(line, 'day')),
    installments: installments === undefined ? null : parseCount(getOption(line, 'installments')),
  }
  const reason = getReason(line)
  const operator = await getProvenPerson(services, line, 'special-case.decide')
  const { opened } = await readCase(services, operator, caseId).catch(refuse)
  const wanted = { caseId, ...terms, version: opened.version, reason }
  const decision = await decideCase(services, operator, wanted).catch(refuse)
  line.act?.tell(caseId, { effect })
  return presentDecision(decision, `${caseId} is decided`)
}

function presentCase({ opened, purchase, documents, decisions }: CaseRecord): string {
  const { amountCentavos } = opened
  return [
    presentTable(
      ['FIELD', 'VALUE'],
      [
        ['id', opened.id],
        ['kind', opened.kind],
        ['state', opened.state],
        ['contract', `${opened.transactionId} ${purchase.status}`],
        ['effect', opened.effect ?? ''],
        ['amount', amountCentavos === null ? '' : presentAmount(amountCentavos)],
        ['day', opened.effectiveOn ?? ''],
        ['installments', opened.installments === null ? '' : String(opened.installments)],
        ['opened', opened.openedAt.toISOString()],
        ['decided', opened.decidedAt?.toISOString() ?? ''],
        ['ended', opened.endedAt?.toISOString() ?? ''],
      ],
    ),
    presentTable(
      ['DOCUMENT', 'BYTES', 'SHA-256'],
      documents.map(({ id, bytes, sha256 }) => [id, String(bytes), sha256.toString('hex')]),
    ),
    presentTable(
      ['DECISION', 'EFFECT', 'STATE', 'AT'],
      decisions.map(({ id, result, state, decidedAt }) => [id, result, state, decidedAt.toISOString()]),
    ),
  ].join('\n\n')
}

const getCaseId = (line: CommandLine): string => getWord(line, 2, 'the id of the case')

function choose<const T extends string>(line: CommandLine, name: string, allowed: readonly T[]): T {
  const found = allowed.find(each => each === getOption(line, name))
  if (found === undefined) throw new InputError(`--${name} must be one of ${allowed.join(', ')}`)
  return found
}

function getNote(line: CommandLine): string {
  const note = getOption(line, 'note').trim()
  const { minimum, maximum } = SPECIAL_CASE_NOTE_LENGTH
  if (note.length < minimum || note.length > maximum)
    throw new InputError(`--note must have ${minimum} to ${maximum} characters`)
  return note
}

function parseAmount(text: string): number {
  if (!/^\d+(\.\d{1,2})?$/.test(text)) throw new InputError(`--amount ${text} is not an amount in reais`)
  return parseWrittenReais(text)
}

function parseCount(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InputError('--installments must be a whole number')
  return Number(text)
}

async function readDocument(line: CommandLine): Promise<Buffer> {
  const path = getOption(line, 'document')
  return readFile(path).catch(() => {
    throw new InputError(`${path} cannot be read`)
  })
}
