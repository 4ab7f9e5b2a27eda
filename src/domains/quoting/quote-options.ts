import type { App } from '../../app/app.ts'
import type { OptionsRequest } from '../../contract/options.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { computeOffer, type Offer, type PreviewGroup } from '../pricing/index.ts'
import { checkSelling } from '../retailers/index.ts'
import { type Cart, parseCart } from './checkout/cart.ts'
import { newCheckoutId } from './checkout/checkout.ts'
import {
  type CreditAssessment,
  checkPostalCode,
  chooseRemember,
  computeShowsScript,
  getTerms,
  parseApplicant,
  type Reply,
} from './credit-assessment.ts'

interface QuoteOptionsCommand {
  readonly trackId: string
  readonly retailerId: string
  readonly request: OptionsRequest
  /** Instead of the one that the request describes. */
  readonly cart?: Cart
}

export interface OptionsQuote extends CreditAssessment {
  readonly checkoutId: string
  readonly offer: Offer
  /** Grace options are only for retailers that have them enabled; for others the response says so. */
  readonly variant: 'standard' | 'grace' | 'grace-not-enabled'
}

const NOTHING: Offer = { groups: [], retention: undefined }

/** Decides on a customer, prices every option for the cart, and stores the options as shown. */
export async function quoteOptions(
  app: App,
  command: QuoteOptionsCommand,
  reply: Reply<OptionsQuote>,
): Promise<Buffer> {
  const { retailerId, request, trackId } = command
  const cart = command.cart ?? parseCart(request)
  const applicant = parseApplicant(request)
  checkPostalCode(applicant.zipCode, request.state)
  const { retailer, policy } = await getTerms(app, retailerId)
  checkSelling(retailer)
  const evaluation = await app.credit.evaluate({
    id: trackId,
    operation: 'options',
    retailerId,
    policy,
    applicant,
    purchaseCentavos: cart.purchaseCentavos,
  })
  const wantsGrace = request.hasGracePeriod === true
  const variant = !wantsGrace ? 'standard' : retailer.gracePeriodEnabled ? 'grace' : 'grace-not-enabled'
  const limitCentavos = evaluation.decision.approvedLimitCentavos
  const offer =
    limitCentavos === undefined
      ? NOTHING
      : computeOffer({
          policy: policy.document.pricing,
          purchaseCentavos: cart.purchaseCentavos,
          purchaseDate: calendarDateAt(evaluation.evaluatedAt),
          chargesRegistrationFee: evaluation.isFirstContract,
          limitCentavos,
          withInsurance: retailer.insuranceEnabled,
          withRetention: retailer.retentionEnabled,
          withGracePeriod: variant === 'grace',
        })
  const checkoutId = newCheckoutId(evaluation.evaluatedAt)
  const body = reply.present({
    checkoutId,
    offer,
    variant,
    evaluation,
    policy,
    showsScript: computeShowsScript(retailer, policy, cart.purchaseCentavos),
    preview: offer.groups.map(summariseGroup),
  })
  const checkout = { id: checkoutId, evaluation, request, cart, offer }
  await app.writeRecord({
    evaluation,
    checkout,
    answer: { body, remember: chooseRemember(reply, evaluation) },
  })
  return body
}

/** The preview repeats the figures of the options, so the two cannot differ. */
function summariseGroup(group: Offer['groups'][number]): PreviewGroup {
  const { downPaymentPercentage, downPaymentCentavos, economyCentavos, options } = group
  return {
    downPaymentPercentage,
    downPaymentCentavos,
    economyCentavos,
    installments: options.map(({ option }) => option),
  }
}
