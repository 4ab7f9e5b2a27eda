import { InputError } from '../kernel/faults.ts'
import type { Centavos } from '../kernel/money.ts'
import { LONGEST_CITY, LONGEST_NAME, NO_TXID, PIX_ARRANGEMENT } from './pix.ts'
import { computeCrc, findValue, type PixField, readFields } from './pix-fields.ts'

/** The longest copy-and-paste code that the Central Bank's Pix specification allows. */
const LONGEST_CODE = 512

interface PixCode {
  /** Where the money goes: the key of a static code, or the URL of the charge of a dynamic one. */
  readonly target: { readonly key: string } | { readonly url: string }
  readonly singleUse: boolean
  readonly description: string | undefined
  readonly amountCentavos: Centavos | undefined
  readonly merchantName: string
  readonly merchantCity: string
  readonly txid: string | undefined
  /** URL of a recurring authorization, if the code also offers one. */
  readonly recurrenceUrl: string | undefined
  /** All fields of the code, in order. */
  readonly fields: readonly PixField[]
}

export function parsePix(text: string): PixCode {
  if (text.length > LONGEST_CODE)
    throw new InputError(`A Pix code has at most ${LONGEST_CODE} characters`, { fault: 'TOO_LONG' })
  // An unpaired surrogate has no UTF-8 encoding, so no CRC could match it.
  if (!text.isWellFormed() || text.slice(-8, -4) !== '6304')
    throw new InputError('A Pix code ends with its CRC in field 63', { fault: 'MALFORMED' })
  if (computeCrc(text.slice(0, -4)) !== text.slice(-4))
    throw new InputError('The CRC does not match the code: a character is wrong or missing', {
      fault: 'WRONG_CRC',
    })
  const fields = readFields(text)
  checkFrame(fields)
  const account = findPixAccount(fields)
  if (!account) throw new InputError('The code is for another payment scheme', { fault: 'NOT_PIX' })
  const txid = findValue(fields.find(field => field.id === '62')?.fields ?? [], '05')
  checkLength('txid', txid ?? '', 25)
  return {
    target: readTarget(account),
    singleUse: findValue(fields, '01') === '12',
    description: findValue(account, '02'),
    amountCentavos: parseAmount(findValue(fields, '54')),
    merchantName: checkLength('merchant name', findValue(fields, '59') ?? '', LONGEST_NAME),
    merchantCity: checkLength('merchant city', findValue(fields, '60') ?? '', LONGEST_CITY),
    txid: txid === NO_TXID ? undefined : txid,
    recurrenceUrl: findRecurrenceUrl(fields),
    fields,
  }
}

/** Fields that every code has, and the only value allowed for payments in reais in Brazil. */
const frame: readonly { readonly id: string; readonly only?: string }[] = [
  { id: '52' },
  { id: '53', only: '986' },
  { id: '58', only: 'BR' },
  { id: '59' },
  { id: '60' },
]

function checkFrame(fields: readonly PixField[]): void {
  const first = fields[0]
  if (first?.id !== '00' || first.value !== '01' || fields.at(-1)?.id !== '63')
    throw new InputError('A Pix code starts with field 00 and ends with field 63', { fault: 'MALFORMED' })
  for (const { id, only } of frame) {
    const value = findValue(fields, id)
    if (value === undefined || (only && value !== only))
      throw new InputError(`Field ${id} is missing or not that of Brazil`, { fault: 'MALFORMED' })
  }
  const initiation = findValue(fields, '01')
  if (initiation !== undefined && initiation !== '11' && initiation !== '12')
    throw new InputError('Field 01 is neither 11 nor 12', { fault: 'MALFORMED' })
}

/** The name of the scheme may be in either case. */
const isPixTemplate = (field: PixField) => findValue(field.fields, '00')?.toLowerCase() === PIX_ARRANGEMENT

function findPixAccount(fields: readonly PixField[]): readonly PixField[] | undefined {
  return fields.find(field => field.id >= '26' && field.id <= '51' && isPixTemplate(field))?.fields
}

function findRecurrenceUrl(fields: readonly PixField[]): string | undefined {
  const template = fields.find(field => field.id >= '80' && isPixTemplate(field))
  return template && findValue(template.fields, '25')
}

function readTarget(account: readonly PixField[]): PixCode['target'] {
  const key = findValue(account, '01')
  const url = findValue(account, '25')
  if (key !== undefined && url === undefined) return { key: checkLength('key', key, 77) }
  if (url !== undefined && key === undefined) return { url: checkLength('address', url, 77) }
  throw new InputError('A Pix code names either a key or an address', { fault: 'MALFORMED' })
}

function parseAmount(text: string | undefined): Centavos | undefined {
  if (text === undefined) return undefined
  const match = /^([0-9]{1,10})(?:\.([0-9]{0,2}))?$/.exec(text)
  if (!match)
    throw new InputError('The amount is not written as reais with at most two decimals', {
      fault: 'INVALID_AMOUNT',
    })
  const [, reais = '', cents = ''] = match
  return Number(reais + cents.padEnd(2, '0'))
}

function checkLength(what: string, text: string, length: number): string {
  if (text.length > length)
    throw new InputError(`The ${what} has at most ${length} characters`, { fault: 'TOO_LONG' })
  return text
}
