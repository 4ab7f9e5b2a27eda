import { type BankAccountText, parseBankAccount } from '../../../brazil/bank-account.ts'
import { isPixKey } from '../../../brazil/pix-key.ts'
import { hasLatinWriting } from '../../../kernel/ascii-text.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { InputError } from '../../../kernel/faults.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { AccountPlace, Payee, PixKeyPlace, PixKeyType } from '../payee.ts'
import {
  getPaymentBank,
  isPaymentBankCode,
  PAYMENT_BANK_CODES,
  type PaymentBankCode,
} from './banks/find-bank.ts'
import type { PayoutAgreement } from './store.ts'

/** The lender's account that is debited, with the agreement under which its bank takes payment files. */
export interface PayingAccount {
  readonly bank: PaymentBankCode
  /** Without its check digit; leading zeros optional. */
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  /** Convênio of payments, which is not that of collection; empty where the bank takes none. */
  readonly agreement: string
  readonly name: string
  /** CNPJ. */
  readonly document: string
  readonly address: PayerAddress
  /** How payees with a bank account are paid where both are possible. Keys and payment accounts always take Pix. */
  readonly paysAccountsBy: AccountMethod
}

export type AccountMethod = 'PIX' | 'TED'

export interface PayerAddress {
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly city: string
  readonly zipCode: string
  readonly state: string
}

interface PaymentPayee extends Payee {
  /** Files have a place for it; banks do not ask for it. */
  readonly address?: PayeeAddress | undefined
}

interface PayeeAddress extends PayerAddress {
  readonly district: string
}

export interface Payment {
  /** Our key of the order: at most 20 letters and digits. The bank returns it. */
  readonly key: string
  readonly amountCentavos: Centavos
  readonly payOn: CalendarDate
  readonly payee: PaymentPayee
  /** Shown to the payee, where the payment carries a text. */
  readonly text: string
}

/** Banks want Pix in a file of its own. */
export type PaymentMethod = 'PIX' | 'TRANSFER'

export interface PaymentFile {
  readonly payer: PayingAccount
  readonly method: PaymentMethod
  /** Number of the file at this bank: the previous one plus 1. */
  readonly fileSequence: number
  /** Bradesco takes two files made in the same second for the same file. */
  readonly createdAt: Date
  readonly payments: readonly Payment[]
}

const KEY = /^[A-Za-z0-9]{1,20}$/
const DOCUMENT = /^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/
const KEY_PATTERNS: Readonly<Record<PixKeyType, RegExp>> = {
  PHONE: /^\+/,
  EMAIL: /@/,
  DOCUMENT,
  RANDOM: /^[0-9a-f]{8}-/,
}

/** A payment that a bank would refuse for its data does not get into a file. Throws an InputError naming the field. */
export function checkPayment({ key, amountCentavos, payee }: Payment): void {
  if (!KEY.test(key)) throw new InputError('key: it has 1 to 20 letters and digits')
  if (!Number.isSafeInteger(amountCentavos) || amountCentavos <= 0)
    throw new InputError('amountCentavos: a payment is of at least one centavo')
  if (!DOCUMENT.test(payee.document)) throw new InputError('payee.document: it is neither a CPF nor a CNPJ')
  if (!hasLatinWriting(payee.name)) throw new InputError('payee.name: it has no letters that a bank can read')
  if (payee.to.kind === 'pix-key') checkKey(payee.to, payee.document)
  else checkAccount(payee.to)
}

function checkKey({ keyType, key }: PixKeyPlace, document: string): void {
  if (!isPixKey(key) || !KEY_PATTERNS[keyType].test(key))
    throw new InputError(`payee.to.key: it is not a Pix key of type ${keyType}`)
  if (keyType === 'DOCUMENT' && key !== document)
    throw new InputError("payee.to.key: it is not the payee's document")
}

function checkAccount(account: AccountPlace): void {
  if (account.ispb !== undefined && !/^[0-9A-Z]{8}$/.test(account.ispb))
    throw new InputError('payee.to.ispb: it has eight digits or capital letters')
  checkDigits('payee.to', account)
}

function checkDigits(where: string, account: BankAccountText): void {
  const parsed = parseBankAccount(account)
  if ('field' in parsed) throw new InputError(`${where}.${parsed.field}: it ${parsed.problem}`)
}

/** Throws an InputError naming the field. */
export function checkPayer(payer: PayingAccount): void {
  checkDigits('payer', { ...payer, bankCode: payer.bank, accountType: 'CHECKING' })
  if (!/^[0-9A-Z]{12}[0-9]{2}$/.test(payer.document)) throw new InputError('payer.document: it is not a CNPJ')
  const agreement = getPaymentBank(payer.bank).findAgreementMistake(payer.agreement)
  if (agreement !== undefined) throw new InputError(`payer.${agreement}`)
  const { street, city, zipCode, state } = payer.address
  if (!hasLatinWriting(street) || !hasLatinWriting(city))
    throw new InputError('payer.address: it has a street and a city')
  if (!/^[0-9]{8}$/.test(zipCode)) throw new InputError('payer.address.zipCode: it has eight digits')
  if (!/^[A-Z]{2}$/.test(state)) throw new InputError('payer.address.state: it has two capital letters')
}

/** The lender's account as billets know it. */
interface LenderAccountData {
  readonly bank: string
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  readonly name: string
  readonly document: string
}

/** The account as its files name it. Throws an InputError naming the field. */
export function composePayingAccount(
  { bank, ...account }: LenderAccountData,
  { agreement, address, paysAccountsBy }: Omit<PayoutAgreement, 'accountId'>,
): PayingAccount {
  if (!isPaymentBankCode(bank))
    throw new InputError(
      `payer.bank: files of payments go to bank ${PAYMENT_BANK_CODES.join(', ')}, not ${bank}`,
    )
  const payer = { ...account, bank, agreement, address, paysAccountsBy }
  checkPayer(payer)
  return payer
}

/** Forma de lançamento: 01 and 05 credit an account of the same bank, 41 and 43 are TED, 45 is Pix. */
export type PaymentForm = '01' | '05' | '41' | '43' | '45'

export const methodOf = (form: PaymentForm): PaymentMethod => (form === '45' ? 'PIX' : 'TRANSFER')

/**
 * How a payee is paid from an account: a key by Pix; an account by Pix too where its institution's ISPB is known
 * and the payer wants it; else by credit at the same bank or TED. Throws an InputError for a payee whom the bank's files cannot reach.
 */
export function choosePaymentForm(payer: PayingAccount, { document, to }: PaymentPayee): PaymentForm {
  const { takesPix } = getPaymentBank(payer.bank)
  if (to.kind === 'pix-key') {
    if (takesPix) return '45'
    throw new InputError(
      `files of bank ${payer.bank} carry no Pix: pay this key by another rail, or to a bank account`,
    )
  }
  const isPayment = to.accountType === 'PAYMENT'
  if (takesPix && to.ispb !== undefined && (isPayment || payer.paysAccountsBy === 'PIX')) return '45'
  if (isPayment)
    throw new InputError('payee.to.accountType: a payment account is reached by Pix only, with its ISPB')
  if (to.bankCode === payer.bank) return to.accountType === 'SAVINGS' ? '05' : '01'
  return document === payer.document ? '43' : '41'
}
