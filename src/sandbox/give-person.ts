import type { App } from '../app/app.ts'
import { RequestError } from '../contract/errors.ts'
import { invalidParameter } from '../contract/parameter-errors.ts'
import type { Remember } from '../platform/db/database.ts'
import { personas } from './personas.ts'
import { giveSandboxPerson, type SandboxPerson } from './sandbox-people.ts'

/** Somebody of this persona whom the retailer has not met. */
export async function givePerson(
  app: App,
  retailerId: string,
  persona: string,
  remember?: Remember<SandboxPerson>,
): Promise<SandboxPerson> {
  const codes = personas.map(({ code }) => code)
  if (!codes.includes(persona)) throw invalidParameter('persona', `must be one of ${codes.join(', ')}`)
  const person = await giveSandboxPerson(app, { retailerId, persona, now: app.clock.now() }, remember)
  if (person === undefined) throw new RequestError('sandbox_people_used_up')
  return person
}
