import type { App } from '../app/app.ts'
import type { Role } from '../contract/desk.ts'
import {
  createOperator,
  findOperator,
  findOperatorCredentials,
  type Operator,
} from '../domains/operators/index.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'

/** Two, because some decisions need a second person. */
const DEMONSTRATION_OPERATORS: readonly {
  readonly email: string
  readonly name: string
  readonly role: Role
}[] = [
  { email: 'operator@demo.local', name: 'Olívia Prado', role: 'approver' },
  { email: 'analyst@demo.local', name: 'André Lima', role: 'analyst' },
]

export interface DemonstrationOperator {
  readonly email: string
  readonly role: Role
  readonly password: string
  readonly totpLink: string
  readonly code: string
}

const findCredentials = (app: App, email: string): ReturnType<typeof findOperatorCredentials> =>
  findOperatorCredentials(app, email, derivePassword(app.secrets, email))

/**
 * Those whose password is still the one they were created with. The authenticator's secret is random and sealed in the
 * operator's row, and the password follows from it: every process of a database finds the same ones, and nobody can
 * compute them from the public key of homologation.
 */
export async function listDemonstrationOperators(app: App): Promise<DemonstrationOperator[]> {
  const found: DemonstrationOperator[] = []
  for (const { email, role } of DEMONSTRATION_OPERATORS) {
    const credentials = await findCredentials(app, email)
    if (credentials?.password !== undefined)
      found.push({ email, role, ...credentials, password: credentials.password })
  }
  return found
}

/** Undefined for everybody else: their codes exist only on their phones. */
export const findDemonstrationOperatorCode = async (app: App, email: string): Promise<string | undefined> =>
  DEMONSTRATION_OPERATORS.some(each => each.email === email)
    ? (await findCredentials(app, email))?.code
    : undefined

/** Idempotent: existing operators keep password and role. */
export async function seedDemonstrationOperators(app: App): Promise<void> {
  const { database, secrets } = app
  for (const operator of DEMONSTRATION_OPERATORS) {
    const { email } = operator
    if ((await findOperator(database, secrets, email)) !== undefined) continue
    await createOperator(app, { ...operator, derivePassword: derivePassword(secrets, email) })
  }
}

const SANDBOX = { email: 'sandbox@demo.local', name: 'Sandbox', role: 'analyst', by: 'sandbox' } as const

/** The operator of decisions that a retailer made by playing the desk; created when first needed, once. */
export async function getSandboxOperator(app: App): Promise<Operator> {
  const find = () => findOperator(app.database, app.secrets, SANDBOX.email)
  const known = await find()
  if (known !== undefined) return known
  await createOperator(app, SANDBOX)
  const created = await find()
  if (created === undefined) throw new Error('the operator of the sandbox was not stored')
  return created
}

const derivePassword =
  (secrets: Secrets, email: string) =>
  (totpSecret: Buffer): Buffer =>
    secrets.computeMac('demonstration-operator', `password:${email}:${totpSecret.toString('hex')}`)
