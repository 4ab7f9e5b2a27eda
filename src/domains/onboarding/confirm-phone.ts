import type { App } from '../../app/app.ts'
import type { Asker } from '../codes/index.ts'
import type { Purchase } from '../purchases/index.ts'
import type { Advanced } from './advance-onboarding.ts'
import { applyCustomerEvent } from './apply-customer-event.ts'
import { type CodeRefused, spendCode, type WrongStep } from './onboarding-codes.ts'
import type { OnboardingView } from './read-onboarding.ts'
import { type DeviceSession, startSession } from './sessions.ts'

interface Confirmed extends Advanced {
  /** For the device on which the code was entered. */
  readonly session: DeviceSession
}

/** Accepts the code that a customer entered on a device: it confirms the phone, or else only the device. */
export function confirmCode(
  app: App,
  { purchase, isConfirmed, asker }: OnboardingView,
  code: string,
): Promise<Confirmed | CodeRefused | WrongStep> {
  // A device that is already confirmed needs no confirmation: the phone flow then reports the purchase's step.
  const isNewDevice = !isConfirmed && purchase.step !== 'CONFIRMATION'
  return isNewDevice ? confirmDevice(app, purchase, code, asker) : confirmPhone(app, purchase, code, asker)
}

export function confirmPhone(
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
  asker: Asker,
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
