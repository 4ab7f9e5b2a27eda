import type { App } from '../../app/app.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Asker } from '../codes/index.ts'
import { recordContractOpened } from '../contracts/index.ts'
import { getMove, MoveRefused, type Purchase } from '../purchases/index.ts'
import { parseName } from '../quoting/index.ts'
import { requestAnalysis } from './analyse-documents.ts'
import { applyCustomerEvent } from './apply-customer-event.ts'
import { type CodeRefused, orWrongStep, spendCode, type WrongStep } from './codes.ts'
import {
  type DocumentKind,
  type Origin,
  openOnboarding,
  sealDocument,
  storeConsent,
  storeDocument,
} from './evidence.ts'
import { checkPicture, type PictureProblem } from './picture-pool.ts'
import type { OnboardingView } from './read-onboarding.ts'
import { type DeviceSession, startSession } from './store.ts'

export interface Advanced {
  readonly outcome: 'advanced'
  readonly purchase: Purchase
}

interface NameRefused {
  readonly outcome: 'name-missing' | 'name-known'
}

/** Why a step of the customer was not taken. */
export type StepRefusal =
  | WrongStep
  | CodeRefused
  | PictureRefused
  | NameRefused
  | { readonly outcome: 'contract-changed' | 'contract-unopened' }
  | { readonly outcome: 'wait'; readonly waitMs: number }

/**
 * The customer is asked for the name here, unless the shop gave it: contract and billets carry it, and the pictures are
 * compared with it. Only this move sets it, so that a second opening changes nothing.
 */
export function startOnboarding(
  app: App,
  purchase: Purchase,
  given: { readonly name?: string | undefined },
): Promise<Advanced | NameRefused | WrongStep> {
  const { id: transactionId, retailerId, customer } = purchase
  return orWrongStep<Advanced | NameRefused | WrongStep>(async () => {
    getMove(purchase, 'onboarding-opened')
    if (customer.name === undefined && given.name === undefined) return { outcome: 'name-missing' }
    if (customer.name !== undefined && given.name !== undefined) return { outcome: 'name-known' }
    return advance(app, transactionId, 'onboarding-opened', {
      customerName: given.name && parseName(given.name),
      record: (tx, now) => openOnboarding(tx, { transactionId, retailerId }, now),
    })
  })
}

interface PictureRefused {
  readonly outcome: 'picture-refused'
  readonly problem: PictureProblem
}

/** Pictures are re-encoded and sealed before anything is locked. */
export function receiveDocument(
  app: App,
  purchase: Purchase,
  document: { readonly kind: DocumentKind; readonly bytes: Buffer },
): Promise<Advanced | PictureRefused | WrongStep> {
  const { database, secrets, clock } = app
  const { kind, bytes: received } = document
  const event = `${kind}-received` as const
  return orWrongStep(async () => {
    getMove(purchase, event)
    const checked = checkPicture(received)
    if ('problem' in checked) return { outcome: 'picture-refused', problem: checked.problem } as const
    const bytes = await app.pictures.reencode(received)
    if (bytes === undefined) return { outcome: 'picture-refused', problem: 'broken' } as const
    const picture = { kind, bytes, type: 'image/jpeg' } as const
    const row = await sealDocument(database, secrets, purchase.id, picture, clock.now())
    return advance(app, purchase.id, event, {
      async record(tx, now) {
        await storeDocument(tx, row)
        if (kind === 'selfie') await requestAnalysis(tx, purchase, now)
      },
    })
  })
}

export function answerInsurance(
  app: App,
  { id: transactionId }: Purchase,
  answer: { readonly accepted: boolean; readonly origin: Origin },
): Promise<Advanced | WrongStep> {
  return advance(app, transactionId, 'insurance-answered', {
    acceptInsurance: answer.accepted,
    record: (tx, now) =>
      storeConsent(tx, app.secrets, { transactionId, subject: 'insurance', ...answer }, now),
  })
}

