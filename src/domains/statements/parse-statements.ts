import { type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { InputError } from '../../kernel/faults.ts'
import type { Centavos } from '../../kernel/money.ts'
import { parseSegmentE } from './segment-e.ts'
import { type BankStatement, checkStatement, type LineCategory, sumLines } from './statement.ts'

/** CNAB 240 or OFX, told apart by what the file holds. */
export function parseStatements(bytes: Buffer): BankStatement[] {
  const latin = bytes.toString('latin1')
  return isOfx(latin) ? [parseOfx(decodeOfx(bytes, latin))] : parseSegmentE(latin)
}

/** Banks declare one character set and write another. */
function decodeOfx(bytes: Buffer, latin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return latin
  }
}

/*
 * OFX 1.x (SGML: fields have no end tags) and 2.x (XML). Both name the same elements and close every aggregate, so one
 * reader of tags is enough. Banks write decimals with a comma or a point.
 */

const TAG = /<(\/?)([A-Za-z0-9.]+)[^>]*>([^<]*)/g
const FEE_TYPES = new Set(['FEE', 'SRVCHG'])

type Fields = Map<string, string>

function isOfx(text: string): boolean {
  return /<OFX>/i.test(text.slice(0, 4_000))
}

function parseOfx(text: string): BankStatement {
  const { fields, transactions } = readTags(text)
  const currency = fields.get('CURDEF') ?? ''
  if (currency !== 'BRL') throw new InputError(`CURDEF is "${currency}", not BRL`)
  const lines = transactions.map(transaction => ({
    postedOn: readDay(transaction, 'DTPOSTED'),
    amountCentavos: readAmount(transaction, 'TRNAMT'),
    category: chooseCategory(transaction),
    history: transaction.get('MEMO') ?? transaction.get('NAME') ?? '',
    document: transaction.get('CHECKNUM') ?? transaction.get('FITID') ?? '',
  }))
  const closingCentavos = readAmount(fields, 'BALAMT')
  return checkStatement({
    bank: (fields.get('BANKID') ?? '').replace(/^0+(?=\d{3}$)/, ''),
    agency: (fields.get('BRANCHID') ?? '').replaceAll(/\D/g, ''),
    account: (fields.get('ACCTID') ?? '').replaceAll(/\D/g, ''),
    firstDay: readDay(fields, 'DTSTART'),
    lastDay: readDay(fields, 'DTEND'),
    // OFX has no opening balance: that it fits the statement before is what shows whether a line is missing.
    openingCentavos: closingCentavos - sumLines(lines),
    closingCentavos,
    lines,
  })
}

function readTags(text: string): { readonly fields: Fields; readonly transactions: Fields[] } {
  if (!/<\/OFX>\s*$/i.test(text)) throw new InputError('it ends before </OFX>: a part is missing')
  const fields: Fields = new Map()
  const transactions: Fields[] = []
  let open: Fields | undefined
  for (const [, slash, tag = '', content = ''] of text.matchAll(TAG)) {
    const name = tag.toUpperCase()
    if (name === 'STMTTRN') {
      if ((slash === '/') !== (open !== undefined)) throw new InputError('a transaction is not closed')
      open = slash === '/' ? undefined : new Map()
      if (open !== undefined) transactions.push(open)
      continue
    }
    if (name === 'STMTRS' && slash === '' && fields.has('STMTRS'))
      throw new InputError('it is about several accounts: export one at a time')
    const value = decode(content)
    if (name === 'STMTRS') fields.set(name, '')
    // The available balance is another amount under the same name.
    if (slash === '/' || value === '' || (open === undefined && fields.has(name))) continue
    ;(open ?? fields).set(name, value)
  }
  if (open !== undefined) throw new InputError('a transaction is not closed')
  return { fields, transactions }
}

const decode = (content: string): string =>
  content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim()

function readAmount(fields: Fields, name: string): Centavos {
  const text = fields.get(name) ?? ''
  const plain = /^[+-]?\d{1,3}(\.\d{3})+,\d{2}$/.test(text)
    ? text.replaceAll('.', '')
    : /^[+-]?\d{1,3}(,\d{3})+\.\d{2}$/.test(text)
      ? text.replaceAll(',', '')
      : text
  const [, minus, reais, cents = ''] = /^([+-]?)(\d{1,13})(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  if (reais === undefined) throw new InputError(`${name} is not an amount: "${text}"`)
  const centavos = Number(reais) * 100 + Number(cents.padEnd(2, '0'))
  return minus === '-' && centavos !== 0 ? -centavos : centavos
}

function readDay(fields: Fields, name: string): CalendarDate {
  const text = fields.get(name) ?? ''
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? []
  try {
    return parseCalendarDate(`${year}-${month}-${day}`)
  } catch {
    throw new InputError(`${name} is not a date: "${text}"`)
  }
}

function chooseCategory(transaction: Fields): LineCategory {
  const history = `${transaction.get('NAME') ?? ''} ${transaction.get('MEMO') ?? ''}`.toUpperCase()
  if (FEE_TYPES.has(transaction.get('TRNTYPE') ?? '') || /\bTARIFA|\bTAR\b/.test(history)) return 'fee'
  if (/\bPIX\b/.test(history)) return 'pix'
  return /COBRAN|LIQUIDACAO/.test(history.normalize('NFD').replaceAll(/\p{M}/gu, '')) ? 'collection' : 'other'
}
