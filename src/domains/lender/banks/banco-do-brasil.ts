import type { FreeFieldLayout } from '../../../brazil/boleto-account.ts'
import { computeBancoDoBrasilDigit } from '../../../brazil/boleto-check-digits.ts'
import { InputError } from '../../../kernel/faults.ts'
import type { AccountFields, BankRules, ReturnAccount, TitleKind } from './bank-rules.ts'
import { febrabanOccurrences, monthlyRate, writeAgencyAndAccount } from './febraban.ts'

interface AgreementLayout {
  readonly ourNumberLength: number
  readonly head: (fields: AccountFields) => string
  readonly tail: (fields: AccountFields) => string
}

const agreementOnly = (fields: AccountFields) => fields.agreement
const afterZeros = (fields: AccountFields) => `000000${fields.agreement}`
const portfolioOnly = (fields: AccountFields) => fields.portfolio
const wholeAccount = (fields: AccountFields) => fields.agency + fields.account + fields.portfolio

/**
 * Keyed by the length of the agreement and, where there is one, its service code. Service 21 leaves all 17 digits of
 * the our-number to the holder of a six-digit agreement.
 */
const agreementLayouts = new Map<string, AgreementLayout>([
  ['4', { ourNumberLength: 7, head: agreementOnly, tail: wholeAccount }],
  ['6', { ourNumberLength: 5, head: agreementOnly, tail: wholeAccount }],
  ['6/21', { ourNumberLength: 17, head: agreementOnly, tail: fields => fields.serviceCode }],
  ['7', { ourNumberLength: 10, head: afterZeros, tail: portfolioOnly }],
  ['8', { ourNumberLength: 9, head: afterZeros, tail: portfolioOnly }],
])

const LONGEST_OUR_NUMBER = 17
const noDigit = () => ''

function layOut(fields: AccountFields): FreeFieldLayout {
  const { agreement, serviceCode } = fields
  const layout = agreementLayouts.get(`${agreement.length}${serviceCode && `/${serviceCode}`}`)
  // The length decides the layout, and a leading zero would hide which length was meant.
  if (!layout || agreement.startsWith('0'))
    throw new InputError(
      'Bank 001 needs an agreement of 4, 6, 7 or 8 digits without leading zeros; service code 21 only with 6',
      { fault: 'ACCOUNT_INVALID' },
    )
  const { ourNumberLength } = layout
  const printedHead = ourNumberLength === LONGEST_OUR_NUMBER ? '' : agreement
  return {
    head: layout.head(fields),
    ourNumberLength,
    tail: layout.tail(fields),
    printedHead,
    digitSeed: printedHead,
    // An our-number of 17 digits is printed without check digit.
    computeOurNumberDigit:
      printedHead.length + ourNumberLength === LONGEST_OUR_NUMBER ? noDigit : computeBancoDoBrasilDigit,
    ourNumberDigitInBarcode: false,
  }
}

/**
 * The bank lists no other kind of paper. A credit note is a promise to pay, like a promissory note (Law 10.931/2004,
 * art. 26).
 */
const promissoryNote: TitleKind = { code: '12', printed: 'NP' }

/** The bank appends its collection product and the portfolio variation to the agreement. */
const COLLECTION_PRODUCT = '0014'
const USUAL_VARIATION = '019'

/** All begin with the agreement, except the 17-digit ones of a six-digit agreement. 17 digits have no check digit. */
function readOurNumber(field: string, { agreement }: ReturnAccount): number | undefined {
  if (!/^\d+[\dX]$/.test(field) || agreement === '') return undefined
  if (field.length === LONGEST_OUR_NUMBER && agreement.length === 6) return toSafe(field)
  if (!field.startsWith(agreement)) return undefined
  if (field.length === LONGEST_OUR_NUMBER && agreement.length > 6)
    return toSafe(field.slice(agreement.length))
  const digits = field.slice(0, -1)
  if (field.length !== 12 || computeBancoDoBrasilDigit(digits) !== field.slice(-1)) return undefined
  return Number(digits.slice(agreement.length))
}

function toSafe(digits: string): number | undefined {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : undefined
}

export const bancoDoBrasil = {
  code: '001',
  account: {
    accountLength: 8,
    portfolioLength: 2,
    takesAgreement: true,
    computeAccountDigit: (_agency, account) => computeBancoDoBrasilDigit(account),
    layOut,
  },
  slip: {
    bankName: 'Banco do Brasil',
    bankCode: '001-9',
    writeAccount: writeAgencyAndAccount,
    // The agreement is already part of the number; other banks prefix the portfolio.
    writeOurNumber: (_fields, printed) => printed,
  },
  titleKind: promissoryNote,
  lateInterest: monthlyRate,
  cnab: {
    bankName: 'BANCO DO BRASIL S.A.',
    fileVersion: '083',
    batchVersion: '042',
    density: '01600',
    batchReserved: '',
    protest: '300',
    currency: '09',
    debitNotice: '0',
    documentNumberLength: 15,
    payerNameLength: 40,
    computeAccountDigits: ({ agency, accountDigit }) => ({
      agencyDigit: computeBancoDoBrasilDigit(agency),
      accountDigit,
      sharedDigit: '',
    }),
    writeAgreement: ({ agreement, portfolio }) =>
      `${agreement.padStart(9, '0')}${COLLECTION_PRODUCT}${portfolio}${USUAL_VARIATION}`,
    readAgreement: field => field.slice(0, 9).trim().replace(/^0+/, ''),
    writeHandling: ({ portfolio }) => `${portfolio === '17' ? '7' : '1'}1100`,
    // The bank ignores this field: the term is part of the agreement.
    writeWriteOff: () => '0000',
    writeOurNumber: (_fields, printed) => printed,
    readOurNumber,
  },
  occurrences: febrabanOccurrences,
} as const satisfies BankRules
