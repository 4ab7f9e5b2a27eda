import {
  computeBancoDoBrasilDigit,
  computeBradescoDigit,
  computeModulo10Digit,
} from './boleto-check-digits.ts'
import { BoletoError } from './boleto-error.ts'

export type BankCode = '237' | '341' | '001'

/** The fields of an account at their full length. */
export interface AccountFields {
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  readonly portfolio: string
  /** Convênio of Banco do Brasil; empty at the other banks. */
  readonly agreement: string
  /** 21: Banco do Brasil leaves all 17 digits of the our-number to the holder of a six-digit agreement. */
  readonly serviceCode: string
}

/** How an account fills the 25 digits that the bank may use freely: everything but the our-number is fixed once. */
export interface FreeFieldLayout {
  readonly head: string
  readonly ourNumberLength: number
  readonly tail: string
  /** Digits that stand before the our-number where it is printed. */
  readonly printedHead: string
  /** Digits that enter the our-number's check digit before it. */
  readonly digitSeed: string
  /** Empty where the bank prints none. */
  readonly computeOurNumberDigit: (digits: string) => string
  readonly ourNumberDigitInBarcode: boolean
}

export interface BankLayout {
  /** As printed in the head of the slip. */
  readonly printedCode: string
  readonly accountLength: number
  readonly portfolioLength: number
  readonly computeAccountDigit: (agency: string, account: string) => string
  readonly layOut: (fields: AccountFields) => FreeFieldLayout
}

const noDigit = () => ''

function layOutBradesco({ agency, account, portfolio }: AccountFields): FreeFieldLayout {
  return {
    head: agency + portfolio,
    ourNumberLength: 11,
    tail: `${account}0`,
    printedHead: '',
    digitSeed: portfolio,
    computeOurNumberDigit: computeBradescoDigit,
    ourNumberDigitInBarcode: false,
  }
}

/** These carry a document number instead of agency and account. */
const itauPortfoliosWithDocument = ['106', '107', '122', '142', '143', '195', '196', '198']
/** About the our-number's check digit of these the public sources disagree: a guess would be a billet that no bank pays. */
const itauPortfoliosInDoubt = ['112', '126', '131', '146', '150', '168']
const unsupportedItauPortfolios = new Set([...itauPortfoliosWithDocument, ...itauPortfoliosInDoubt])

function layOutItau({ agency, account, accountDigit, portfolio }: AccountFields): FreeFieldLayout {
  if (unsupportedItauPortfolios.has(portfolio))
    throw new BoletoError('ACCOUNT_INVALID', `Portfolio ${portfolio} of bank 341 is not supported; 109 is`)
  return {
    head: portfolio,
    ourNumberLength: 8,
    tail: `${agency}${account}${accountDigit}000`,
    printedHead: '',
    digitSeed: agency + account + portfolio,
    computeOurNumberDigit: computeModulo10Digit,
    ourNumberDigitInBarcode: true,
  }
}

interface AgreementLayout {
  readonly ourNumberLength: number
  readonly head: (fields: AccountFields) => string
  readonly tail: (fields: AccountFields) => string
}

const agreementOnly = (fields: AccountFields) => fields.agreement
const afterZeros = (fields: AccountFields) => `000000${fields.agreement}`
const portfolioOnly = (fields: AccountFields) => fields.portfolio
const wholeAccount = (fields: AccountFields) => fields.agency + fields.account + fields.portfolio

/** Banco do Brasil: by the length of the agreement, and its service code where there is one. */
const agreementLayouts = new Map<string, AgreementLayout>([
  ['4', { ourNumberLength: 7, head: agreementOnly, tail: wholeAccount }],
  ['6', { ourNumberLength: 5, head: agreementOnly, tail: wholeAccount }],
  ['6/21', { ourNumberLength: 17, head: agreementOnly, tail: fields => fields.serviceCode }],
  ['7', { ourNumberLength: 10, head: afterZeros, tail: portfolioOnly }],
  ['8', { ourNumberLength: 9, head: afterZeros, tail: portfolioOnly }],
])

function layOutBancoDoBrasil(fields: AccountFields): FreeFieldLayout {
  const { agreement, serviceCode } = fields
  const layout = agreementLayouts.get(`${agreement.length}${serviceCode && `/${serviceCode}`}`)
  // A leading zero hides which length was meant, and the length decides the layout.
  if (!layout || agreement.startsWith('0'))
    throw new BoletoError(
      'ACCOUNT_INVALID',
      'Bank 001 needs an agreement of 4, 6, 7 or 8 digits without leading zeros; service code 21 only with 6',
    )
  const { ourNumberLength } = layout
  const printedHead = ourNumberLength === 17 ? '' : agreement
  return {
    head: layout.head(fields),
    ourNumberLength,
    tail: layout.tail(fields),
    printedHead,
    digitSeed: printedHead,
    // An our-number of 17 digits is printed without check digit.
    computeOurNumberDigit: printedHead.length + ourNumberLength === 17 ? noDigit : computeBancoDoBrasilDigit,
    ourNumberDigitInBarcode: false,
  }
}

export const bankLayouts: Readonly<Record<BankCode, BankLayout>> = {
  '237': {
    printedCode: '237-2',
    accountLength: 7,
    portfolioLength: 2,
    computeAccountDigit: (_agency, account) => computeBradescoDigit(account),
    layOut: layOutBradesco,
  },
  '341': {
    printedCode: '341-7',
    accountLength: 5,
    portfolioLength: 3,
    computeAccountDigit: (agency, account) => computeModulo10Digit(agency + account),
    layOut: layOutItau,
  },
  '001': {
    printedCode: '001-9',
    accountLength: 8,
    portfolioLength: 2,
    computeAccountDigit: (_agency, account) => computeBancoDoBrasilDigit(account),
    layOut: layOutBancoDoBrasil,
  },
}
