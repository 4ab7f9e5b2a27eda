import type { AccountReading } from '../../../domains/servicing/index.ts'
import { presentAccountPurchase } from './present-purchase.ts'
import { presentRequest } from './present-state.ts'

/**
 * Everything that the customer told us and that came of it, in a form that programs read (LGPD, art. 18, II and V).
 * Pictures and evidence of signatures are not in it: those who ask for them get them from the customer service.
 */
export function presentData({ purchases, requests, lender }: AccountReading, now: Date) {
  return {
    generatedAt: now.toISOString(),
    controller: lender,
    purchases: purchases.map(reading => {
      const { purchase } = reading
      const {
        continueUrl: _continue,
        contractUrl: _contract,
        billetsUrl: _billets,
        nextQr: _qr,
        early: _early,
        settlement: _settlement,
        dischargeUrl: _discharge,
        ...shown
      } = presentAccountPurchase(reading, now)
      return {
        ...shown,
        status: purchase.status,
        step: purchase.step,
        createdAt: purchase.createdAt.toISOString(),
        signedAt: purchase.signedAt?.toISOString(),
        completedAt: purchase.completedAt?.toISOString(),
        customer: purchase.customer,
        contract: {
          numberOfInstallments: purchase.contract.numberOfInstallments,
          interestRatePM: purchase.contract.interestRatePM,
          interestRatePA: purchase.contract.interestRatePA,
          cetPM: purchase.contract.cetPM,
          cetPA: purchase.contract.cetPA,
          hasInsurance: purchase.hasInsurance,
        },
      }
    }),
    requests: requests.map(presentRequest),
  }
}
