import { type BankAccountText, parseBankAccount } from '../../../brazil/bank-account.ts'
import { isPixKey } from '../../../brazil/pix-key.ts'
import { hasLatinWriting } from '../../../kernel/ascii-text.ts'
import { InputError } from '../../../kernel/faults.ts'
import type { AccountPlace, PixKeyPlace, PixKeyType } from '../payee.ts'
import { getPaymentBank } from './banks/find-bank.ts'
import type { PayingAccount, Payment } from './payment.ts'

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
