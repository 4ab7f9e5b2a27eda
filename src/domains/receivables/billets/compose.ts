import { createHash } from 'node:crypto'
import { decodeBarcode, encodeBoleto, findOurNumber } from '../../../brazil/boleto.ts'
import { addBusinessDays } from '../../../brazil/business-days.ts'
import { encodeStaticPix } from '../../../brazil/pix.ts'
import { addDays, type CalendarDate } from '../../../kernel/calendar-date.ts'
import { InputError } from '../../../kernel/faults.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { takeRandomBytes } from '../../../platform/crypto/random-bytes.ts'
import type { LenderAccount } from '../../lender/index.ts'
import type { Billet, BilletKind } from './billet.ts'
import { computeDue, INSTALLMENT_EXPIRES_AFTER_DAYS } from './debt.ts'
import { chooseCopyDay } from './second-copy.ts'

/** 192 random bits. */
const TOKEN_BYTES = 24
const DOWN_PAYMENT_DUE_BUSINESS_DAYS = 2
const DOWN_PAYMENT_EXPIRES_BUSINESS_DAYS = 3

/** The debt of a new billet. */
export const NOTHING_PAID = {
  partPaidCentavos: 0,
  openFineCentavos: undefined,
  openInterestCentavos: 0,
  interestFrom: undefined,
  claimedFrom: undefined,
  excludedCentavos: 0,
} as const

export interface BilletTerms {
  readonly kind: BilletKind
  /** 0 for the down payment and for a settlement. */
  readonly installmentNumber: number
  readonly amountCentavos: Centavos
  readonly dueDate: CalendarDate
  readonly expirationDate: CalendarDate
  readonly overdue?: OverdueInstallment | undefined
}

/** An installment that was overdue before its billet is issued, whose amount includes charges up to the due date. */
interface OverdueInstallment extends OpenCharges {
  /** Of the contract. */
  readonly dueDate: CalendarDate
  readonly faceCentavos: Centavos
}

/** Charges of a delay, as a late payment left them. */
interface OpenCharges {
  readonly openFineCentavos: Centavos | undefined
  readonly openInterestCentavos: Centavos
  readonly interestFrom: CalendarDate | undefined
}

interface Installment {
  /** Of the contract. Only with charges it may have passed. */
  readonly dueDate: CalendarDate
  /** Without charges. */
  readonly amountCentavos: Centavos
  /** Of one that is overdue: its billet asks for them too. */
  readonly charges?: OpenCharges | undefined
}

export interface Contract {
  readonly retailerId: string
  readonly transactionId: string
  readonly account: LenderAccount
  readonly issuedAt: Date
  readonly issuedOn: CalendarDate
  /** 0 when there is no down payment. */
  readonly downPaymentCentavos: Centavos
  readonly installments: readonly Installment[]
  /** Of a bank that takes orders directly: false when it answers later. */
  readonly registersAtOnce?: boolean | undefined
}

/** The down payment first, if there is one. */
export function listBilletTerms(
  contract: Pick<Contract, 'issuedOn' | 'downPaymentCentavos' | 'installments'>,
): BilletTerms[] {
  const installments = contract.installments.map((installment, index) => {
    const asked = describeAsked(installment, contract.issuedOn)
    return {
      ...asked,
      kind: 'installment' as const,
      installmentNumber: index + 1,
      expirationDate: addDays(asked.dueDate, INSTALLMENT_EXPIRES_AFTER_DAYS),
    }
  })
  if (contract.downPaymentCentavos === 0) return installments
  const dueDate = addBusinessDays(contract.issuedOn, DOWN_PAYMENT_DUE_BUSINESS_DAYS)
  const downPayment = {
    kind: 'down-payment' as const,
    installmentNumber: 0,
    amountCentavos: contract.downPaymentCentavos,
    dueDate,
    expirationDate: addBusinessDays(dueDate, DOWN_PAYMENT_EXPIRES_BUSINESS_DAYS),
  }
  return [downPayment, ...installments]
}

