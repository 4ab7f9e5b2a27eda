import type { PricedOption } from '../../src/domains/pricing/option.ts'
import { presentReais } from '../../src/kernel/money.ts'
import type { WireOption } from './answer-schemas.ts'

/** The figures that an answer must show for a priced option, computed independently of the code that writes it. */
export function presentFigures(o: PricedOption) {
  const rows = o.amortizationCentavos.map((amortization, row) => ({
    amortization: presentReais(amortization),
    days: o.iofDays[row],
    iof: presentReais(o.iofCentavos[row] ?? Number.NaN),
    tcValue: presentReais(o.tcShareCentavos[row] ?? Number.NaN),
  }))
  const downPayment = presentReais(o.downPaymentCentavos)
  return {
    additionAmount: presentReais(o.additionCentavos),
    amortizationTotal: presentReais(o.amortizationTotalCentavos),
    cetPA: o.cetPA,
    cetPM: o.cetPM,
    cm: o.cmPercentage > 0,
    cmPercentage: o.cmPercentage,
    cmValue: presentReais(o.cmCentavos),
    dailyIof: o.dailyIof,
    downPayment: downPayment > 0,
    downPaymentPercentage: o.downPaymentPercentage,
    downPaymentValue: downPayment,
    financedAmount: presentReais(o.financedCentavos),
    firstDueDate: o.firstDueDate,
    fixedIof: o.fixedIof,
    interestRatePA: o.interestRatePA,
    interestRatePM: o.interestRatePM,
    iofPM: presentReais(o.iofPerMonthCentavos),
    netValue: presentReais(o.netCentavos),
    numberOfInstallments: o.numberOfInstallments,
    paymentInstallments: presentReais(o.installmentCentavos),
    paymentInstallmentsWithoutIof: presentReais(o.installmentWithoutChargesCentavos),
    priceDetails:
      downPayment > 0 ? [{ amortization: downPayment, days: 0, iof: 0, tcValue: 0 }, ...rows] : rows,
    retentionPercentage: o.retentionPercentage,
    retentionValue: presentReais(o.retentionCentavos),
    tc: o.tcCentavos > 0,
    tcPercentage: o.tcPercentage,
    tcValue: presentReais(o.tcCentavos),
    totalAmount: presentReais(o.totalCentavos),
    totalAmountWithoutIof: presentReais(o.totalWithoutChargesCentavos),
    totalIof: presentReais(o.totalIofCentavos),
  }
}

/** The figures of a shown option, without its ids. */
export function pickFigures(option: WireOption) {
  const {
    _id,
    checkoutId,
    createdAt,
    insuranceOption,
    gracePeriod,
    gracePeriodDueDate,
    hasGracePeriod,
    ...figures
  } = option
  return figures
}
