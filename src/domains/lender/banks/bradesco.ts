import { computeBradescoDigit } from '../../../brazil/boleto-check-digits.ts'
import type { BankRules } from './bank-rules.ts'
import { febrabanOccurrences, monthlyRate, otherPaper, writeAgencyAndAccount } from './febraban.ts'

export const bradesco = {
  code: '237',
  account: {
    accountLength: 7,
    portfolioLength: 2,
    takesAgreement: false,
    computeAccountDigit: (_agency, account) => computeBradescoDigit(account),
    layOut: ({ agency, account, portfolio }) => ({
      head: agency + portfolio,
      ourNumberLength: 11,
      tail: `${account}0`,
      printedHead: '',
      digitSeed: portfolio,
      computeOurNumberDigit: computeBradescoDigit,
      ourNumberDigitInBarcode: false,
    }),
  },
  slip: {
    bankName: 'Bradesco',
    bankCode: '237-2',
    writeAccount: writeAgencyAndAccount,
    writeOurNumber: ({ portfolio }, printed) => `${portfolio}/${printed}`,
  },
  titleKind: otherPaper,
  lateInterest: monthlyRate,
  cnab: {
    bankName: 'BRADESCO',
    fileVersion: '084',
    batchVersion: '042',
    density: '01600',
    batchReserved: '',
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
    readAgreement: () => '',
    // Simple collection, registered, on paper; the lender prints and delivers.
    writeHandling: () => '11122',
    writeWriteOff: days => `1${String(days).padStart(3, '0')}`,
    writeOurNumber: ({ portfolio }, printed) => `${portfolio.padStart(3, '0')}00000${printed}`,
    readOurNumber(field) {
      const [, portfolio = '', digits = '', digit] = /^0(\d{2})0{5}(\d{11})([\dP])$/.exec(field) ?? []
      return computeBradescoDigit(portfolio + digits) === digit ? Number(digits) : undefined
    },
  },
  occurrences: febrabanOccurrences,
} as const satisfies BankRules
