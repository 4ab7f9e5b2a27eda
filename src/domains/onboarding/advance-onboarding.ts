import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { getMove, type Purchase } from '../purchases/index.ts'
import { parseName } from '../quoting/index.ts'
import { requestAnalysis } from './analyse-documents.ts'
import { applyCustomerEvent, type CustomerEventContext } from './apply-customer-event.ts'
import type { AgreementContext } from './compose-agreement.ts'
import {
  type DocumentKind,
  type Origin,
  openOnboarding,
  sealDocument,
  storeConsent,
  storeDocument,
} from './evidence.ts'
import { type CodeContext, orWrongStep, type WrongStep } from './onboarding-codes.ts'
import { checkPicture, type PictureProblem } from './picture.ts'
import type { PicturePool } from './picture-pool.ts'

export interface OnboardingContext extends CustomerEventContext, CodeContext, AgreementContext {
  readonly pictures: PicturePool
}

export interface Advanced {
  readonly outcome: 'advanced'
  readonly purchase: Purchase
}

export interface NameRefused {
  readonly outcome: 'name-missing' | 'name-known'
}

/**
 * The customer is asked for the name here, unless the shop gave it: contract and billets carry it, and the pictures are
 * compared with it. Only this move sets it, so that whoever opens second changes nothing.
 */
export function startOnboarding(
  context: OnboardingContext,
  purchase: Purchase,
  given: { readonly name?: string | undefined },
): Promise<Advanced | NameRefused | WrongStep> {
  const { id: transactionId, retailerId, customer } = purchase
  return orWrongStep<Advanced | NameRefused | WrongStep>(async () => {
    getMove(purchase, 'onboarding-opened')
    if (customer.name === undefined && given.name === undefined) return { outcome: 'name-missing' }
    if (customer.name !== undefined && given.name !== undefined) return { outcome: 'name-known' }
    return advance(context, transactionId, 'onboarding-opened', {
      customerName: given.name && parseName(given.name),
      record: (tx, now) => openOnboarding(tx, { transactionId, retailerId }, now),
    })
  })
}

export interface PictureRefused {
  readonly outcome: 'picture-refused'
  readonly problem: PictureProblem
}

/** Pictures are re-encoded and sealed before anything is locked. */
export function receiveDocument(
  context: OnboardingContext,
  purchase: Purchase,
  document: { readonly kind: DocumentKind; readonly bytes: Buffer },
): Promise<Advanced | PictureRefused | WrongStep> {
  const { database, secrets, clock } = context
  const { kind, bytes: received } = document
  const event = `${kind}-received` as const
  return orWrongStep(async () => {
    getMove(purchase, event)
    const checked = checkPicture(received)
    if ('problem' in checked) return { outcome: 'picture-refused', problem: checked.problem } as const
    const bytes = await context.pictures.reencode(received)
    if (bytes === undefined) return { outcome: 'picture-refused', problem: 'broken' } as const
    const picture = { kind, bytes, type: 'image/jpeg' } as const
    const row = await sealDocument(database, secrets, purchase.id, picture, clock.now())
    return advance(context, purchase.id, event, {
      async record(tx, now) {
        await storeDocument(tx, row)
        if (kind === 'selfie') await requestAnalysis(tx, purchase, now)
      },
    })
  })
}

export function answerInsurance(
  context: OnboardingContext,
  { id: transactionId }: Purchase,
  answer: { readonly accepted: boolean; readonly origin: Origin },
): Promise<Advanced | WrongStep> {
  return advance(context, transactionId, 'insurance-answered', {
    acceptInsurance: answer.accepted,
    record: (tx, now) =>
      storeConsent(tx, context.secrets, { transactionId, subject: 'insurance', ...answer }, now),
  })
}

interface Advance {
  readonly acceptInsurance?: boolean
  readonly customerName?: string | undefined
  /** Writes the evidence in the transaction that moves the purchase. */
  readonly record: (tx: Transaction, now: Date) => Promise<void>
}

function advance(
  context: OnboardingContext,
  transactionId: string,
  event: PurchaseEvent,
  about: Advance,
): Promise<Advanced | WrongStep> {
  return orWrongStep<Advanced>(async () => ({
    outcome: 'advanced',
    purchase: await applyCustomerEvent(context, transactionId, event, about),
  }))
}
