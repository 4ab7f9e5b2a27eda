import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { findTotpStep, newAuthenticator } from '../sign-in/index.ts'
import type { NewAuthenticator } from './people.ts'

export interface OfferedAuthenticator {
  readonly link: string
  readonly secret: string
  readonly setup: string
}

/** What a setup is for; one for another purpose is of no use. */
export type SetupPurpose = `${'invitation' | 'reset' | 'session'}:${string}`

const setupContext = (purpose: SetupPurpose): string => `staff-setup:${purpose}`

/** A secret for an authenticator. Nothing is stored: the sealed setup comes back with the first code. */
export function offerSetup(secrets: Secrets, purpose: SetupPurpose, email: string): OfferedAuthenticator {
  const { secret, link, typed } = newAuthenticator(email)
  return {
    link,
    secret: typed,
    setup: seal(secrets.sealing, setupContext(purpose), secret).toString('base64url'),
  }
}

/** Undefined when the setup was offered for something else, or the code is not of its secret. */
export function readSetup(
  secrets: Secrets,
  purpose: SetupPurpose,
  { setup, code }: { readonly setup: string; readonly code: string },
  now: Date,
): NewAuthenticator | undefined {
  const secret = openSetup(secrets, purpose, setup)
  const step = secret && findTotpStep(secret, code, now)
  return secret === undefined || step === undefined ? undefined : { secret, step }
}

function openSetup(secrets: Secrets, purpose: SetupPurpose, setup: string): Buffer | undefined {
  try {
    return open(secrets.sealing, setupContext(purpose), Buffer.from(setup, 'base64url'))
  } catch {
    // Offered for something else, or not ours.
    return undefined
  }
}
