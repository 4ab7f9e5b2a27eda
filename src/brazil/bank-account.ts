import { findIspb } from './banks.ts'
import {
  computeBancoDoBrasilDigit,
  computeBradescoDigit,
  computeModulo10Digit,
} from './boleto-check-digits.ts'

const BANK_ACCOUNT_TYPES = ['CHECKING', 'SAVINGS', 'PAYMENT'] as const
type BankAccountType = (typeof BANK_ACCOUNT_TYPES)[number]

/** An account that money is sent to. */
export interface PayeeAccount {
  /** Three digits (COMPE). */
  readonly bankCode: string
  /** Eight digits: the bank in the payment system. */
  readonly ispb: string
  /** Four digits, without a check digit. */
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  readonly accountType: BankAccountType
}

export type BankAccountText = Readonly<Record<BankAccountField, string>>
type BankAccountField = 'bankCode' | 'agency' | 'account' | 'accountDigit' | 'accountType'

/** Names the field that is wrong, in a sentence without it. */
interface BankAccountProblem {
  readonly field: BankAccountField
  readonly problem: string
}

interface DigitRule {
  readonly accountLength: number
  readonly computeDigit: (agency: string, account: string) => string
  /** Of an agency that was written with one; not every bank has one. */
  readonly computeAgencyDigit?: (agency: string) => string
  readonly types: readonly BankAccountType[]
}

/** Banks whose rule is published. Of accounts at other banks only the form can be checked. */
const DIGIT_RULES: Readonly<Record<string, DigitRule>> = {
  '001': {
    accountLength: 8,
    computeDigit: (_agency, account) => computeBancoDoBrasilDigit(account),
    computeAgencyDigit: computeBancoDoBrasilDigit,
    // A savings account is written with its variation, which counts in the digit at some agencies only.
    types: ['CHECKING'],
  },
  '237': {
    accountLength: 7,
    computeDigit: (_agency, account) => computeBradescoDigit(account),
    computeAgencyDigit: computeBradescoDigit,
    types: ['CHECKING', 'SAVINGS'],
  },
  '341': {
    accountLength: 5,
    computeDigit: (agency, account) => computeModulo10Digit(agency + account),
    types: ['CHECKING', 'SAVINGS'],
  },
}

const AGENCY_LENGTH = 4
/** The longest account that a file of payments can name. */
const LONGEST_ACCOUNT = 12

/** Leading zeros are optional. An agency may be written with its check digit behind a hyphen. */
export function parseBankAccount(text: BankAccountText): PayeeAccount | BankAccountProblem {
  const ispb = findIspb(text.bankCode)
  if (ispb === undefined)
    return { field: 'bankCode', problem: 'must be the three digits of a bank, such as 237' }
  const accountType = BANK_ACCOUNT_TYPES.find(type => type === text.accountType)
  if (accountType === undefined)
    return { field: 'accountType', problem: `must be one of ${BANK_ACCOUNT_TYPES.join(', ')}` }
  const rule = Object.hasOwn(DIGIT_RULES, text.bankCode) ? DIGIT_RULES[text.bankCode] : undefined
  const [, agencyText = '', agencyDigit] =
    /^([0-9]{1,4})(?:-([0-9XP]))?$/.exec(text.agency.toUpperCase()) ?? []
  if (agencyText === '') return { field: 'agency', problem: 'must have at most 4 digits' }
  const agency = agencyText.padStart(AGENCY_LENGTH, '0')
  if (agencyDigit !== undefined && rule?.computeAgencyDigit?.(agency) !== agencyDigit)
    return { field: 'agency', problem: 'has a wrong check digit' }
  const accountDigit = text.accountDigit.toUpperCase()
  if (!/^[0-9XP]$/.test(accountDigit)) return { field: 'accountDigit', problem: 'must be a digit, X or P' }
  const isChecked = rule?.types.includes(accountType) === true
  const longest = isChecked ? rule.accountLength : LONGEST_ACCOUNT
  if (!/^[0-9]+$/.test(text.account) || /^0*$/.test(text.account))
    return { field: 'account', problem: 'must be written in digits' }
  const significant = text.account.replace(/^0+/, '')
  if (significant.length > longest)
    return { field: 'account', problem: `must have at most ${longest} digits without its check digit` }
  const account = isChecked ? significant.padStart(longest, '0') : text.account.slice(-LONGEST_ACCOUNT)
  if (isChecked && rule.computeDigit(agency, account) !== accountDigit)
    return { field: 'accountDigit', problem: 'does not belong to this agency and account' }
  return { bankCode: text.bankCode, ispb, agency, account, accountDigit, accountType }
}

/** Without its leading zeros or with them. Empty where the bank's agencies have no digit, or none that is published. */
export function computeAgencyDigit(bankCode: string, agency: string): string {
  const rule = Object.hasOwn(DIGIT_RULES, bankCode) ? DIGIT_RULES[bankCode] : undefined
  return rule?.computeAgencyDigit?.(agency.padStart(AGENCY_LENGTH, '0')) ?? ''
}
