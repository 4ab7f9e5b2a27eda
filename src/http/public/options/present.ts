import type { Static } from 'typebox'
import type { DownPaymentOption, Option, PriceDetail } from '../../../contract/option.ts'
import type { OfferGroup, PricedOption } from '../../../domains/pricing/index.ts'
import type { OptionsQuote } from '../../../domains/quoting/index.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { memberId } from '../../../kernel/ids.ts'
import { type Centavos, writeReais } from '../../../kernel/money.ts'
import { JsonBytes, type JsonPiece, prepareJson } from '../../json-bytes.ts'
import { writeCredit } from '../present-credit.ts'

type DueDateGroup = OfferGroup['dueDateOptions'][number]

/** Reused by every response: writing is synchronous, so two responses never share it. */
const json = new JsonBytes()

export function presentOptions(quote: OptionsQuote): Buffer {
  json.clear()
  const { checkoutId, offer, evaluation, variant } = quote
  const isGraceVariant = variant === 'grace'
  const writer = new OptionWriter(json, checkoutId, evaluation.evaluatedAt)
  json.text(`{"checkoutId":"${checkoutId}",`)
  if (offer.groups.length > 0) {
    json.text('"downPaymentOptions":')
    for (const [at, group] of offer.groups.entries()) {
      json.text(at === 0 ? '[' : ',')
      writer.writeGroup(group, isGraceVariant)
    }
    json.text('],')
  } else if (isGraceVariant) json.text('"downPaymentOptions":[],')
  if (offer.retention !== undefined) {
    json.text('"retentionOptions":')
    writer.writeGroup(offer.retention, isGraceVariant)
    json.text(',')
  }
  json.text(presentGraceMembers(quote))
  json.text(`"blocklistInfo":{"phoneAlert":${evaluation.phoneAlert}},`)
  writeCredit(json, quote, isGraceVariant)
  json.text('}')
  return json.take()
}

function presentGraceMembers({ variant, offer }: OptionsQuote): string {
  if (variant === 'standard') return ''
  if (variant === 'grace-not-enabled') return '"hasGracePeriod":false,'
  const hasGracePeriod = offer.groups.some(group => group.dueDateOptions.length > 0)
  const asksDownPayment = offer.groups.some(group => group.downPaymentCentavos > 0)
  return `"hasGracePeriod":${hasGracePeriod},"downPayment":${asksDownPayment},`
}

/*
 * The members of an option, in output order, grouped by how often they change: what stays the same is prepared once.
 * The compiler compares them with the contract: a missing or extra member, or a value of another type, is an error.
 */

type OptionBody = Required<Static<typeof Option>>
type GroupBody = Required<Static<typeof DownPaymentOption>>
type DueDateBody = GroupBody['dueDateOptions'][number]
type RowBody = Static<typeof PriceDetail>

/** The source of a member: its value, undefined to omit it, or an amount, which is shown in reais. */
type Member<Value, Source> =
  | ((source: Source) => Value | undefined)
  | (Value extends number ? { readonly reais: (source: Source) => Centavos } : never)
type Members<Body, Source> = { readonly [N in keyof Body]: Member<Body[N], Source> }

/** What the options of a list have in common. */
interface ListSource {
  readonly checkoutId: string
  readonly createdAt: string
  readonly loan: PricedOption
  /** In the grace variant every option states whether it has a grace period. */
  readonly grace: { readonly dueDate: CalendarDate; readonly days: number } | undefined
}

/** Written by OptionWriter itself: `_id` first, the others last. */
type NestedMember = '_id' | 'priceDetails' | 'insuranceOption'