/** No billet can be due in the past: an overdue installment is asked for with its charges, on the next business day. */
function describeAsked(
  { dueDate, amountCentavos, charges }: Installment,
  today: CalendarDate,
): Pick<BilletTerms, 'dueDate' | 'amountCentavos' | 'overdue'> {
  if (dueDate >= today || charges === undefined) return { dueDate, amountCentavos }
  const overdue = { dueDate, faceCentavos: amountCentavos, ...charges }
  const { interestFrom = dueDate } = charges
  const debt = { ...overdue, kind: 'installment', openFaceCentavos: amountCentavos, interestFrom } as const
  const copyDay = chooseCopyDay(today)
  return { dueDate: copyDay, amountCentavos: computeDue(debt, copyDay).totalCentavos, overdue }
}

export function composeBillet(contract: Contract, terms: BilletTerms, ourNumber: number): Billet {
  const { account, transactionId, issuedOn, registersAtOnce = true } = contract
  const { kind, installmentNumber, amountCentavos, dueDate, expirationDate } = terms
  checkTerms(contract, terms)
  const id = newId(contract.issuedAt.getTime())
  const boleto = encodeBoleto({ account: account.bank, ourNumber, amountCentavos, dueDate })
  checkBarcode(boleto.barcode, contract, terms, ourNumber)
  return {
    id,
    retailerId: contract.retailerId,
    transactionId,
    accountId: account.id,
    kind,
    installmentNumber,
    installmentCount: contract.installments.length,
    ourNumber,
    printedOurNumber: boleto.ourNumber,
    barcode: boleto.barcode,
    digitLine: boleto.digitLine,
    amountCentavos,
    issuedOn,
    dueDate,
    expirationDate,
    pixCode: kind === 'down-payment' ? composePixCode(account, id, amountCentavos) : undefined,
    // The random half of the id: two contracts of the same millisecond and account differ in nothing else.
    documentNumber: `${transactionId.slice(12).toUpperCase()}/${writeSuffix(terms)}`,
    paymentStatus: 'PENDING',
    ...NOTHING_PAID,
    paidAt: undefined,
    canceledAt: undefined,
    registration: account.channel !== 'file' && registersAtOnce ? 'registered' : 'pending',
    replaces: undefined,
    faceCentavos: undefined,
    originalDueDate: undefined,
    originalId: undefined,
    linkToken: takeRandomBytes(TOKEN_BYTES).toString('base64url'),
    ...(terms.overdue && describeOverdue(id, terms.overdue)),
  }
}

const writeSuffix = ({ kind, installmentNumber }: BilletTerms): string =>
  kind === 'settlement' ? 'QT' : String(installmentNumber).padStart(2, '0')
/** Like a second copy, and the first billet of its installment. */
function describeOverdue(id: string, { dueDate, ...debt }: OverdueInstallment): Partial<Billet> {
  return { ...debt, originalDueDate: dueDate, originalId: id }
}

/** The token is as random as the hash is long, so the hash needs no key against guessing. */
export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function composePixCode(account: LenderAccount, billetId: string, amountCentavos: Centavos): string {
  const { pixKey: key, beneficiaryName: merchantName, city: merchantCity } = account
  return encodeStaticPix({ key, merchantName, merchantCity, amountCentavos, txid: billetId })
}

function checkTerms(contract: Contract, { amountCentavos, dueDate }: BilletTerms): void {
  if (!(amountCentavos > 0))
    throw new InputError(`A billet asks for at least one centavo, not ${amountCentavos}`, {
      fault: 'AMOUNT_OUT_OF_RANGE',
    })
  if (dueDate < contract.issuedOn)
    throw new InputError(`A billet cannot fall due before ${contract.issuedOn}`, {
      fault: 'DUE_DATE_OUT_OF_RANGE',
    })
  if (contract.installments.length > 99) throw new RangeError('A contract has at most 99 installments')
}

/** The customer's bank reads only the barcode, so it must match the contract. */
function checkBarcode(barcode: string, contract: Contract, terms: BilletTerms, ourNumber: number): void {
  const read = decodeBarcode(barcode, contract.issuedOn)
  if (read.amountCentavos !== terms.amountCentavos || read.dueDate !== terms.dueDate)
    throw new InputError(`A scanner would not read ${terms.dueDate} from its barcode`, {
      fault: 'DUE_DATE_OUT_OF_RANGE',
    })
  if (findOurNumber(contract.account.bank, read.freeField) !== ourNumber)
    throw new InputError(`A scanner would not read our-number ${ourNumber}`, {
      fault: 'OUR_NUMBER_OUT_OF_RANGE',
    })
}
