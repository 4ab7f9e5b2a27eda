import { RequestError } from '../../contract/errors.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import {
  type Approval,
  type Checkout,
  type ChosenOption,
  isExpiredOption,
  parseName,
} from '../quoting/index.ts'
import { UNSET_MEMBERS } from './columns.ts'
import { newOnboardingToken } from './onboarding-token.ts'
import type { Purchase } from './purchase.ts'
import { computeDeadline } from './transitions.ts'

export interface AuthorizeCommand {
  readonly retailerId: string
  readonly optionId: string
  readonly orderId: string
  readonly hasInsurance: boolean | undefined
  /** Instead of the one that the quotation was asked with. */
  readonly name?: string | undefined
  /** The payment link that it claims. */
  readonly linkId?: string
}

/** The purchase that a command creates from the quote; throws when it cannot. */
export function composePurchase(
  command: AuthorizeCommand,
  quoted: {
    readonly checkout: Checkout | undefined
    readonly approval: Approval | undefined
    readonly now: Date
  },
): Purchase {
  const { checkout, approval, now } = quoted
  if (checkout === undefined)
    throw new RequestError(isExpiredOption(command.optionId, now) ? 'option_expired' : 'checkout_not_found')
  if (checkout.isOfferRemoved) throw new RequestError('option_expired')
  const chosen = chooseOption(checkout, command)
  if (now >= checkout.expiresAt) throw new RequestError('option_expired')
  if (approval === undefined) throw new RequestError('option_invalid')
  const purchase = describePurchase(command, { checkout, chosen, approval, now })
  checkTerms(purchase, approval)
  return purchase
}

/** Insurance can be chosen with hasInsurance, or with the id of the insured twin. */
function chooseOption(checkout: Checkout, { optionId, hasInsurance }: AuthorizeCommand): ChosenOption {
  const chosen = checkout.findOption(optionId)
  if (chosen === undefined) throw new RequestError('option_invalid')
  if (chosen.isInsured) {
    if (hasInsurance === false)
      throw new RequestError('option_invalid', {
        message: 'Invalid optionId: the option has credit insurance, and hasInsurance is false',
      })
    return chosen
  }
  if (hasInsurance !== true) return chosen
  if (chosen.insuranceOption === undefined) throw new RequestError('insurance_unavailable')
  return { option: chosen.insuranceOption, insuranceOption: undefined, isInsured: true }
}

function describePurchase(
  { retailerId, optionId, orderId, name }: AuthorizeCommand,
  made: {
    readonly checkout: Checkout
    readonly chosen: ChosenOption
    readonly approval: Approval
    readonly now: Date
  },
): Purchase {
  const { checkout, chosen, approval, now } = made
  const { option, insuranceOption, isInsured } = chosen
  const { customer, cart } = checkout.openDetails(approval.dataKey)
  const state = { status: 'PENDING', step: 'WAITING' } as const
  return {
    ...UNSET_MEMBERS,
    id: newId(now.getTime()),
    retailerId,
    orderId,
    optionId,
    checkoutId: checkout.id,
    decisionId: checkout.decisionId,
    cpfIndex: checkout.cpfIndex,
    ...state,
    cancelReason: 'UNSPECIFIED_CANCEL_REASON',
    hasInsurance: isInsured,
    contract: option,
    insuredContract: insuranceOption,
    customer: name === undefined ? customer : { ...customer, name: parseName(name) },
    ...(cart.products === undefined ? {} : { products: cart.products }),
    ...(cart.description === undefined ? {} : { description: cart.description }),
    shippingCentavos: cart.shippingCentavos,
    // Interest and due dates count from the day of the quote, even when it is accepted later.
    purchaseDate: calendarDateAt(checkout.createdAt),
    purchaseCentavos: checkout.purchaseCentavos,
    downPaymentCentavos: option.downPaymentCentavos,
    netLoanCentavos: checkout.purchaseCentavos - option.downPaymentCentavos,
    approvedLimitCentavos: approval.limitCentavos,
    onboardingToken: newOnboardingToken(),
    lastSequence: 1,
    moveCount: 1,
    deadlineAt: computeDeadline(undefined, state, { now, downPaymentExpiresAt: undefined }),
    createdAt: now,
    changedAt: now,
    refund: undefined,
  }
}

function checkTerms({ netLoanCentavos, contract }: Purchase, approval: Approval): void {
  if (netLoanCentavos > approval.limitCentavos) throw new RequestError('limit_exceeded')
  // Quoted before another contract of this person started: the fee is lawful once, so the quoted figures are void.
  if (contract.tcCentavos > 0 && approval.hadContract) throw new RequestError('option_expired')
}
