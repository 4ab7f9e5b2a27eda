import type { Static } from 'typebox'
import type { DownPaymentOption, Option, PriceDetail } from '../../../contract/option.ts'
import type { DueDateGroup, OfferGroup, PricedOption } from '../../../domains/quoting/index.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'

/*
 * The members of an option, in output order, grouped by how often they change: what stays the same is prepared once.
 * The compiler compares them with the contract: a missing or extra member, or a value of another type, is an error.
 */

type OptionBody = Required<Static<typeof Option>>
type GroupBody = Required<Static<typeof DownPaymentOption>>
type DueDateBody = GroupBody['dueDateOptions'][number]
type RowBody = Static<typeof PriceDetail>

/** The source of a member: its value, undefined to omit it, or an amount, which is shown in reais. */
export type Member<Value, Source> =
  | ((source: Source) => Value | undefined)
  | (Value extends number ? { readonly reais: (source: Source) => Centavos } : never)
type Members<Body, Source> = { readonly [N in keyof Body]: Member<Body[N], Source> }

/** What the options of a list have in common. */
export interface ListSource {
  readonly checkoutId: string
  readonly createdAt: string
  readonly loan: PricedOption
  /** In the grace variant every option states whether it has a grace period. */
  readonly grace: { readonly dueDate: CalendarDate; readonly days: number } | undefined
}

/** Written by OptionWriter itself: `_id` first, the others last. */
type NestedMember = '_id' | 'priceDetails' | 'insuranceOption'

export const listMembers = {
  checkoutId: list => list.checkoutId,
  createdAt: list => list.createdAt,
  cm: ({ loan }) => loan.cmPercentage > 0,
  cmPercentage: ({ loan }) => loan.cmPercentage,
  cmValue: { reais: ({ loan }) => loan.cmCentavos },
  dailyIof: ({ loan }) => loan.dailyIof,
  downPayment: ({ loan }) => loan.downPaymentCentavos > 0,
  downPaymentPercentage: ({ loan }) => loan.downPaymentPercentage,
  downPaymentValue: { reais: ({ loan }) => loan.downPaymentCentavos },
  financedAmount: { reais: ({ loan }) => loan.financedCentavos },
  firstDueDate: ({ loan }) => loan.firstDueDate,
  fixedIof: ({ loan }) => loan.fixedIof,
  netValue: { reais: ({ loan }) => loan.netCentavos },
  retentionPercentage: ({ loan }) => loan.retentionPercentage,
  retentionValue: { reais: ({ loan }) => loan.retentionCentavos },
  tc: ({ loan }) => loan.tcCentavos > 0,
  tcPercentage: ({ loan }) => loan.tcPercentage,
  tcValue: { reais: ({ loan }) => loan.tcCentavos },
  totalAmountWithoutIof: { reais: ({ loan }) => loan.totalWithoutChargesCentavos },
  gracePeriodDueDate: ({ grace }) => grace?.dueDate,
  gracePeriod: ({ grace }) => grace?.days,
  hasGracePeriod: ({ grace }) => grace && grace.days > 0,
} satisfies Members<
  Omit<OptionBody, keyof typeof optionAmounts | keyof typeof scheduleMembers | NestedMember>,
  ListSource
>

/** Per option, in hundredths of what is shown. */
export const optionAmounts = {
  additionAmount: o => o.additionCentavos,
  amortizationTotal: o => o.amortizationTotalCentavos,
  cetPA: o => Math.round(o.cetPA * 100),
  cetPM: o => Math.round(o.cetPM * 100),
  iofPM: o => o.iofPerMonthCentavos,
  paymentInstallments: o => o.installmentCentavos,
  paymentInstallmentsWithoutIof: o => o.installmentWithoutChargesCentavos,
  totalAmount: o => o.totalCentavos,
  totalIof: o => o.totalIofCentavos,
} satisfies { readonly [N in keyof OptionBody]?: (o: PricedOption) => Centavos }

/** The same in all options of a schedule. */
export const scheduleMembers = {
  interestRatePA: o => o.interestRatePA,
  interestRatePM: o => o.interestRatePM,
  numberOfInstallments: o => o.numberOfInstallments,
} satisfies Partial<Members<OptionBody, PricedOption>>

/** Members of a row that OptionWriter writes together, because rows are most of a response. */
type WrittenInRow = 'amortization' | 'days' | 'iof' | 'tcValue'
type RowMembers = [keyof RowBody] extends [WrittenInRow]
  ? { readonly [N in WrittenInRow]: (o: PricedOption) => readonly number[] }
  : never

/** One row of `priceDetails` for each installment. */
export const rowMembers = {
  amortization: o => o.amortizationCentavos,
  days: o => o.iofDays,
  iof: o => o.iofCentavos,
  tcValue: o => o.tcShareCentavos,
} satisfies RowMembers

/** Before the lists of options. */
export const groupMembers = {
  downPaymentPercentage: group => group.downPaymentPercentage,
  downPaymentValue: { reais: group => group.downPaymentCentavos },
  economyValue: { reais: group => group.economyCentavos },
  maxTotalAmount: { reais: group => group.maxTotalCentavos },
  minTotalAmount: { reais: group => group.minTotalCentavos },
} satisfies Members<Omit<GroupBody, 'options' | 'dueDateOptions'>, OfferGroup>

export const dueDateMembers = {
  firstDueDate: group => group.firstDueDate,
  gracePeriodDueDate: group => group.gracePeriodDueDate,
  gracePeriod: group => group.gracePeriodDays,
} satisfies Members<Omit<DueDateBody, 'installmentOptions'>, DueDateGroup>
