import { type BankAccountText, parseBankAccount } from '../../brazil/bank-account.ts'
import { findIspb } from '../../brazil/banks.ts'
import { isCnpj } from '../../brazil/cnpj.ts'
import { parseCpf } from '../../brazil/cpf.ts'
import { isPixKey } from '../../brazil/pix-key.ts'
import { InputError } from '../../kernel/faults.ts'

export type PixKeyType = 'PHONE' | 'EMAIL' | 'DOCUMENT' | 'RANDOM'

export interface PixKeyPlace {
  readonly kind: 'pix-key'
  readonly keyType: PixKeyType
  readonly key: string
}

export interface AccountPlace {
  readonly kind: 'account'
  /** Three digits. */
  readonly bankCode: string
  readonly ispb?: string | undefined
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  readonly accountType: 'CHECKING' | 'SAVINGS' | 'PAYMENT'
}

/** Who is paid, and where. Personal data: sealed in the database, masked wherever it is shown. */
export interface Payee {
  readonly name: string
  /** CPF or CNPJ, without dots. The bank compares it with the owner of the account. */
  readonly document: string
  readonly to: PixKeyPlace | AccountPlace
  /**
   * End-to-end id of a received Pix that is given back, whole or in part: the money returns to where it came from. `to` is
   * for rails that cannot do that.
   */
  readonly returnOf?: string | undefined
}

const KEY_FORMS: Readonly<Record<PixKeyType, RegExp>> = {
  PHONE: /^\+/,
  EMAIL: /@/,
  DOCUMENT: /^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/,
  RANDOM: /^[0-9a-f]{8}-/,
}

/** Throws InputError. An order that no bank could pay is not created. */
export function checkPayee({ name, document, to, returnOf }: Payee): void {
  if (name.trim() === '' || name.length > 140)
    throw new InputError('is missing or too long', { field: 'payee.name' })
  if (!isDocument(document)) throw new InputError('is not a CPF or a CNPJ', { field: 'payee.document' })
  if (to.kind === 'pix-key') checkPixKey(to)
  else checkAccountPlace(to)
  if (returnOf !== undefined && !/^E[0-9A-Za-z]{31}$/.test(returnOf))
    throw new InputError('is not the end-to-end id of a Pix', { field: 'payee.returnOf' })
}

function checkPixKey({ keyType, key }: PixKeyPlace): void {
  if (!KEY_FORMS[keyType].test(key) || !isPixKey(key))
    throw new InputError(`is not a Pix key of the type ${keyType}`, { field: 'payee.to.key' })
}

/** Whether an order to this payee can be created. */
export function isPayable(payee: Payee): boolean {
  try {
    checkPayee(payee)
    return true
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

function checkAccountPlace(place: AccountPlace): void {
  const { bankCode, ispb, agency, account, accountDigit } = place
  if (!/^[0-9]{3}$/.test(bankCode))
    throw new InputError('is not three digits', { field: 'payee.to.bankCode' })
  if (ispb !== undefined && !/^[0-9A-Z]{8}$/.test(ispb))
    throw new InputError('is not eight characters', { field: 'payee.to.ispb' })
  if (!/^[0-9]{1,5}$/.test(agency))
    throw new InputError('is not one to five digits', { field: 'payee.to.agency' })
  if (!/^[0-9]{1,20}$/.test(account)) throw new InputError('is not digits', { field: 'payee.to.account' })
  if (!/^[0-9XP]$/.test(accountDigit))
    throw new InputError('is not a check digit', { field: 'payee.to.accountDigit' })
  // Customers have accounts at banks that are not in our list: of those only the form is known.
  if (findIspb(bankCode) !== undefined) parsePlace(place)
}

function parsePlace(text: BankAccountText): AccountPlace {
  const parsed = parseBankAccount(text)
  if ('problem' in parsed) throw new InputError(parsed.problem, { field: `payee.to.${parsed.field}` })
  return { kind: 'account', ...parsed }
}

function isDocument(document: string): boolean {
  return /^[0-9]{11}$/.test(document) ? parseCpf(document) !== undefined : isCnpj(document)
}

/** For lists and pages: enough to recognize the payee, too little to pay or to be found by. */
export interface MaskedPayee {
  readonly name: string
  readonly document: string
  readonly place: string
}

export function maskPayee({ name, document, to, returnOf }: Payee): MaskedPayee {
  const place =
    returnOf !== undefined
      ? `Pix ${returnOf}`
      : to.kind === 'pix-key'
        ? `Pix ${to.keyType} ${maskTail(to.key)}`
        : `${to.bankCode} ${to.agency} ${maskTail(to.account)}-${to.accountDigit}`
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initials = rest.map(word => `${word.slice(0, 1)}.`)
  // A company's name is public, a person's is not.
  const shownName = document.length === 14 ? name : [first, ...initials].join(' ')
  return { name: shownName, document: maskTail(document), place }
}

function maskTail(text: string): string {
  return text.length <= 4 ? '…' : `…${text.slice(-4)}`
}

const KEY_TYPES: readonly PixKeyType[] = ['PHONE', 'EMAIL', 'RANDOM', 'DOCUMENT']

/** A payee with a Pix key, or with an account at a bank of our list, as a person types it. Throws InputError. */
export function parsePayee(
  typed: { readonly name: string; readonly document: string } & (
    | { readonly pixKey: string }
    | { readonly account: BankAccountText }
  ),
): Payee {
  const to = 'pixKey' in typed ? parseKey(typed.pixKey) : parsePlace(typed.account)
  const document = typed.document.replaceAll(/[./-]/g, '').toUpperCase()
  const payee: Payee = { name: typed.name, document, to }
  checkPayee(payee)
  return payee
}

function parseKey(key: string): PixKeyPlace {
  return { kind: 'pix-key', keyType: KEY_TYPES.find(type => KEY_FORMS[type].test(key)) ?? 'DOCUMENT', key }
}
