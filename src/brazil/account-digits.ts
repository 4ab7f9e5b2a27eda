import {
  computeBancoDoBrasilDigit,
  computeBradescoDigit,
  computeModulo10Digit,
} from './boleto-check-digits.ts'

interface AccountDigitRules {
  readonly agencyLength: number
  readonly accountLength: number
  /** Where the agency has a digit of its own. */
  computeAgencyDigit?(agency: string): string
  computeAccountDigit(agency: string, account: string): string
}

/** Banks whose rule is public. Agency and account come at their full length. */
const RULES: Readonly<Record<string, AccountDigitRules>> = {
  '001': {
    agencyLength: 4,
    accountLength: 11,
    computeAgencyDigit: computeBancoDoBrasilDigit,
    computeAccountDigit: (_agency, account) => computeBancoDoBrasilDigit(account),
  },
  '237': {
    agencyLength: 4,
    accountLength: 7,
    computeAgencyDigit: computeBradescoDigit,
    computeAccountDigit: (_agency, account) => computeBradescoDigit(account),
  },
  '341': {
    agencyLength: 4,
    accountLength: 5,
    computeAccountDigit: (agency, account) => computeModulo10Digit(agency + account),
  },
}

/** What is wrong with an account: the field and a sentence. */
export interface AccountMistake {
  readonly field: 'bankCode' | 'agency' | 'account' | 'accountDigit'
  readonly reason: string
}

const CHECK_DIGIT = /^[0-9PX]$/

/** Undefined when nothing is wrong. For a bank without a public rule only the form can be checked. */
export function findAccountMistake(account: {
  readonly bankCode: string
  /** Without its check digit, leading zeros optional. */
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
}): AccountMistake | undefined {
  const { bankCode, agency, account: number, accountDigit } = account
  if (!/^[0-9]{3}$/.test(bankCode) || bankCode === '000')
    return { field: 'bankCode', reason: 'a bank has a code of three digits' }
  const { agencyLength = 5, accountLength = 12 } = RULES[bankCode] ?? {}
  if (!isNumber(agency, agencyLength))
    return { field: 'agency', reason: `an agency of bank ${bankCode} has at most ${agencyLength} digits` }
  if (!isNumber(number, accountLength))
    return { field: 'account', reason: `an account of bank ${bankCode} has at most ${accountLength} digits` }
  if (!CHECK_DIGIT.test(accountDigit.toUpperCase()))
    return { field: 'accountDigit', reason: 'a check digit is one digit, P or X' }
  const expected = computeAccountDigit(bankCode, agency, number)
  if (expected === undefined || expected === accountDigit.toUpperCase()) return undefined
  return { field: 'accountDigit', reason: `it is not the check digit of account ${agency}/${number}` }
}

/** Empty where the bank's agencies have none, or none that can be computed. */
export function computeAgencyDigit(bankCode: string, agency: string): string {
  const rules = RULES[bankCode]
  if (rules?.computeAgencyDigit === undefined) return ''
  return rules.computeAgencyDigit(fill(agency, rules.agencyLength))
}

function computeAccountDigit(bankCode: string, agency: string, account: string): string | undefined {
  const rules = RULES[bankCode]
  if (rules === undefined) return undefined
  return rules.computeAccountDigit(fill(agency, rules.agencyLength), fill(account, rules.accountLength))
}

const fill = (digits: string, length: number): string => digits.replace(/^0+/, '').padStart(length, '0')

const isNumber = (text: string, length: number): boolean =>
  /^[0-9]{1,20}$/.test(text) && Number(text) > 0 && text.replace(/^0+/, '').length <= length
