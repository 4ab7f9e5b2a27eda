import type { App } from '../../app/app.ts'
import { maskPhone } from '../../brazil/phone.ts'
import type { Status, Step } from '../../contract/enums.ts'
import type { CodePurpose } from '../../contract/onboarding.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { Refused } from '../../kernel/faults.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Asker, type CodeRequest, describeAsker, guessCode, issueCode, useCode } from '../codes/index.ts'
import { composeMessage } from '../messaging/index.ts'
import { getMove, lockPurchase, MoveRefused, type Purchase } from '../purchases/index.ts'

export interface WrongStep {
  readonly outcome: 'wrong-step'
  /** The actual state of the purchase: the page goes there. */
  readonly status: Status
  readonly step: Step
}
/** Wrong, expired, replaced or tried too often: the response does not reveal which. */
export interface CodeRefused {
  readonly outcome: 'code-refused'
}
type SendOutcome =
  | { readonly outcome: 'sent'; readonly phone: string; readonly expiresAt: Date }
  | { readonly outcome: 'wait'; readonly waitMs: number }
  | WrongStep

/** The event that a right code triggers. Confirming a device does not move the purchase. */
const OPENED_BY: Readonly<Record<Exclude<CodePurpose, 'device'>, PurchaseEvent>> = {
  phone: 'phone-confirmed',
  signature: 'signed',
}

/** Before that the phone itself must be confirmed; afterwards the link gives no new access. */
export function acceptsDevices({ status, step }: Pick<Purchase, 'status' | 'step'>): boolean {
  return status === 'PENDING' && step !== 'WAITING' && step !== 'CONFIRMATION'
}

/** Throws MoveRefused when the step does not need such a code. */
function checkPurpose(purchase: Purchase, purpose: CodePurpose): void {
  if (purpose !== 'device') getMove(purchase, OPENED_BY[purpose])
  else if (!acceptsDevices(purchase)) throw new MoveRefused('phone-confirmed', purchase)
}

/**
 * How a code of a purchase is counted. Once the phone was confirmed, strangers who begin purchases with it use up
 * nothing of this one; and a signature is asked for on a confirmed device only.
 */
export function describeCodeRequest(
  { id: subject, customer: { phone } }: Purchase,
  purpose: CodePurpose,
  asker: Asker,
): CodeRequest {
  const proof = purpose === 'phone' ? undefined : `${purpose}:${subject}`
  return { phone, way: 'purchase', subject, asker, proof }
}

/** Sends a code to the customer's phone when the step needs one. */
export function sendCode(
  app: App,
  { id: transactionId }: Purchase,
  purpose: CodePurpose,
  asker: Asker = describeAsker(app.secrets, { address: '', device: undefined }),
): Promise<SendOutcome> {
  const { database, secrets, clock, messages } = app
  return orWrongStep<SendOutcome>(() =>
    database.transaction(async tx => {
      const purchase = await lockPurchase(tx, secrets, transactionId)
      if (purchase === undefined) throw new Error(`transaction ${transactionId} does not exist`)
      checkPurpose(purchase, purpose)
      const now = clock.now()
      const { phone } = purchase.customer
      const request = describeCodeRequest(purchase, purpose, asker)
      const issued = await issueCode(tx, secrets, { transactionId, purpose, request }, now)
      if ('waitMs' in issued) return { outcome: 'wait', waitMs: issued.waitMs }
      const { retailerId } = purchase
      const { code, expiresAt } = issued
      const envelope = { retailerId, transactionId, channel: 'SMS', to: phone, phone, code: issued } as const
      const message = composeMessage('code', { code, use: purpose }, { ...envelope, expiresAt })
      await messages.post(tx, message, now)
      return { outcome: 'sent', phone: maskPhone(phone), expiresAt: issued.expiresAt }
    }),
  )
}

/**
 * Checks a code and does what it permits; `work` marks it as used in its own transaction. The step is checked first: a
 * code entered at the wrong step is not used up.
 */
export function spendCode<Result>(
  app: App,
  purchase: Purchase,
  {
    asker,
    ...guess
  }: { readonly purpose: CodePurpose; readonly code: string; readonly asker?: Asker | undefined },
  work: (markUsed: (tx: Transaction, now: Date) => Promise<string>) => Promise<Result>,
): Promise<Result | CodeRefused | WrongStep> {
  const { database, secrets, clock } = app
  return orWrongStep<Result | CodeRefused>(async () => {
    checkPurpose(purchase, guess.purpose)
    const codeId = await guessCode(database, secrets, { transactionId: purchase.id, ...guess }, clock.now())
    if (codeId === undefined) return { outcome: 'code-refused' }
    try {
      return await work(async (tx, now) => {
        // Rolls the work back: it was right a moment ago, and was used or replaced meanwhile.
        if (!(await useCode(tx, { codeId, device: asker?.device }, now)))
          throw new Refused('the code was used or replaced', { field: 'code' })
        return codeId
      })
    } catch (error) {
      if (error instanceof Refused && error.field === 'code') return { outcome: 'code-refused' }
      throw error
    }
  })
}

export async function orWrongStep<Result>(work: () => Promise<Result>): Promise<Result | WrongStep> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MoveRefused)
      return { outcome: 'wrong-step', status: error.from.status, step: error.from.step }
    throw error
  }
}