interface Advance {
  readonly acceptInsurance?: boolean
  readonly customerName?: string | undefined
  /** Writes the evidence in the transaction that moves the purchase. */
  readonly record: (tx: Transaction, now: Date) => Promise<void>
}

function advance(
  app: App,
  transactionId: string,
  event: PurchaseEvent,
  about: Advance,
): Promise<Advanced | WrongStep> {
  return orWrongStep<Advanced>(async () => ({
    outcome: 'advanced',
    purchase: await applyCustomerEvent(app, transactionId, event, about),
  }))
}

interface Confirmed extends Advanced {
  /** For the device on which the code was entered. */
  readonly session: DeviceSession
}

/** Accepts the code that a customer entered on a device: it confirms the phone, or else only the device. */
export function confirmCode(
  app: App,
  {
    purchase,
    isConfirmed,
    asker,
  }: Pick<OnboardingView, 'purchase' | 'isConfirmed'> & { readonly asker?: Asker },
  code: string,
): Promise<Confirmed | CodeRefused | WrongStep> {
  // A device that is already confirmed needs no confirmation: the phone flow then reports the purchase's step.
  const isNewDevice = !isConfirmed && purchase.step !== 'CONFIRMATION'
  return isNewDevice ? confirmDevice(app, purchase, code, asker) : confirmPhone(app, purchase, code, asker)
}

function confirmPhone(
  app: App,
  purchase: Purchase,
  code: string,
  asker?: Asker,
): Promise<Confirmed | CodeRefused | WrongStep> {
  return spendCode(app, purchase, { purpose: 'phone', code, asker }, async markUsed => {
    let session: DeviceSession | undefined
    const moved = await applyCustomerEvent(app, purchase.id, 'phone-confirmed', {
      async record(tx, now) {
        await markUsed(tx, now)
        session = await startSession(tx, app.secrets, purchase, now)
      },
    })
    if (session === undefined) throw new Error(`no device of ${purchase.id} was confirmed`)
    return { outcome: 'advanced', purchase: moved, session } as const
  })
}

/**
 * Confirms another device, or one that lost its cookie: its user can read the customer's phone. The purchase does not
 * move.
 */
function confirmDevice(
  app: App,
  purchase: Purchase,
  code: string,
  asker: Asker | undefined,
): Promise<Confirmed | CodeRefused | WrongStep> {
  const { database, secrets, clock } = app
  return spendCode(app, purchase, { purpose: 'device', code, asker }, markUsed =>
    database.transaction(async tx => {
      const now = clock.now()
      await markUsed(tx, now)
      const session = await startSession(tx, secrets, purchase, now)
      return { outcome: 'advanced', purchase, session } as const
    }),
  )
}

/**
 * Straight on into the onboarding, where the phone was confirmed on this device already. Undefined when the purchase does
 * not wait for its customer.
 */
export async function continueConfirmed(app: App, purchase: Purchase): Promise<DeviceSession | undefined> {
  if (purchase.status !== 'PENDING') return undefined
  if (purchase.step === 'WAITING') await startOnboarding(app, purchase, {})
  let session: DeviceSession | undefined
  try {
    await applyCustomerEvent(app, purchase.id, 'phone-confirmed', {
      async record(tx, now) {
        session = await startSession(tx, app.secrets, purchase, now)
      },
    })
  } catch (error) {
    // The purchase has moved on already: this device is confirmed all the same.
    if (!(error instanceof MoveRefused)) throw error
    session = await app.database.transaction(tx => startSession(tx, app.secrets, purchase, app.clock.now()))
  }
  return session
}

interface Opened {
  readonly outcome: 'opened'
  readonly contractHash: string
}

/** The customer opens the contract on the page. What was not opened cannot be signed. */
export function openContract(app: App, purchase: Purchase): Promise<Opened | WrongStep> {
  return orWrongStep<Opened | WrongStep>(async () => {
    getMove(purchase, 'signed')
    return { outcome: 'opened', contractHash: await recordContractOpened(app, purchase) }
  })
}
