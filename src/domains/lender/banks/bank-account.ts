import type { BoletoAccount } from '../../../brazil/boleto-account.ts'
import { InputError } from '../../../kernel/faults.ts'
import type { AccountFields } from './bank-rules.ts'
import { BANK_CODES, type BankCode, getBank, isBankCode } from './find-bank.ts'

const AGENCY_LENGTH = 4

/** An account for billets as configured: digits only, leading zeros optional. */
export interface BankAccountSettings {
  readonly bank: string
  /** Without its check digit. */
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  /** Carteira. */
  readonly portfolio: string
  /** Convênio, where the bank takes one. */
  readonly agreement?: string | undefined
  readonly serviceCode?: string | undefined
}

/** A checked account, ready to number and write billets. */
export interface BankAccount extends AccountFields, BoletoAccount {
  readonly bank: BankCode
  readonly printedBank: string
  readonly printedAccount: string
}

export function parseBankAccount(settings: BankAccountSettings): BankAccount {
  const { bank } = settings
  if (!isBankCode(bank)) throw refusal(`Bank ${bank} is not one of ${BANK_CODES.join(', ')}`)
  const { account: rules, slip } = getBank(bank)
  const agency = parseDigits('agency', settings.agency, AGENCY_LENGTH)
  const account = parseDigits('account', settings.account, rules.accountLength)
  const accountDigit = rules.computeAccountDigit(agency, account)
  if (settings.accountDigit.toUpperCase() !== accountDigit)
    throw refusal(`The check digit of account ${agency}/${account} at bank ${bank} is ${accountDigit}`)
  const portfolio = parseDigits('portfolio', settings.portfolio, rules.portfolioLength)
  const fields: AccountFields = {
    agency,
    account,
    accountDigit,
    portfolio,
    ...parseAgreement(bank, settings),
  }
  const layout = rules.layOut(fields)
  return {
    ...fields,
    bank,
    printedBank: slip.bankCode,
    printedAccount: slip.writeAccount(fields),
    largestOurNumber: Math.min(10 ** layout.ourNumberLength - 1, Number.MAX_SAFE_INTEGER),
    layout,
  }
}

function parseAgreement(bank: BankCode, { agreement = '', serviceCode = '' }: BankAccountSettings) {
  if (!takesAgreement(bank) && agreement + serviceCode !== '')
    throw refusal(
      `Agreement and service code belong to bank ${BANK_CODES.filter(takesAgreement).join(', ')}, not to bank ${bank}`,
    )
  if (!/^[0-9]*$/.test(agreement)) throw refusal('An agreement is written in digits')
  return { agreement, serviceCode }
}

function parseDigits(name: string, text: string, length: number): string {
  if (!/^[0-9]+$/.test(text) || text.length > length)
    throw refusal(`The ${name} of a billet account is written in at most ${length} digits`)
  return text.padStart(length, '0')
}

const takesAgreement = (bank: BankCode): boolean => getBank(bank).account.takesAgreement
const refusal = (message: string) => new InputError(message, { fault: 'ACCOUNT_INVALID' })
