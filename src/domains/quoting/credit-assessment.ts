import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { CurrentPolicy, Evaluation } from '../credit/index.ts'
import type { PreviewGroup } from '../pricing/index.ts'
import type { RegisteredRetailer } from '../retailers/index.ts'
import type { RememberAnswer } from './credit-record.ts'

/** What both credit endpoints return: the decision, its policy, and the figures to show. */
export interface CreditAssessment {
  readonly evaluation: Evaluation
  readonly policy: CurrentPolicy
  readonly showsScript: boolean
  readonly preview: readonly PreviewGroup[]
}

/**
 * How the outcome becomes a response, and where a replayable response is stored, in the same transaction as its
 * effects.
 */
export interface Reply<Outcome> {
  present(outcome: Outcome): Buffer
  readonly remember: RememberAnswer | undefined
  /** Marks this response as not to be stored: a retry may give another one. */
  decline(): void
}

export async function getTerms(
  app: App,
  retailerId: string,
): Promise<{ retailer: RegisteredRetailer; policy: CurrentPolicy }> {
  // Mostly both lie in memory: asked for together they would only cost a list of promises.
  const retailer = await app.retailers.getRetailer(retailerId)
  const policy = await app.credit.policies.getCurrent(retailerId)
  return { retailer, policy }
}

/** Refuses what leads to a new purchase of a suspended retailer. */
export function checkSelling({ isSuspended }: Pick<RegisteredRetailer, 'isSuspended'>): void {
  if (isSuspended) throw new RequestError('retailer_suspended')
}

/** The retailer's switch and, where an amount is given, whether the policy accepts it. */
export function computeShowsScript(
  retailer: RegisteredRetailer,
  policy: CurrentPolicy,
  purchaseCentavos: Centavos | undefined,
): boolean {
  const { minimum, maximum } = policy.document.purchaseValue
  const isAccepted =
    purchaseCentavos === undefined || (purchaseCentavos >= minimum * 100 && purchaseCentavos <= maximum * 100)
  return retailer.scriptEnabled && !retailer.isSuspended && isAccepted
}

/** An unavailable bureau has decided nothing: a retry must be able to reach it. */
export function chooseRemember(reply: Reply<never>, evaluation: Evaluation): RememberAnswer | undefined {
  if (!evaluation.decision.bureauUnavailable) return reply.remember
  reply.decline()
  return undefined
}
