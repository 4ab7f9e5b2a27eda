import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { ChooseRequest } from '../../contract/hosted-page.ts'
import { continueConfirmed } from '../onboarding/index.ts'
import { authorizePurchase, type Purchase } from '../purchases/index.ts'
import { findEnding, type HostedPage } from './hosted-page.ts'
import { findLink } from './store.ts'
import { checkUsable } from './visit-link.ts'

interface Chosen {
  readonly purchase: Purchase
  /** Of the onboarding, for the device on which the phone was confirmed. */
  readonly session: Awaited<ReturnType<typeof continueConfirmed>>
}

/** Claims the link and authorizes the option, in one transaction. The same choice again is the same purchase. */
export async function chooseHostedOption(
  app: App,
  { link, visit }: HostedPage,
  { optionId, hasInsurance }: ChooseRequest,
): Promise<Chosen> {
  if (visit?.confirmedAt === undefined) throw new RequestError('device_not_confirmed')
  if (visit.groups === undefined) throw new RequestError('wrong_screen')
  const isOffered = visit.groups.some(({ options }) => options.some(each => each.optionId === optionId))
  if (!isOffered) throw new RequestError('option_invalid')
  // A claimed link is accepted: its claimant may have chosen twice.
  if (findEnding(link, app.clock.now()) !== 'claimed') checkUsable(link, app.clock.now())
  const { retailerId, orderId, id: linkId } = link
  const command = { retailerId, optionId, orderId, hasInsurance: hasInsurance || undefined, linkId }
  try {
    const { purchase } = await authorizePurchase(app, command)
    return { purchase, session: await continueConfirmed(app, purchase) }
  } catch (error) {
    return explainLoss(app, link, error)
  }
}

/** Somebody else was faster, or the link ended meanwhile. */
async function explainLoss(
  { database, secrets, clock }: App,
  { retailerId, id }: HostedPage['link'],
  error: unknown,
): Promise<never> {
  const isLost =
    error instanceof RequestError &&
    (error.code === 'link_claimed' || error.code === 'order_already_authorized')
  if (!isLost) throw error
  const link = await findLink(database, secrets, retailerId, id)
  if (link !== undefined) checkUsable(link, clock.now())
  throw new RequestError('link_claimed', { cause: error })
}
