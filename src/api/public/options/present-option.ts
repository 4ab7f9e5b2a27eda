import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { memberId } from '../../../kernel/ids.ts'
import { writeReais } from '../../../kernel/money.ts'
import type { DueDateGroup, OfferedOption, OfferGroup, PricedOption } from '../../../modules/pricing/index.ts'
import { type JsonBytes, type JsonPiece, prepareJson } from '../../json-bytes.ts'

const ADDITION = prepareJson('"additionAmount":')
const AMORTIZATION_TOTAL = prepareJson(',"amortizationTotal":')
const CET_PA = prepareJson(',"cetPA":')
const CET_PM = prepareJson(',"cetPM":')
const IOF_PM = prepareJson(',"iofPM":')
const INSTALLMENT = prepareJson(',"paymentInstallments":')
const INSTALLMENT_WITHOUT_IOF = prepareJson(',"paymentInstallmentsWithoutIof":')
const TOTAL = prepareJson(',"totalAmount":')
const TOTAL_IOF = prepareJson(',"totalIof":')
const ROWS = prepareJson(',"priceDetails":[')
const ROW = prepareJson('{"amortization":')
const DOWN_PAYMENT_ROW_END = prepareJson(',"days":0,"iof":0,"tcValue":0},')
const INSURANCE = prepareJson(',"insuranceOption":')
const TC_VALUE = prepareJson(',"tcValue":')
const CLOSE = prepareJson('}')
const NEXT = prepareJson('},')

/** Of an id, in hexadecimal. */
const PLACE_LENGTH = 3
const placePieces: JsonPiece[] = []

function getPlacePiece(ordinal: number): JsonPiece {
  const known = placePieces[ordinal]
  if (known !== undefined) return known
  const made = prepareJson(memberId('', ordinal))
  placePieces[ordinal] = made
  return made
}

/** More than the longest option can take: 60 rows of at most 90 bytes and its own members. */
const OPTION_ROOM = 8_192

/** Numbers the options of one checkout in the order in which they are shown, which is the order in which they are stored. */
export class OptionWriter {
  readonly #json: JsonBytes
  readonly #idStart: JsonPiece
  readonly #common: string
  /** In the grace variant every option says whether it has a grace; these have none. */
  readonly #withoutGrace: string
  #ordinal = 0

  constructor(json: JsonBytes, checkoutId: string, createdAt: Date) {
    this.#json = json
    // All ids of a family begin alike; the last three characters are the place.
    this.#idStart = prepareJson(`{"_id":"${memberId(checkoutId, 0).slice(0, -PLACE_LENGTH)}`)
    this.#common = `"checkoutId":"${checkoutId}","createdAt":"${createdAt.toISOString()}"`
    const purchaseDate = calendarDateAt(createdAt)
    this.#withoutGrace = `,"gracePeriodDueDate":"${purchaseDate}","gracePeriod":0,"hasGracePeriod":false`
  }

  writeGroup(group: OfferGroup, isGraceVariant: boolean): void {
    const json = this.#json
    json.text(
      `{"downPaymentPercentage":${group.downPaymentPercentage},"downPaymentValue":${writeReais(group.downPaymentCentavos)},"economyValue":${writeReais(group.economyCentavos)},"maxTotalAmount":${writeReais(group.maxTotalCentavos)},"minTotalAmount":${writeReais(group.minTotalCentavos)},"options":[`,
    )
    this.#writeOptions(group.options, isGraceVariant ? this.#withoutGrace : '')
    if (isGraceVariant) {
      json.text(',"dueDateOptions":[')
      for (const dates of group.dueDateOptions) this.#writeDueDates(dates)
      if (group.dueDateOptions.length > 0) json.replaceLast(']')
      else json.text(']')
    }
    json.text('}')
  }

