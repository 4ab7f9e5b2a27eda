import { RequestError } from '../contract/errors.ts'
import { invalidParameter } from '../contract/parameter-errors.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import type { Database } from '../platform/db/database.ts'
import type { Remember } from '../platform/db/remember.ts'
import { personas } from './personas.ts'
import { giveSandboxPerson, type SandboxPerson } from './sandbox-people.ts'

export interface GivePersonContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
}

/** Somebody of this persona whom the retailer has not met. */
export async function givePerson(
  context: GivePersonContext,
  retailerId: string,
  persona: string,
  remember?: Remember<SandboxPerson>,
): Promise<SandboxPerson> {
  const codes = personas.map(({ code }) => code)
  if (!codes.includes(persona)) throw invalidParameter('persona', `must be one of ${codes.join(', ')}`)
  const person = await giveSandboxPerson(context, { retailerId, persona, now: context.clock.now() }, remember)
  if (person === undefined) throw new RequestError('sandbox_people_used_up')
  return person
}
