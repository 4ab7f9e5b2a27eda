import { toAscii } from '../kernel/ascii-text.ts'
import { InputError } from '../kernel/faults.ts'
import type { Centavos } from '../kernel/money.ts'
import { computeCrc, writeField } from './pix-fields.ts'
import { isPixKey } from './pix-key.ts'

export const PIX_ARRANGEMENT = 'br.gov.bcb.pix'
export const LONGEST_NAME = 25
export const LONGEST_CITY = 15
const LONGEST_URL = 77
const LONGEST_TEMPLATE = 99
/** Thirteen characters with the decimal point: 9999999999.99. */
const LARGEST_AMOUNT_CENTAVOS = 999_999_999_999
/** Used in place of a transaction id: the receiver does not want one, or has it at the URL. */
export const NO_TXID = '***'

interface PixMerchant {
  /** Any length and alphabet; the code contains it in ASCII capitals, cut to 25 and 15 characters. */
  readonly merchantName: string
  readonly merchantCity: string
}

interface StaticPix extends PixMerchant {
  readonly key: string
  /** When absent, the payer enters the amount. */
  readonly amountCentavos?: Centavos | undefined
  /** 1 to 25 letters and digits; returned with the payment. */
  readonly txid?: string | undefined
  /** Shown to the payer, cut to the space that the key leaves. */
  readonly description?: string | undefined
}

interface DynamicPix extends PixMerchant {
  /** Where the payer's bank fetches the charge, without the leading https://. */
  readonly url: string
  readonly singleUse: boolean
}

/** A self-contained code. It can be paid repeatedly: the txid is the only way to recognize a second payment. */
export function encodeStaticPix({
  key,
  amountCentavos,
  txid,
  description = '',
  ...merchant
}: StaticPix): string {
  if (!isPixKey(key))
    throw new InputError('A Pix key is a phone, CPF, CNPJ, e-mail or random key', { fault: 'INVALID_KEY' })
  if (txid !== undefined && !/^[A-Za-z0-9]{1,25}$/.test(txid))
    throw new InputError('The txid of a static code is 1 to 25 letters and digits', { fault: 'INVALID_TXID' })
  const account = writeField('00', PIX_ARRANGEMENT) + writeField('01', key)
  // The id and length of the description take four characters of its space.
  const shown = toAscii(description)
    .slice(0, Math.max(0, LONGEST_TEMPLATE - account.length - 4))
    .trimEnd()
  return writeCode({
    head: writeField('26', account + (shown && writeField('02', shown))),
    amount: amountCentavos === undefined ? '' : writeField('54', writeAmount(amountCentavos)),
    merchant,
    txid: txid ?? NO_TXID,
  })
}

/** A code that only contains the URL of the charge, which has the amount and the txid. */
export function encodeDynamicPix({ url, singleUse, ...merchant }: DynamicPix): string {
  if (url.length > LONGEST_URL)
    throw new InputError(`The address of a charge has at most ${LONGEST_URL} characters`, {
      fault: 'TOO_LONG',
    })
  if (!/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]{1,5})?\/[!-~]*$/.test(url))
    throw new InputError('The address of a charge is host and path, without the scheme', {
      fault: 'INVALID_URL',
    })
  const account = writeField('00', PIX_ARRANGEMENT) + writeField('25', url)
  const head = (singleUse ? writeField('01', '12') : '') + writeField('26', account)
  return writeCode({ head, amount: '', merchant, txid: NO_TXID })
}

interface CodeParts {
  readonly head: string
  readonly amount: string
  readonly merchant: PixMerchant
  readonly txid: string
}

function writeCode({ head, amount, merchant, txid }: CodeParts): string {
  const name = writeField('59', fold('name', merchant.merchantName, LONGEST_NAME))
  const city = writeField('60', fold('city', merchant.merchantCity, LONGEST_CITY))
  const additional = writeField('62', writeField('05', txid))
  // Merchant category not given (0000), reais (986), Brazil.
  const code = `${writeField('00', '01')}${head}520400005303986${amount}5802BR${name}${city}${additional}6304`
  return code + computeCrc(code)
}

function fold(what: string, text: string, length: number): string {
  const folded = toAscii(text).toUpperCase().slice(0, length).trimEnd()
  if (folded === '')
    throw new InputError(`The merchant's ${what} has no letter that a Pix code can carry`, {
      fault: 'INVALID_TEXT',
    })
  return folded
}

/** Always two decimals: some banks refuse fewer. */
function writeAmount(amountCentavos: Centavos): string {
  if (!Number.isInteger(amountCentavos) || amountCentavos < 1 || amountCentavos > LARGEST_AMOUNT_CENTAVOS)
    throw new InputError(`A Pix code asks for 1 to ${LARGEST_AMOUNT_CENTAVOS} centavos`, {
      fault: 'INVALID_AMOUNT',
    })
  const digits = String(amountCentavos).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