  #writeDueDates(group: DueDateGroup): void {
    const grace = `"gracePeriodDueDate":"${group.gracePeriodDueDate}","gracePeriod":${group.gracePeriodDays}`
    this.#json.text(`{"firstDueDate":"${group.firstDueDate}",${grace},"installmentOptions":[`)
    this.#writeOptions(group.options, `,${grace},"hasGracePeriod":true`)
    this.#json.text('},')
  }

  /** All options of a list share their loan, and so do their twins: those members are prepared once per list. */
  #writeOptions(options: readonly OfferedOption[], extra: string): void {
    const json = this.#json
    const [first] = options
    if (first === undefined) {
      json.text(']')
      return
    }
    const loan = prepareJson(this.#presentLoan(first.option, extra))
    const insured = first.insuranceOption && prepareJson(this.#presentLoan(first.insuranceOption, extra))
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

  #presentLoan(o: PricedOption, extra: string): string {
    return `",${this.#common},"cm":${o.cmPercentage > 0},"cmPercentage":${o.cmPercentage},"cmValue":${writeReais(o.cmCentavos)},"dailyIof":${o.dailyIof},"downPayment":${o.downPaymentCentavos > 0},"downPaymentPercentage":${o.downPaymentPercentage},"downPaymentValue":${writeReais(o.downPaymentCentavos)},"financedAmount":${writeReais(o.financedCentavos)},"firstDueDate":"${o.firstDueDate}","fixedIof":${o.fixedIof},"netValue":${writeReais(o.netCentavos)},"retentionPercentage":${o.retentionPercentage},"retentionValue":${writeReais(o.retentionCentavos)},"tc":${o.tcCentavos > 0},"tcPercentage":${o.tcPercentage},"tcValue":${writeReais(o.tcCentavos)},"totalAmountWithoutIof":${writeReais(o.totalWithoutChargesCentavos)}${extra},`
  }

  /** Without the closing brace, so that the twin can follow. */
  #writeOption(o: PricedOption, loan: JsonPiece): void {
    const json = this.#json
    this.#ordinal += 1
    json.reserve(OPTION_ROOM)
    json.piece(this.#idStart)
    json.piece(getPlacePiece(this.#ordinal))
    json.piece(loan)
    json.piece(ADDITION)
    json.reais(o.additionCentavos)
    json.piece(AMORTIZATION_TOTAL)
    json.reais(o.amortizationTotalCentavos)
    json.piece(CET_PA)
    json.reais(Math.round(o.cetPA * 100))
    json.piece(CET_PM)
    json.reais(Math.round(o.cetPM * 100))
    json.piece(IOF_PM)
    json.reais(o.iofPerMonthCentavos)
    json.piece(INSTALLMENT)
    json.reais(o.installmentCentavos)
    json.piece(INSTALLMENT_WITHOUT_IOF)
    json.reais(o.installmentWithoutChargesCentavos)
    json.piece(TOTAL)
    json.reais(o.totalCentavos)
    json.piece(TOTAL_IOF)
    json.reais(o.totalIofCentavos)
    const plan = getPlanPieces(o)
    json.piece(plan.terms)
    this.#writeRows(o, plan.rows)
  }

  #writeRows(o: PricedOption, middles: readonly JsonPiece[]): void {
    const json = this.#json
    const { amortizationCentavos, iofCentavos, tcShareCentavos } = o
    json.piece(ROWS)
    // The down payment is no credit: its row has neither days nor tax.
    if (o.downPaymentCentavos > 0) {
      json.piece(ROW)
      json.reais(o.downPaymentCentavos)
      json.piece(DOWN_PAYMENT_ROW_END)
    }
    for (let row = 0; row < middles.length; row++) {
      json.row(
        ROW,
        amortizationCentavos[row] as number,
        middles[row] as JsonPiece,
        iofCentavos[row] as number,
        TC_VALUE,
        tcShareCentavos[row] as number,
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

/** Pricing shares the list of days among all options of a schedule, whatever their amounts: it is the schedule's name here. */
const planPieces = new WeakMap<readonly number[], PlanPieces>()

function getPlanPieces(o: PricedOption): PlanPieces {
  const known = planPieces.get(o.iofDays)
  if (known !== undefined) return known
  const pieces = {
    terms: prepareJson(
      `,"interestRatePA":${o.interestRatePA},"interestRatePM":${o.interestRatePM},"numberOfInstallments":${o.numberOfInstallments}`,
    ),
    rows: o.iofDays.map(days => prepareJson(`,"days":${days},"iof":`)),
  }
  planPieces.set(o.iofDays, pieces)
  return pieces
}
