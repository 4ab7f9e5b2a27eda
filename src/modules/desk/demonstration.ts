import type { Role } from '../../contract/desk.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { createOperator, type DeskContext, findOperator, type Operator } from './operators.ts'
import { newPassword } from './password.ts'
import { computeTotp, computeTotpStep, presentTotpLink, TOTP_SECRET_BYTES } from './totp.ts'

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

/** Their secrets are derived from the deployment's key, so that every process gets the same ones. */
export function listDemonstrationOperators(secrets: Secrets, now: Date): DemonstrationOperator[] {
  return DEMONSTRATION_OPERATORS.map(({ email, role }) => {
    const { password, totpSecret } = deriveCredentials(secrets, email)
    const code = computeTotp(totpSecret, computeTotpStep(now))
    return { email, role, password, totpLink: presentTotpLink(totpSecret, email), code }
  })
}

/** Idempotent: existing operators keep password and role. */
export async function seedDemonstrationOperators(context: DeskContext): Promise<void> {
  const { database, secrets } = context
  for (const operator of DEMONSTRATION_OPERATORS) {
    if ((await findOperator(database, secrets, operator.email)) !== undefined) continue
    await createOperator(context, { ...operator, ...deriveCredentials(secrets, operator.email) })
  }
}

const SANDBOX = { email: 'sandbox@demo.local', name: 'Sandbox', role: 'analyst', isSandbox: true } as const

/** Whom decisions name that a retailer made by playing the desk; created when first needed, by one of any number at once. */
export async function getSandboxOperator(context: DeskContext): Promise<Operator> {
  const find = () => findOperator(context.database, context.secrets, SANDBOX.email)
  const known = await find()
  if (known !== undefined) return known
  await createOperator(context, SANDBOX)
  const created = await find()
  if (created === undefined) throw new Error('the operator of the sandbox was not stored')
  return created
}

function deriveCredentials(secrets: Secrets, email: string) {
  return {
    password: newPassword(secrets.computeMac('demonstration-operator', `password:${email}`)),
    totpSecret: secrets.computeMac('demonstration-operator', `totp:${email}`).subarray(0, TOTP_SECRET_BYTES),
  }
}
