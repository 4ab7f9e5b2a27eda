import { parseCpf } from '../../../brazil/cpf.ts'
import type { ListKind } from '../../../contract/desk-compliance.ts'
import { toAscii } from '../../../kernel/ascii-text.ts'
import { type CalendarDate, parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { InputError } from '../../../kernel/faults.ts'

/** A person on a list, as its publisher writes about them. */
export interface ListedPerson {
  readonly name: string
  /** The six digits that a masked CPF shows. */
  readonly digits?: string
  readonly cpf?: string
  readonly birthDate?: CalendarDate
  /** The office of a politically exposed person, or why somebody is sanctioned. */
  readonly role?: string
  readonly from?: CalendarDate
  readonly until?: CalendarDate
  /** Somebody who left office stays exposed until then. */
  readonly exposedUntil?: CalendarDate
}

type Column = 'name' | 'document' | 'birthDate' | 'role' | 'office' | 'from' | 'until' | 'exposedUntil'

/** Names of columns, as the list of the Controladoria-Geral da União has them and as plain files do. */
const COLUMNS: Readonly<Record<string, Column>> = {
  nome: 'name',
  nomepep: 'name',
  name: 'name',
  cpf: 'document',
  documento: 'document',
  document: 'document',
  nascimento: 'birthDate',
  datanascimento: 'birthDate',
  birthdate: 'birthDate',
  funcao: 'role',
  descricaofuncao: 'role',
  cargo: 'role',
  motivo: 'role',
  role: 'role',
  reason: 'role',
  nomeorgao: 'office',
  orgao: 'office',
  datainicioexercicio: 'from',
  inicio: 'from',
  from: 'from',
  datafimexercicio: 'until',
  fim: 'until',
  until: 'until',
  datafimcarencia: 'exposedUntil',
  carencia: 'exposedUntil',
}

/**
 * Reads a list from the bytes of a CSV file with a header: semicolons or commas, UTF-8 or Windows-1252. One line that
 * cannot be read refuses the file: a list with a hole would let the wrong person pass.
 */
export function parseList(kind: ListKind, bytes: Buffer): ListedPerson[] {
  const [header, ...lines] = parseCsv(decode(bytes))
  const columns = (header ?? []).map(name => COLUMNS[simplify(name)])
  if (!columns.includes('name'))
    throw new InputError('the first line must name the columns, with one for the name', { line: 1 })
  if (kind === 'PEP' && !columns.includes('document'))
    throw new InputError('the first line must name the column of the masked CPF', { line: 1 })
  if (lines.length === 0) throw new InputError('the list names nobody')
  return lines.map((fields, at) => {
    try {
      return parsePerson(readFields(columns, fields))
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      throw new InputError(problem, { line: at + 2, cause: error })
    }
  })
}

type Fields = Readonly<Partial<Record<Column, string>>>

function readFields(columns: readonly (Column | undefined)[], fields: readonly string[]): Fields {
  if (fields.length !== columns.length)
    throw new InputError(`has ${fields.length} fields, and the first line ${columns.length}`)
  const read: Partial<Record<Column, string>> = {}
  for (const [at, column] of columns.entries()) {
    const text = fields[at]?.trim() ?? ''
    if (column !== undefined && text !== '') read[column] = text
  }
  return read
}

function parsePerson(fields: Fields): ListedPerson {
  const { name, role, office } = fields
  if (name === undefined || !/\p{L}/u.test(name)) throw new InputError('has no name')
  const about = [role, office].filter(Boolean).join(', ')
  return {
    name,
    ...(fields.document !== undefined && parseDocument(fields.document)),
    ...(about !== '' && { role: about }),
    ...parseDays(fields),
  }
}

/** A CPF is whole, or masked as the Controladoria-Geral da União does it. Numbers of other papers identify nobody here. */
function parseDocument(text: string): Pick<ListedPerson, 'digits' | 'cpf'> {
  const masked = /^\*{3}\.?(\d{3})\.?(\d{3})-?\*{2}$/.exec(text)
  if (masked !== null) return { digits: `${masked[1]}${masked[2]}` }
  if (text.includes('*')) throw new InputError(`${text} is not a masked CPF, such as ***.123.456-**`)
  const cpf = parseCpf(text)
  return cpf === undefined ? {} : { cpf }
}

function parseDays(fields: Fields): Pick<ListedPerson, 'birthDate' | 'from' | 'until' | 'exposedUntil'> {
  const days: { -readonly [Name in 'birthDate' | 'from' | 'until' | 'exposedUntil']?: CalendarDate } = {}
  for (const name of ['birthDate', 'from', 'until', 'exposedUntil'] as const) {
    const day = parseDay(fields[name] ?? '')
    if (day !== undefined) days[name] = day
  }
  return days
}

/** Undefined for words such as "Não informada". A list of sanctions may know the year of birth only. */
function parseDay(text: string): CalendarDate | undefined {
  if (!/\d/.test(text) || /^\d{4}$/.test(text)) return undefined
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  try {
    return parseCalendarDate(day === undefined ? text : `${year}-${month}-${day}`)
  } catch (error) {
    throw new InputError(`${text} is not a date such as 31/12/2026 or 2026-12-31`, { cause: error })
  }
}

const simplify = (text: string): string =>
  toAscii(text)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Lines of fields; a field in quotation marks may hold the separator, line breaks and doubled quotation marks. */
function parseCsv(text: string): string[][] {
  const [first = ''] = text.split('\n', 1)
  const separator = first.includes(';') ? ';' : ','
  const lines: string[][] = []
  let line: string[] = []
  let field = ''
  let isQuoted = false
  const endLine = (): void => {
    line.push(field)
    if (line.some(each => each.trim() !== '')) lines.push(line)
    line = []
    field = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (isQuoted) {
      if (character !== '"') field += character
      else if (text.charAt(at + 1) === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && field === '') isQuoted = true
    else if (character === separator) {
      line.push(field)
      field = ''
    } else if (character === '\n') endLine()
    else if (character !== '\r') field += character
  }
  if (isQuoted) throw new InputError('a quotation mark is never closed')
  endLine()
  return lines
}
