import { encodeBoleto } from '../../../src/brazil/boleto.ts'
import { addBusinessDays } from '../../../src/brazil/business-days.ts'
import { encodeStaticPix } from '../../../src/brazil/pix.ts'
import { type BankAccountSettings, parseBankAccount } from '../../../src/domains/lender/banks/bank-account.ts'
import type { LenderAccount } from '../../../src/domains/lender/lender-account.ts'
import type { Billet, Payer } from '../../../src/domains/receivables/billets/billet.ts'
import type { BilletSheet } from '../../../src/domains/receivables/billets/pdf/sheet.ts'
import { addDays, addMonths, parseCalendarDate } from '../../../src/kernel/calendar-date.ts'

const ISSUED_ON = parseCalendarDate('2026-11-13')

const banks: readonly BankAccountSettings[] = [
  { bank: '237', agency: '1172', account: '403005', accountDigit: '2', portfolio: '09' },
  { bank: '341', agency: '0810', account: '53678', accountDigit: '9', portfolio: '109' },
  {
    bank: '001',
    agency: '4042',
    account: '61900',
    accountDigit: '0',
    portfolio: '18',
    agreement: '1238798',
  },
]

const accounts = banks.map(
  (bank, index): LenderAccount => ({
    id: `00000000000000000000000${index}`,
    bank: parseBankAccount(bank),
    channel: 'file',
    beneficiaryName: 'Financeira Exemplo S.A. – Crédito, Financiamento e Investimento',
    beneficiaryDocument: '12ABC34501DE35',
    beneficiaryAddress: 'Avenida Paulista, 1.000, 12º andar, Bela Vista, 01310-100 São Paulo – SP',
    pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    city: 'São Paulo',
  }),
)

const PAYER: Payer = {
  name: 'Conceição Araújo Gonçalves da Silva',
  cpf: '52998224725',
  street: 'Rua das Laranjeiras',
  number: '430',
  complement: 'apto 1102, bloco B',
  city: 'Rio de Janeiro',
  state: 'RJ',
  zipCode: '22240006',
}

export interface SheetChanges {
  readonly payer?: Partial<Payer>
  readonly billet?: Partial<Billet>
  readonly account?: Partial<LenderAccount>
  readonly retailerName?: string
  /** 0, 1 or 2: Bradesco, Itaú, Banco do Brasil. */
  readonly bank?: number
}

/** A billet as it would be issued: number 0 is the down payment, with a Pix code. */
export function createSheet(installmentNumber: number, changes: SheetChanges = {}): BilletSheet {
  const template = accounts[changes.bank ?? 0]
  if (template === undefined) throw new Error('there are three accounts')
  const account = { ...template, ...changes.account }
  const isDownPayment = installmentNumber === 0
  const dueDate = isDownPayment
    ? addDays(ISSUED_ON, 4)
    : addMonths(parseCalendarDate('2026-12-13'), installmentNumber - 1)
  const amountCentavos = 19_792 + installmentNumber * 103_457
  const ourNumber = 1_000 + installmentNumber
  const boleto = encodeBoleto({ account: account.bank, ourNumber, amountCentavos, dueDate })
  const billet: Billet = {
    id: String(installmentNumber).padStart(24, '0'),
    retailerId: '000000000000000000000001',
    transactionId: '68a1f0c2d4b7e9f012345678',
    accountId: account.id,
    kind: isDownPayment ? 'down-payment' : 'installment',
    installmentNumber,
    installmentCount: 24,
    ourNumber,
    printedOurNumber: boleto.ourNumber,
    barcode: boleto.barcode,
    digitLine: boleto.digitLine,
    amountCentavos,
    issuedOn: ISSUED_ON,
    dueDate,
    expirationDate: isDownPayment ? addBusinessDays(dueDate, 3) : addDays(dueDate, 30),
    pixCode: isDownPayment ? createPixCode(account, amountCentavos) : undefined,
    documentNumber: `12345678-${String(installmentNumber).padStart(2, '0')}`,
    paymentStatus: 'PENDING',
    partPaidCentavos: 0,
    openFineCentavos: undefined,
    openInterestCentavos: 0,
    interestFrom: undefined,
    claimedFrom: undefined,
    excludedCentavos: 0,
    paidAt: undefined,
    canceledAt: undefined,
    registration: 'registered',
    replaces: undefined,
    faceCentavos: undefined,
    originalDueDate: undefined,
    originalId: undefined,
    linkToken: 'A'.repeat(32),
    ...changes.billet,
  }
  const payer = { ...PAYER, ...changes.payer }
  return { billet, account, payer, shop: { name: changes.retailerName ?? 'Móveis & Cia Decorações' } }
}

export function createPixCode(account: LenderAccount, amountCentavos: number): string {
  return encodeStaticPix({
    key: account.pixKey,
    amountCentavos,
    txid: 'E68A1F0C2D4B7E9F012345678',
    merchantName: 'Financeira Exemplo S.A.',
    merchantCity: account.city,
  })
}

/** The down payment plus installments, `count` billets in all. */
export function createSheets(count: number, changes: SheetChanges = {}): BilletSheet[] {
  return Array.from({ length: count }, (_, number) => createSheet(number, { bank: number % 3, ...changes }))
}