const listMembers = {
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
const optionAmounts = {
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
const scheduleMembers = {
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
const rowMembers = {
  amortization: o => o.amortizationCentavos,
  days: o => o.iofDays,
  iof: o => o.iofCentavos,
  tcValue: o => o.tcShareCentavos,
} satisfies RowMembers

/** Before the lists of options. */
const groupMembers = {
  downPaymentPercentage: group => group.downPaymentPercentage,
  downPaymentValue: { reais: group => group.downPaymentCentavos },
  economyValue: { reais: group => group.economyCentavos },
  maxTotalAmount: { reais: group => group.maxTotalCentavos },
  minTotalAmount: { reais: group => group.minTotalCentavos },
} satisfies Members<Omit<GroupBody, 'options' | 'dueDateOptions'>, OfferGroup>

const dueDateMembers = {
  firstDueDate: group => group.firstDueDate,
  gracePeriodDueDate: group => group.gracePeriodDueDate,
  gracePeriod: group => group.gracePeriodDays,
} satisfies Members<Omit<DueDateBody, 'installmentOptions'>, DueDateGroup>

type Value = string | number | boolean

/** A value, undefined to omit the member, or an amount to be shown in reais. */
type AnyMember<Source> =
  | ((source: Source) => Value | undefined)
  | { readonly reais: (source: Source) => Centavos }

/** Writes the members of a table as JSON without the braces. Texts must be plain: ids and dates, not user input. */
function prepareMembers<Source>(
  table: Readonly<Record<string, AnyMember<Source>>>,
): (source: Source) => string {
  const members = Object.entries(table).map(([name, member]) => ({
    name: `,"${name}":`,
    isAmount: 'reais' in member,
    read: 'reais' in member ? member.reais : member,
  }))
  return source => {
    let text = ''
    for (let at = 0; at < members.length; at++) {
      const { name, isAmount, read } = members[at] as (typeof members)[number]
      const value = read(source)
      if (value === undefined) continue
      text += name
      if (isAmount) text += writeReais(value as Centavos)
      else if (typeof value === 'string') text += `"${value}"`
      else text += value
    }
    return text.slice(1)
  }
}

const presentGroup = prepareMembers<OfferGroup>(groupMembers)
const presentDueDates = prepareMembers<DueDateGroup>(dueDateMembers)
const presentList = prepareMembers<ListSource>(listMembers)
const presentSchedule = prepareMembers<PricedOption>(scheduleMembers)
const AMOUNTS = Object.entries(optionAmounts).map(([name, getAmount]) => ({
  name: prepareJson(`,"${name}":`),
  getAmount,
}))

const ROWS = prepareJson(',"priceDetails":[')
const ROW = prepareJson('{"amortization":')
const DOWN_PAYMENT_ROW_END = prepareJson(',"days":0,"iof":0,"tcValue":0},')
const INSURANCE = prepareJson(',"insuranceOption":')
const TC_VALUE = prepareJson(',"tcValue":')
const CLOSE = prepareJson('}')
const NEXT = prepareJson('},')

/** Length of the index within an id, in hexadecimal. */
const PLACE_LENGTH = 3
const placePieces: JsonPiece[] = []

function getPlacePiece(ordinal: number): JsonPiece {
  const known = placePieces[ordinal]
  if (known !== undefined) return known
  const made = prepareJson(memberId('', ordinal))
  placePieces[ordinal] = made
  return made
}

/** Upper bound for an option: 60 rows of at most 90 bytes and its own members. */
const OPTION_ROOM = 8_192

type Grace = NonNullable<ListSource['grace']>

/** Numbers the options of one checkout in display order, which is also the storage order. */
export class OptionWriter {
  readonly #json: JsonBytes
  readonly #idStart: JsonPiece
  readonly #checkoutId: string
  readonly #createdAt: string
  /** What options without a grace period show in the grace variant. */
  readonly #withoutGrace: Grace
  #ordinal = 0

  constructor(json: JsonBytes, checkoutId: string, createdAt: Date) {
    this.#json = json
    // All ids of a family share a prefix; the last three characters are the index.
    this.#idStart = prepareJson(`{"_id":"${memberId(checkoutId, 0).slice(0, -PLACE_LENGTH)}`)
    this.#checkoutId = checkoutId
    this.#createdAt = createdAt.toISOString()
    this.#withoutGrace = { dueDate: calendarDateAt(createdAt), days: 0 }
  }

  writeGroup(group: OfferGroup, isGraceVariant: boolean): void {
    const json = this.#json
    json.text(`{${presentGroup(group)},"options":[`)
    this.#writeOptions(group.options, isGraceVariant ? this.#withoutGrace : undefined)
    if (isGraceVariant) {
      json.text(',"dueDateOptions":[')
      for (const dates of group.dueDateOptions) this.#writeDueDates(dates)
      if (group.dueDateOptions.length > 0) json.replaceLast(']')
      else json.text(']')
    }
    json.text('}')
  }

  #writeDueDates(group: DueDateGroup): void {
    this.#json.text(`{${presentDueDates(group)},"installmentOptions":[`)
    this.#writeOptions(group.options, { dueDate: group.gracePeriodDueDate, days: group.gracePeriodDays })
    this.#json.text('},')
  }

  /** All options of a list share their loan, and so do their twins: those members are prepared once per list. */
  #writeOptions(options: OfferGroup['options'], grace: Grace | undefined): void {
    const json = this.#json
    const [first] = options
    if (first === undefined) {
      json.text(']')
      return
    }
    const loan = this.#prepareList(first.option, grace)
    const insured = first.insuranceOption && this.#prepareList(first.insuranceOption, grace)
    for (const { option, insuranceOption } of options) {
      this.#writeOption(option, loan)
      if (insuranceOption !== undefined && insured !== undefined) {
        json.piece(INSURANCE)
        this.#writeOption(insuranceOption, insured)
        json.piece(CLOSE)
      }
      json.piece(NEXT)
    }
    json.replaceLast(']')
  }

  /** The members after the id. */
  #prepareList(loan: PricedOption, grace: Grace | undefined): JsonPiece {
    const list = { checkoutId: this.#checkoutId, createdAt: this.#createdAt, loan, grace }
    return prepareJson(`",${presentList(list)}`)
  }

  /** Without the closing brace, so that the twin can follow. */
  #writeOption(o: PricedOption, loan: JsonPiece): void {
    const json = this.#json
    this.#ordinal += 1
    json.reserve(OPTION_ROOM)
    json.piece(this.#idStart)
    json.piece(getPlacePiece(this.#ordinal))
    json.piece(loan)
    for (let at = 0; at < AMOUNTS.length; at++) {
      const { name, getAmount } = AMOUNTS[at] as (typeof AMOUNTS)[number]
      json.member(name, getAmount(o))
    }
    const plan = getPlanPieces(o)
    json.piece(plan.terms)
    this.#writeRows(o, plan.rows)
  }

  #writeRows(o: PricedOption, middles: readonly JsonPiece[]): void {
    const json = this.#json
    const amortization = rowMembers.amortization(o)
    const iof = rowMembers.iof(o)
    const tcValue = rowMembers.tcValue(o)
    json.piece(ROWS)
    // The down payment is not credit: its row has neither days nor tax.
    if (o.downPaymentCentavos > 0) {
      json.piece(ROW)
      json.reais(o.downPaymentCentavos)
      json.piece(DOWN_PAYMENT_ROW_END)
    }
    for (let row = 0; row < middles.length; row++) {
      json.row(
        ROW,
        amortization[row] as number,
        middles[row] as JsonPiece,
        iof[row] as number,
        TC_VALUE,
        tcValue[row] as number,
        NEXT,
      )
    }
    json.replaceLast(']')
  }
}

interface PlanPieces {
  /** Rates and number of installments. */
  readonly terms: JsonPiece
  /** The days of each row, between its amortization and its tax. */
  readonly rows: readonly JsonPiece[]
}

/** Pricing shares one array of days among all options of a schedule, so the array serves as the schedule's key. */
const planPieces = new WeakMap<readonly number[], PlanPieces>()

function getPlanPieces(o: PricedOption): PlanPieces {
  const known = planPieces.get(o.iofDays)
  if (known !== undefined) return known
  const pieces = {
    terms: prepareJson(`,${presentSchedule(o)}`),
    rows: rowMembers.days(o).map(days => prepareJson(`,"days":${days},"iof":`)),
  }
  planPieces.set(o.iofDays, pieces)
  return pieces
}
