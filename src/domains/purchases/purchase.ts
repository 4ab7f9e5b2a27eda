import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { WithoutNulls } from '../../platform/db/nulls.ts'
import type { CartProduct } from '../quoting/index.ts'
import type { issueReceivables } from '../receivables/index.ts'
import type { PurchaseRow } from './store/columns.ts'

/** The agreed figures: those of the option, unchanged even when options are priced differently later. */
export interface ContractFigures {
  readonly numberOfInstallments: number
  readonly firstDueDate: CalendarDate
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly cetPA: number
  readonly cetPM: number
  readonly dailyIof: number
  readonly fixedIof: number
  readonly downPaymentPercentage: number
  readonly downPaymentCentavos: Centavos
  readonly tcPercentage: number
  readonly tcCentavos: Centavos
  readonly cmPercentage: number
  readonly cmCentavos: Centavos
  readonly retentionPercentage: number
  readonly retentionCentavos: Centavos
  readonly premiumCentavos: Centavos
  /** With the registration fee. */
  readonly financedCentavos: Centavos
  readonly totalIofCentavos: Centavos
  readonly amortizationTotalCentavos: Centavos
  readonly installmentCentavos: Centavos
  /** Sum of the installments. */
  readonly totalCentavos: Centavos
  readonly amortizationCentavos: readonly Centavos[]
  readonly iofCentavos: readonly Centavos[]
  readonly tcShareCentavos: readonly Centavos[]
  readonly iofDays: readonly number[]
}

export interface PurchaseCustomer {
  readonly cpf: string
  /** Where the shop or the customer gave it. */
  readonly name?: string | undefined
  readonly phone: string
  readonly email: string
  readonly address: {
    readonly zipCode: string
    readonly street: string
    readonly number: string
    readonly complement: string
    readonly city: string
    readonly state: string
  }
}

/** Stored encrypted, with the purchase's own key. */
export interface PurchaseDetails {
  readonly customer: PurchaseCustomer
  /** Absent for a purchase without a cart. */
  readonly products?: readonly CartProduct[]
  /** What was bought, where there are no products. */
  readonly description?: string
  readonly shippingCentavos: Centavos
}

export interface Refund {
  readonly valueCentavos: Centavos
  readonly maxRefundDate: CalendarDate
}

export type CanceledBy = 'retailer' | 'customer'

/** Columns that are opened or put together when a purchase is read. */
type SealedColumn = 'keySalt' | 'details' | 'tokenBox' | 'refundCentavos' | 'maxRefundDate' | 'mac'

/** A purchase as its columns have it (`columns.ts`), with what is sealed opened. */
export interface Purchase extends PurchaseDetails, WithoutNulls<Omit<PurchaseRow, SealedColumn>> {
  readonly onboardingToken: string
  readonly refund: Refund | undefined
}

/** What was bought, as people read it: the products, or what the shop called it. */
export function listBought(
  purchase: Pick<Purchase, 'products' | 'description' | 'purchaseCentavos'>,
): readonly Pick<CartProduct, 'name' | 'amount' | 'valueCentavos'>[] {
  const { products, description, purchaseCentavos } = purchase
  if (products !== undefined) return products
  return description === undefined ? [] : [{ name: description, amount: 1, valueCentavos: purchaseCentavos }]
}

/** Without a name the payer is identified by the CPF, under which the bank's registry has the name. */
export function describePayer({ customer }: Purchase) {
  const { cpf, address } = customer
  const name = customer.name ?? `Cliente CPF ${cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')}`
  return { name, cpf, ...address }
}

/**
 * The purchase minus commission and retention; fee and premium do not belong to the retailer. Nothing for an agreement:
 * the retailer is paid for the purchase that it is about.
 */
export function computeTransfer({ purchaseCentavos, contract, renegotiates }: Purchase): Centavos {
  if (renegotiates !== undefined) return 0
  return purchaseCentavos - contract.retentionCentavos - contract.cmCentavos
}

type TransferTimes = Pick<Purchase, 'transferOrderedAt' | 'transferedAt'>

/** Ordered or paid: the decisions that it depends on stand from then on. */
export function isTransferUnderWay({ transferOrderedAt, transferedAt }: TransferTimes): boolean {
  return transferOrderedAt !== undefined || transferedAt !== undefined
}

/** What the retailer was or will be paid; undefined until that is known, and when the purchase was canceled before. */
export function findTransfer(
  purchase: TransferTimes & Pick<Purchase, 'status' | 'transferCentavos'>,
): Centavos | undefined {
  return purchase.status === 'CANCELED' && !isTransferUnderWay(purchase)
    ? undefined
    : purchase.transferCentavos
}

/** What the billet of a purchase's down payment says. */
export function describeDownPayment(purchase: Purchase): Parameters<typeof issueReceivables>[2] {
  const { retailerId, id: transactionId, downPaymentCentavos, createdAt } = purchase
  return {
    retailerId,
    transactionId,
    payer: describePayer(purchase),
    issuedAt: createdAt,
    issuedOn: calendarDateAt(createdAt),
    downPaymentCentavos,
    installments: [],
  }
}
