import type { BankAccount } from '../../../brazil/boleto-account.ts'
import { computeBancoDoBrasilDigit, computeBradescoDigit } from '../../../brazil/boleto-check-digits.ts'
import type { BankCode } from '../../../brazil/boleto-layouts.ts'
import type { Centavos } from '../../../kernel/money.ts'

interface AccountDigits {
  readonly agencyDigit: string
  readonly accountDigit: string
  /** One digit for agency and account together. */
  readonly sharedDigit: string
}

interface Interest {
  readonly interestCode: string
  /** A rate or an amount, as the code says; always two decimals. */
  readonly interest: number
}

/** What a bank wants otherwise than its neighbours in the records that they share. */
export interface BankFormat {
  readonly bankName: string
  readonly fileVersion: string
  readonly batchVersion: string
  readonly density: string
  readonly batchReserved: string
  /** Espécie: what kind of paper the debt is. */
  readonly titleKind: string
  readonly protest: string
  readonly currency: string
  readonly debitNotice: string
  readonly documentNumberLength: number
  readonly payerNameLength: number
  computeAccountDigits(account: BankAccount): AccountDigits
  writeAgreement(account: BankAccount): string
  writeHandling(account: BankAccount): string
  /** When the bank shall give the title back by itself, in days after the due date. */
  writeWriteOff(days: number): string
  /** 1 % a month on what falls due late; `amount` 0 for a title that bears no charges. */
  computeInterest(amount: Centavos): Interest
}

/** Code 2 is a rate by month, code 3 means none. */
const monthlyRate = (amount: Centavos): Interest =>
  amount > 0 ? { interestCode: '2', interest: 100 } : { interestCode: '3', interest: 0 }
/** In centavos by day, rounded down: the law allows no more than 1 % a month. */
const dailyAmount = (amount: Centavos): Interest => ({
  interestCode: '0',
  interest: Math.floor(amount / 3_000),
})

/** Paper of no listed kind: a loan is no sale, so that it may not be called a trade bill. */
const OTHER_PAPER = '99'
/** Banco do Brasil lists no such kind; a credit note is, as a promissory note, a promise to pay (Law 10.931/2004, art. 26). */
const PROMISSORY_NOTE = '12'
/** Bank 001 writes its collection product and the variation of the portfolio behind the agreement. */
const COLLECTION_PRODUCT = '0014'
const USUAL_VARIATION = '019'

export const bankFormats: Readonly<Record<BankCode, BankFormat>> = {
  '237': {
    bankName: 'BRADESCO',
    fileVersion: '084',
    batchVersion: '042',
    density: '01600',
    batchReserved: '',
    titleKind: OTHER_PAPER,
    protest: '300',
    currency: '09',
    debitNotice: '2',
    documentNumberLength: 15,
    payerNameLength: 40,
    computeAccountDigits: ({ agency, accountDigit }) => ({
      agencyDigit: computeBradescoDigit(agency),
      accountDigit,
      sharedDigit: '',
    }),
    writeAgreement: ({ portfolio, agency, account, accountDigit }) =>
      `${portfolio.padStart(4, '0')}${agency.padStart(5, '0')}${account}${accountDigit}`.padStart(20, '0'),
    // Simple collection, registered, on paper; we print and we deliver.
    writeHandling: () => '11122',
    writeWriteOff: days => `1${String(days).padStart(3, '0')}`,
    computeInterest: monthlyRate,
  },
  '341': {
    bankName: 'BANCO ITAU SA',
    fileVersion: '040',
    batchVersion: '030',
    density: '00000',
    batchReserved: '00',
    titleKind: OTHER_PAPER,
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
    writeHandling: () => '00000',
    writeWriteOff: days => `1${String(days).padStart(2, '0')}0`,
    computeInterest: dailyAmount,
  },
  '001': {
    bankName: 'BANCO DO BRASIL S.A.',
    fileVersion: '083',
    batchVersion: '042',
    density: '01600',
    batchReserved: '',
    titleKind: PROMISSORY_NOTE,
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
    writeHandling: ({ portfolio }) => `${portfolio === '17' ? '7' : '1'}1100`,
    // The bank does not read this field; its own term is part of the agreement.
    writeWriteOff: () => '0000',
    computeInterest: monthlyRate,
  },
}
