import type { App } from '../../app/app.ts'
import { computeTotp, computeTotpStep, isPasswordRight, newPassword, presentTotpLink } from './credentials.ts'
import { cleanEmail, type Realm, type SignerRow } from './realm.ts'

/** The bytes of a password that follows from the authenticator's secret. */
export type PasswordDerivation = (totpSecret: Buffer) => Buffer

/** Only of people whose credentials are public. */
export async function findDerivedCredentials<Row extends SignerRow>(
  { database, secrets, realClock }: App,
  realm: Realm<Row>,
  email: string,
  derivePassword: PasswordDerivation,
): Promise<
  | {
      /** Undefined when it was changed since it was derived. */
      readonly password: string | undefined
      readonly totpLink: string
      /** What the authenticator shows now. */
      readonly code: string
    }
  | undefined
> {
  const cleaned = cleanEmail(email)
  const row = await realm.find(database, realm.computeEmailIndex(secrets, cleaned))
  const totpSecret = row && realm.openTotp(secrets, row)
  if (row === undefined || totpSecret === undefined) return undefined
  const derived = newPassword(derivePassword(totpSecret))
  const isUnchanged = row.passwordHash !== null && (await isPasswordRight(derived, row.passwordHash))
  return {
    password: isUnchanged ? derived : undefined,
    totpLink: presentTotpLink(totpSecret, cleaned),
    code: computeTotp(totpSecret, computeTotpStep(realClock.now())),
  }
}
