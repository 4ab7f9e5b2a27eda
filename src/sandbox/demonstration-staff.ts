import type { App } from '../app/app.ts'
import { createOwner, findStaffCredentials } from '../domains/staff/index.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import { DEMONSTRATION_RETAILERS } from './demonstration-retailers.ts'

const [DEMO, PLAIN] = DEMONSTRATION_RETAILERS

/** An owner for each demonstration shop; the first one belongs to both, so that switching can be tried. */
const DEMONSTRATION_STAFF: readonly {
  readonly email: string
  readonly name: string
  readonly retailerIds: readonly string[]
}[] = [
  {
    email: 'lojista@demo.local',
    name: 'Larissa Mendes',
    retailerIds: [DEMO, PLAIN].flatMap(each => (each === undefined ? [] : [each.id])),
  },
  {
    email: 'simples@demo.local',
    name: 'Sérgio Ramos',
    retailerIds: PLAIN === undefined ? [] : [PLAIN.id],
  },
]

export interface DemonstrationOwner {
  readonly email: string
  readonly password: string
  readonly totpLink: string
  readonly code: string
}

const findCredentials = (app: App, email: string): ReturnType<typeof findStaffCredentials> =>
  findStaffCredentials(app, email, derivePassword(app.secrets, email))

/** As with operators: the secret is random and sealed in the person's row, and the password follows from it. */
export async function listDemonstrationStaff(app: App): Promise<DemonstrationOwner[]> {
  const found: DemonstrationOwner[] = []
  for (const { email } of DEMONSTRATION_STAFF) {
    const credentials = await findCredentials(app, email)
    if (credentials?.password !== undefined)
      found.push({ email, ...credentials, password: credentials.password })
  }
  return found
}

/** Undefined for everybody else: their codes exist only on their phones. */
export const findDemonstrationStaffCode = async (app: App, email: string): Promise<string | undefined> =>
  DEMONSTRATION_STAFF.some(each => each.email === email)
    ? (await findCredentials(app, email))?.code
    : undefined

/** Idempotent: existing people keep password and role. */
export async function seedDemonstrationStaff(app: App): Promise<void> {
  for (const person of DEMONSTRATION_STAFF)
    await createOwner(app, { ...person, by: 'sandbox' }, derivePassword(app.secrets, person.email))
}

const derivePassword =
  (secrets: Secrets, email: string) =>
  (totpSecret: Buffer): Buffer =>
    secrets.computeMac('demonstration-staff', `password:${email}:${totpSecret.toString('hex')}`)
