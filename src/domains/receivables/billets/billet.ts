import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { ReportKind } from '../../lender/index.ts'

export interface Payer {
  readonly name: string
  readonly cpf: string
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
}

/** Whether the bank knows the title: no bank accepts a payment of one that is not registered. */
export type Registration = 'pending' | 'registered' | 'rejected'

/** settlement: for an amount before it is due; what it pays is decided when it is paid. */
export type BilletKind = 'down-payment' | 'installment' | 'settlement'

export interface Billet {
  readonly id: string
  readonly retailerId: string
  readonly transactionId: string
  readonly accountId: string
  readonly kind: BilletKind
  /** 0 for the down payment and for a settlement. */
  readonly installmentNumber: number
  readonly installmentCount: number
  readonly ourNumber: number
  readonly printedOurNumber: string
  readonly barcode: string
  readonly digitLine: string
  readonly amountCentavos: Centavos
  readonly issuedOn: CalendarDate
  readonly dueDate: CalendarDate
  /** Banks accept payment until this date, or until the next business day. */
  readonly expirationDate: CalendarDate
  /** Only for the down payment. */
  readonly pixCode: string | undefined
  /** "Nº do documento" on the slip: at most 15 ASCII characters. */
  readonly documentNumber: string
  readonly paymentStatus: 'PENDING' | 'PAID'
  /** Of the face value, by payments that did not close the billet. */
  readonly partPaidCentavos: Centavos
  /** Undefined until a late payment was charged. */
  readonly openFineCentavos: Centavos | undefined
  /** Interest up to `interestFrom` that is not paid. */
  readonly openInterestCentavos: Centavos
  /** The day of the last late part payment; undefined: interest counts from the due date. */
  readonly interestFrom: CalendarDate | undefined
  /** The whole contract is due from this day on; undefined: the billet from its due date. */
  readonly claimedFrom: CalendarDate | undefined
  /** In `partPaidCentavos`, but not paid: future interest, which is not claimed. */
  readonly excludedCentavos: Centavos
  readonly paidAt: Date | undefined
  readonly canceledAt: Date | undefined
  readonly registration: Registration
  /** The billet in whose place it was issued: the bank did not register that one, or this is its second copy. */
  readonly replaces: string | undefined
  /** Only on a second copy, whose amount includes charges: the open face value of the debt that it stands for. */
  readonly faceCentavos: Centavos | undefined
  /** Only on a second copy: the installment's own due date, from which its delay counts. */
  readonly originalDueDate: CalendarDate | undefined
  /**
   * Only on a second copy: the first billet of the installment, also for a copy of a copy. It names itself where the
   * installment was overdue when its contract took the place of another one.
   */
  readonly originalId: string | undefined
  /** Anyone who has it can see the billet, so it is too long to guess. */
  readonly linkToken: string
}

/** A bank's report about one title, from a return file, the bank itself or a Pix notification. */
export interface BankReport {
  /** Unique at the bank: the same reference is the same event, however often it is reported. */
  readonly reference: string
  readonly kind: ReportKind
  readonly method: 'BILLET' | 'PIX'
  readonly bank: string
  readonly ourNumber: number | undefined
  readonly pixTxid: string | undefined
  /** What was paid, charges included. */
  readonly amountCentavos: Centavos | undefined
  readonly paidOn: CalendarDate | undefined
  readonly creditedOn: CalendarDate | undefined
  /** What arrives on the account, and what the bank charges for the payment; undefined where it does not say. */
  readonly creditedCentavos?: Centavos | undefined
  readonly tariffCentavos?: Centavos | undefined
  /** CPF or CNPJ of whoever paid, where the bank says it. */
  readonly payer?: string | undefined
  /** The bank's occurrence code. */
  readonly occurrence: string
  readonly reasons: readonly string[]
}

type ReportFault = 'INVALID' | 'REFERENCE_REUSED'

/** The report is invalid; nothing of it was stored. */
export class BankReportError extends Error {
  readonly fault: ReportFault
  constructor(fault: ReportFault, message: string) {
    super(message)
    this.name = 'BankReportError'
    this.fault = fault
  }
}

const PREFIXES = {
  'down-payment': 'ENTR',
  installment: 'PARC',
  settlement: 'QUIT',
} as const satisfies Record<BilletKind, string>
const CHARGE_TXID = /^(?:ENTR|PARC|QUIT)[0-9a-f]{24}$/

/**
 * The name of the billet's charge at the PSP: 28 letters and digits. It is fixed at issue, so that a registration can be
 * repeated, and never given twice, because ids are not.
 */
export function composeTxid({ id, kind }: Pick<Billet, 'id' | 'kind'>): string {
  return PREFIXES[kind] + id
}

/** The txid of a charge, or of a static code, which is the billet's id alone; any other text is ignored. */
export const findTxid = ({ pixTxid }: Pick<BankReport, 'pixTxid'>): string | undefined =>
  pixTxid !== undefined && (isId(pixTxid) || CHARGE_TXID.test(pixTxid)) ? pixTxid : undefined

/** Whether line and barcode can be paid: every bank refuses a title that the own bank has not registered. */
export const isRegistered = ({
  registration,
  paymentStatus,
}: Pick<Billet, 'registration' | 'paymentStatus'>): boolean =>
  registration === 'registered' || paymentStatus === 'PAID'
