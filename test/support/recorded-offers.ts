import { computeOffer, type Offer, type OfferRequest } from '../../src/domains/pricing/offer.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'

/**
 * Offers whose stored and shown bytes are fixed in tests. Their terms are here and not in a demonstration policy, so
 * that only the tax table or a pricing rule can change the bytes.
 */
const request: OfferRequest = {
  policy: {
    ranges: [
      {
        from: 0,
        upTo: 50_000,
        downPayments: [
          {
            percentage: 0,
            installments: [
              { times: 1, interest: 0 },
              { times: 3, interest: 6.99 },
            ],
          },
          { percentage: 12.5, installments: [{ times: 2, interest: 1.5 }] },
        ],
      },
    ],
    tcPercentage: 1.5,
    insurancePercentage: 3,
    cmPercentage: 2.5,
    retention: {
      downPaymentPercentage: 0,
      retentionPercentage: 4,
      installments: [{ times: 3, interest: 8.99 }],
    },
    gracePeriodDays: [15, 45],
    minimumInstallment: 10,
  },
  purchaseCentavos: 1_234_57,
  purchaseDate: parseCalendarDate('2026-03-10'),
  chargesRegistrationFee: true,
  limitCentavos: 60_000_00,
  withInsurance: true,
  withRetention: true,
  withGracePeriod: true,
}

/** Few options, but every part that an offer can have: fee, twins, grace, retention, an economy below zero. */
export const fullOffer: Offer = computeOffer(request)

export const bareOffer: Offer = computeOffer({
  ...request,
  chargesRegistrationFee: false,
  withInsurance: false,
  withRetention: false,
  withGracePeriod: false,
})

/** Amounts of four to seven digits and up to 60 rows. */
export const longOffer: Offer = computeOffer({
  ...request,
  purchaseCentavos: 43_210_99,
  policy: {
    ...request.policy,
    ranges: [
      {
        from: 0,
        upTo: 50_000,
        downPayments: [0, 10, 25.5].map(percentage => ({
          percentage,
          installments: [1, 2, 7, 12, 24, 60].map(times => ({ times, interest: 1.99 + times / 100 })),
        })),
      },
    ],
  },
})
