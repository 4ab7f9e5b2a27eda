import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import {
  checkPicture,
  type DeviceSession,
  type DocumentKind,
  type Origin,
  openOnboarding,
  type PictureProblem,
  type PictureWorkshop,
  sealDocument,
  startSession,
  storeConsent,
  storeDocument,
} from '../../modules/onboarding/index.ts'
import { getMove, type Purchase } from '../../modules/transactions/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { requestAnalysis } from './analyse-documents.ts'
import { applyCustomerEvent, type CustomerEventContext } from './apply-customer-event.ts'
import type { AgreementContext } from './compose-agreement.ts'
import {
  type CodeContext,
  type CodeRefused,
  orWrongStep,
  spendCode,
  type WrongStep,
} from './onboarding-codes.ts'

export interface OnboardingContext extends CustomerEventContext, CodeContext, AgreementContext {
  readonly pictures: PictureWorkshop
}

export interface Advanced {
  readonly outcome: 'advanced'
  readonly purchase: Purchase
}

export function startOnboarding(
  context: OnboardingContext,
  { id: transactionId, retailerId }: Purchase,
): Promise<Advanced | WrongStep> {
  return advance(context, transactionId, 'onboarding-opened', {
    record: (tx, now) => openOnboarding(tx, { transactionId, retailerId }, now),
  })
}

export interface Confirmed extends Advanced {
  /** For the device on which the code was entered. */
  readonly session: DeviceSession
}

export function confirmPhone(
  context: OnboardingContext,
  purchase: Purchase,
  code: string,
): Promise<Confirmed | CodeRefused | WrongStep> {
  return spendCode(context, purchase, { purpose: 'phone', code }, async markUsed => {
    let session: DeviceSession | undefined
    const moved = await applyCustomerEvent(context, purchase.id, 'phone-confirmed', {
      async record(tx, now) {
        await markUsed(tx, now)
        session = await startSession(tx, purchase.id, now)
      },
    })
    if (session === undefined) throw new Error(`no device of ${purchase.id} was confirmed`)
    return { outcome: 'advanced', purchase: moved, session } as const
  })
}

/** Another device, or one that lost its cookie, shows that its user reads the customer's phone. The purchase stays where it is. */
export function confirmDevice(
  context: OnboardingContext,
  purchase: Purchase,
  code: string,
): Promise<Confirmed | CodeRefused | WrongStep> {
  const { database, clock } = context
  return spendCode(context, purchase, { purpose: 'device', code }, markUsed =>
    database.transaction(async tx => {
      const now = clock.now()
      await markUsed(tx, now)
      const session = await startSession(tx, purchase.id, now)
      return { outcome: 'advanced', purchase, session } as const
    }),
  )
}

export interface PictureRefused {
  readonly outcome: 'picture-refused'
  readonly problem: PictureProblem
}

/** Pictures are made anew and sealed before anything is locked. */
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
  /** Writes the evidence in the transaction that moves the purchase. */
  readonly record: (tx: Transaction, now: Date) => Promise<void>
}

function advance(
  context: OnboardingContext,
  transactionId: string,
  event: PurchaseEvent,
  { record, acceptInsurance }: Advance,
): Promise<Advanced | WrongStep> {
  return orWrongStep<Advanced>(async () => ({
    outcome: 'advanced',
    purchase: await applyCustomerEvent(context, transactionId, event, { record, acceptInsurance }),
  }))
}
