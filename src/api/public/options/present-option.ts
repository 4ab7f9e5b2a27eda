import { memberId } from '../../../kernel/ids.ts'
import { writeReais } from '../../../kernel/money.ts'
import type { DueDateGroup, OfferedOption, OfferGroup, PricedOption } from '../../../modules/pricing/index.ts'

/** Numbers the options of one checkout in the order in which they are shown, which is the order in which they are stored. */
export class OptionWriter {
  readonly #checkoutId: string
  readonly #common: string
  #ordinal = 0

  constructor(checkoutId: string, createdAt: Date) {
    this.#checkoutId = checkoutId
    this.#common = `"checkoutId":"${checkoutId}","createdAt":"${createdAt.toISOString()}",`
  }

  writeGroup(group: OfferGroup, isGraceVariant: boolean): string {
    const options = this.#writeOptions(group.options, '')
    const dates = isGraceVariant
      ? `,"dueDateOptions":[${group.dueDateOptions.map(date => this.#writeDueDates(date)).join(',')}]`
      : ''
    return `{"downPaymentPercentage":${group.downPaymentPercentage},"downPaymentValue":${writeReais(group.downPaymentCentavos)},"economyValue":${writeReais(group.economyCentavos)},"maxTotalAmount":${writeReais(group.maxTotalCentavos)},"minTotalAmount":${writeReais(group.minTotalCentavos)},"options":${options}${dates}}`
  }

  #writeDueDates(group: DueDateGroup): string {
    const grace = `"gracePeriodDueDate":"${group.gracePeriodDueDate}","gracePeriod":${group.gracePeriodDays}`
    const options = this.#writeOptions(group.options, `,${grace},"hasGracePeriod":true`)
    return `{"firstDueDate":"${group.firstDueDate}",${grace},"installmentOptions":${options}}`
  }

  #writeOptions(options: readonly OfferedOption[], extra: string): string {
    let text = '['
    for (const { option, insuranceOption } of options) {
      if (text.length > 1) text += ','
      text += this.#writeOption(option, extra)
      if (insuranceOption !== undefined)
        text += `,"insuranceOption":${this.#writeOption(insuranceOption, extra)}}`
      text += '}'
    }
    return `${text}]`
  }

  /** Without the closing brace, so that the twin can follow. */
  #writeOption(o: PricedOption, extra: string): string {
    this.#ordinal += 1
    const id = memberId(this.#checkoutId, this.#ordinal)
    return `{"_id":"${id}","additionAmount":${writeReais(o.additionCentavos)},"amortizationTotal":${writeReais(o.amortizationTotalCentavos)},"cetPA":${o.cetPA},"cetPM":${o.cetPM},"cm":${o.cmPercentage > 0},"cmPercentage":${o.cmPercentage},"cmValue":${writeReais(o.cmCentavos)},${this.#common}"dailyIof":${o.dailyIof},"downPayment":${o.downPaymentCentavos > 0},"downPaymentPercentage":${o.downPaymentPercentage},"downPaymentValue":${writeReais(o.downPaymentCentavos)},"financedAmount":${writeReais(o.financedCentavos)},"firstDueDate":"${o.firstDueDate}","fixedIof":${o.fixedIof},"interestRatePA":${o.interestRatePA},"interestRatePM":${o.interestRatePM},"iofPM":${writeReais(o.iofPerMonthCentavos)},"netValue":${writeReais(o.netCentavos)},"numberOfInstallments":${o.numberOfInstallments},"paymentInstallments":${writeReais(o.installmentCentavos)},"paymentInstallmentsWithoutIof":${writeReais(o.installmentWithoutChargesCentavos)},"priceDetails":[${writeRows(o)}],"retentionPercentage":${o.retentionPercentage},"retentionValue":${writeReais(o.retentionCentavos)},"tc":${o.tcCentavos > 0},"tcPercentage":${o.tcPercentage},"tcValue":${writeReais(o.tcCentavos)},"totalAmount":${writeReais(o.totalCentavos)},"totalAmountWithoutIof":${writeReais(o.totalWithoutChargesCentavos)},"totalIof":${writeReais(o.totalIofCentavos)}${extra}`
  }
}

/** The down payment is no credit: its row has neither days nor tax. */
function writeRows(o: PricedOption): string {
  const { amortizationCentavos, iofCentavos, tcShareCentavos, iofDays } = o
  let text =
    o.downPaymentCentavos > 0
      ? `{"amortization":${writeReais(o.downPaymentCentavos)},"days":0,"iof":0,"tcValue":0},`
      : ''
  const last = o.numberOfInstallments - 1
  for (let row = 0; row <= last; row++) {
    text += `{"amortization":${writeReais(amortizationCentavos[row] ?? 0)},"days":${iofDays[row]},"iof":${writeReais(iofCentavos[row] ?? 0)},"tcValue":${writeReais(tcShareCentavos[row] ?? 0)}${row === last ? '}' : '},'}`
  }
  return text
}
