import type { App } from '../app/app.ts'
import { createOwner, findDerivedStaffCredentials, findPersonByEmail } from '../domains/staff/index.ts'
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

/** As with operators: the secret is random and sealed in the person's row, and the password follows from it. */
export async function listDemonstrationStaff(app: App): Promise<DemonstrationOwner[]> {
  const found: DemonstrationOwner[] = []
  for (const { email } of DEMONSTRATION_STAFF) {
    const credentials = await findDerivedStaffCredentials(app, email, derivePassword(app.secrets, email))
    if (credentials !== undefined) found.push({ email, ...credentials })
  }
  return found
}

export const isDemonstrationStaff = (email: string): boolean =>
  DEMONSTRATION_STAFF.some(each => each.email === email)

/** Idempotent: existing people keep password and role. */
export async function seedDemonstrationStaff(app: App): Promise<void> {
  for (const { email, name, retailerIds } of DEMONSTRATION_STAFF) {
    if ((await findPersonByEmail(app, email)) !== undefined) continue
    await createOwner(app, { email, name, retailerIds, by: 'sandbox' }, derivePassword(app.secrets, email))
  }
}

const derivePassword =
  (secrets: Secrets, email: string) =>
  (totpSecret: Buffer): Buffer =>
    secrets.computeMac('demonstration-staff', `password:${email}:${totpSecret.toString('hex')}`)
