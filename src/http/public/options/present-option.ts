import type { DueDateGroup, OfferedOption, OfferGroup, PricedOption } from '../../../domains/quoting/index.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { memberId } from '../../../kernel/ids.ts'
import { type JsonBytes, type JsonPiece, prepareJson } from '../../json-bytes.ts'
import { prepareMembers } from './member-text.ts'
import {
  dueDateMembers,
  groupMembers,
  type ListSource,
  listMembers,
  optionAmounts,
  rowMembers,
  scheduleMembers,
} from './option-layout.ts'

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
  #writeOptions(options: readonly OfferedOption[], grace: Grace | undefined): void {
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
