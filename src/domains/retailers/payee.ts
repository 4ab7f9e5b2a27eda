import { type BankAccountText, type PayeeAccount, parseBankAccount } from '../../brazil/bank-account.ts'
import { isSameCompany, parseCnpj } from '../../brazil/cnpj.ts'
import { findPixKeyType, type PixKeyType } from '../../brazil/pix-key.ts'
import { InputError } from '../../kernel/faults.ts'

/** Where the money of a retailer goes. */
export interface Payee {
  readonly name: string
  /** CNPJ of the holder: the retailer's own, or that of another branch. */
  readonly document: string
  readonly to: PayeeTarget
}

type PayeeTarget =
  | { readonly kind: 'pix-key'; readonly keyType: PixKeyType; readonly key: string }
  | ({ readonly kind: 'account' } & PayeeAccount)

/** The sealed part of the account; the name is the retailer's. */
export type PayoutAccount = Pick<Payee, 'document' | 'to'>

/** An account as somebody typed it. */
export type PayoutAccountText = { readonly holder?: string | undefined } & (
  | { readonly pixKey: string }
  | BankAccountText
)

/** Throws InputError unless money sent there reaches the company of this CNPJ, as far as that can be seen. */
export function parsePayoutAccount(text: PayoutAccountText, cnpj: string): PayoutAccount {
  const document = text.holder === undefined ? cnpj : parseCnpj(text.holder)
  if (document === undefined)
    throw new InputError('must be a CNPJ with its check digits', { field: 'holder' })
  if (!isSameCompany(document, cnpj))
    throw new InputError('must be the CNPJ of the retailer or of one of its branches', { field: 'holder' })
  return { document, to: 'pixKey' in text ? parseKey(text.pixKey, cnpj) : parseAccount(text) }
}

function parseKey(key: string, cnpj: string): PayeeTarget {
  const keyType = findPixKeyType(key)
  if (keyType === undefined)
    throw new InputError(
      'must be a Pix key as its directory writes it: +5511987654321, not (11) 98765-4321',
      { field: 'pixKey' },
    )
  // A document as a key names its owner. Only the bank knows the owners of other keys.
  if (keyType === 'DOCUMENT' && !isSameCompany(key, cnpj))
    throw new InputError('must be the CNPJ of the retailer or of one of its branches', { field: 'pixKey' })
  return { kind: 'pix-key', keyType, key }
}

function parseAccount(text: BankAccountText): PayeeTarget {
  const account = parseBankAccount(text)
  if ('field' in account) throw new InputError(account.problem, { field: account.field })
  return { kind: 'account', ...account }
}
