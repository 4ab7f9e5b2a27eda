import type { FreeFieldLayout } from '../../../brazil/boleto-account.ts'
import { computeModulo10Digit } from '../../../brazil/boleto-check-digits.ts'
import { InputError } from '../../../kernel/faults.ts'
import type { AccountFields, BankRules, LateInterest, Occurrence, ReasonSentences } from './bank-rules.ts'
import { noEffect, otherPaper, paid, registered, writeAgencyAndAccount, writtenOff } from './febraban.ts'

/** These carry a document number instead of agency and account. */
const portfoliosWithDocument = ['106', '107', '122', '142', '143', '195', '196', '198']
/** Public sources disagree about the check digit of these; guessing it could produce billets that no bank accepts. */
const portfoliosInDoubt = ['112', '126', '131', '146', '150', '168']
const unsupportedPortfolios = new Set([...portfoliosWithDocument, ...portfoliosInDoubt])

function layOut({ agency, account, accountDigit, portfolio }: AccountFields): FreeFieldLayout {
  if (unsupportedPortfolios.has(portfolio))
    throw new InputError(`Portfolio ${portfolio} of bank 341 is not supported; 109 is`, {
      fault: 'ACCOUNT_INVALID',
    })
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

/** Rounded down: the law allows no more than 1 % a month. */
const dailyAmount: LateInterest = {
  unit: 'amount-by-day',
  code: '0',
  codeForDailyAmount: '0',
  codeForNone: '0',
  computeCentavos: amountCentavos => Math.floor(amountCentavos / 3_000),
}

/** Itaú has its own reason codes. */
const rejections: ReasonSentences = {
  '03': 'no agency serves the postal code',
  '04': 'the state is wrong',
  '05': 'the due date is out of the allowed range',
  '08': "the payer's name is missing",
  '09': 'the agency or the account is closed',
  '10': "the payer's address is missing",
  '11': 'the postal code is wrong',
  '13': 'the postal code lies in another state',
  '14': 'the our-number was used before or is out of range',
  '15': 'the our-number is twice in the file',
  '22': 'the portfolio is not allowed',
  '37': "the payer's document is wrong",
  '42': 'the our-number is out of range',
  '61': 'the interest is higher than allowed',
  '66': 'the due date is out of the allowed range',
  '67': 'the amount is wrong',
  '68': 'the portfolio is wrong',
  '91': 'the digit of agency and account is wrong',
  '92': 'the digit of the our-number is wrong',
  '93': 'the state is wrong',
  '94': 'the postal code lies in another state',
  '95': 'the postal code is wrong',
  '96': "the payer's name, address or city is wrong",
}

/** Itaú gives some FEBRABAN codes another meaning: 17 is a refused change, and 08 a payment. */
const occurrences: Readonly<Record<string, Occurrence>> = {
  '02': registered,
  '03': { meaning: 'rejected', reasons: rejections },
  '06': paid,
  '07': paid,
  '08': paid,
  '09': writtenOff,
  // "Written off because paid": some files report the payment with 06 first, others only with this code.
  '10': { meaning: 'as-credited', reasons: {} },
  // A write-off and other instructions that were not carried out.
  '15': { meaning: 'refused', reasons: rejections },
  '16': { meaning: 'refused', reasons: rejections },
  '32': { meaning: 'written-off', reasons: {} },
  '60': { meaning: 'rejected', reasons: rejections },
  ...noEffect('04 05 11 12 13 14 17 18 19 20 21 23 24 25 26 27 28 29 30 33 34 35 36 37 38 39 40'),
}

export const itau = {
  code: '341',
  account: {
    accountLength: 5,
    portfolioLength: 3,
    takesAgreement: false,
    computeAccountDigit: (agency, account) => computeModulo10Digit(agency + account),
    layOut,
  },
  slip: {
    bankName: 'Itaú',
    bankCode: '341-7',
    writeAccount: writeAgencyAndAccount,
    writeOurNumber: ({ portfolio }, printed) => `${portfolio}/${printed}`,
  },
  titleKind: otherPaper,
  lateInterest: dailyAmount,
  cnab: {
    bankName: 'BANCO ITAU SA',
    fileVersion: '040',
    batchVersion: '030',
    density: '00000',
    batchReserved: '00',
    protest: '000',
    currency: '00',
    debitNotice: '0',
    documentNumberLength: 10,
    payerNameLength: 30,
    computeAccountDigits: ({ accountDigit }) => ({
      agencyDigit: '',
      accountDigit: '',
      sharedDigit: accountDigit,
    }),
    writeAgreement: () => '',
    readAgreement: () => '',
    writeHandling: () => '00000',
    writeWriteOff: days => `1${String(days).padStart(2, '0')}0`,
    writeOurNumber: ({ portfolio }, printed) => portfolio + printed,
    readOurNumber(field, { agency, account }) {
      const [, portfolio = '', digits = '', digit] = /^(\d{3})(\d{8})(\d)$/.exec(field) ?? []
      const seed = agency.slice(-4) + account.slice(-5) + portfolio
      return computeModulo10Digit(seed + digits) === digit ? Number(digits) : undefined
    },
  },
  occurrences,
} as const satisfies BankRules
