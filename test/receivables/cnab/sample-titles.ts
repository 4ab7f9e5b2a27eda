import { encodeBoleto } from '../../../src/brazil/boleto.ts'
import { parseBankAccount } from '../../../src/domains/lender/banks/bank-account.ts'
import type { LenderAccount } from '../../../src/domains/lender/lender-account.ts'
import type { Billet, Payer } from '../../../src/domains/receivables/billets/billet.ts'
import { parseCalendarDate } from '../../../src/kernel/calendar-date.ts'

export const ACCOUNT_ID = '00000000000000000000aaaa'

const holder = {
  id: ACCOUNT_ID,
  beneficiaryName: 'Crediário Financeira S.A.',
  beneficiaryDocument: '12ABC34501DE35',
  beneficiaryAddress: 'Avenida Paulista, 1000, São Paulo, SP',
  pixKey: 'pix@crediario.example',
  city: 'São Paulo',
  channel: 'file',
} as const

export const sampleAccounts = {
  '237': {
    ...holder,
    bank: parseBankAccount({
      bank: '237',
      agency: '4042',
      account: '0061900',
      accountDigit: '0',
      portfolio: '06',
    }),
  },
  '341': {
    ...holder,
    bank: parseBankAccount({
      bank: '341',
      agency: '0810',
      account: '53678',
      accountDigit: '9',
      portfolio: '175',
    }),
  },
  '001': {
    ...holder,
    bank: parseBankAccount({
      bank: '001',
      agency: '4042',
      account: '61900',
      accountDigit: '0',
      portfolio: '17',
      agreement: '1238798',
    }),
  },
} as const satisfies Record<string, LenderAccount>

export const samplePayer: Payer = {
  name: 'João da Conceição Araújo',
  cpf: '52998224725',
  street: 'Rua das Laranjeiras',
  number: '10',
  complement: 'Apto 3B',
  city: 'Florianópolis',
  state: 'SC',
  zipCode: '88010001',
}

export function sampleBillet(account: LenderAccount, changes: Partial<Billet> = {}): Billet {
  const ourNumber = changes.ourNumber ?? 525
  const amountCentavos = changes.amountCentavos ?? 19_792
  const dueDate = changes.dueDate ?? parseCalendarDate('2026-04-09')
  const boleto = encodeBoleto({ account: account.bank, ourNumber, amountCentavos, dueDate })
  return {
    id: '0123456789abcdef01234567',
    retailerId: '000000000000000000000001',
    transactionId: '0123456789abcdef00000000',
    accountId: account.id,
    kind: 'installment',
    installmentNumber: 3,
    installmentCount: 10,
    ourNumber,
    printedOurNumber: boleto.ourNumber,
    barcode: boleto.barcode,
    digitLine: boleto.digitLine,
    amountCentavos,
    issuedOn: parseCalendarDate('2026-03-10'),
    dueDate,
    expirationDate: parseCalendarDate('2026-05-09'),
    pixCode: undefined,
    documentNumber: 'CDEF00000000/03',
    paymentStatus: 'PENDING',
    partPaidCentavos: 0,
    openFineCentavos: undefined,
    openInterestCentavos: 0,
    interestFrom: undefined,
    claimedFrom: undefined,
    excludedCentavos: 0,
    paidAt: undefined,
    canceledAt: undefined,
    registration: 'pending',
    replaces: undefined,
    faceCentavos: undefined,
    originalDueDate: undefined,
    originalId: undefined,
    linkToken: 'a'.repeat(32),
    ...changes,
  }
}
