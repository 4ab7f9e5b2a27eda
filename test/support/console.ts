import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ConsoleRole } from '../../src/contract/console.ts'
import { computeTotp, computeTotpStep, hashPassword } from '../../src/domains/sign-in/credentials.ts'
import { addPerson, givePlace } from '../../src/domains/staff/people.ts'
import { newId } from '../../src/kernel/ids.ts'
import { type Answer, DEMO_RETAILER, readAnswer, type TestApp } from './app.ts'

export interface StaffMember {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly password: string
  readonly totpSecret: Buffer
}

/** A person of a retailer whose browser keeps the session cookie. */
export interface StaffUser extends StaffMember {
  readonly cookie: string
  get<Body = Record<string, unknown>>(path: string): Promise<Answer<Body>>
  post<Body = Record<string, unknown>>(
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>
}

let people = 0

/** A person with a role at each of these retailers. */
export async function newStaffMember(
  { services, database }: Pick<TestApp, 'services' | 'database'>,
  role: ConsoleRole,
  retailerIds: readonly string[] = [DEMO_RETAILER],
): Promise<StaffMember> {
  people += 1
  const now = services.realClock.now()
  const password = `senha-de-teste-${people}`
  const totpSecret = randomBytes(20)
  const person = {
    id: newId(now.getTime()),
    email: `lojista${people}@loja.example`,
    name: `Lojista ${people}`,
  }
  const credentials = { passwordHash: await hashPassword(password), totpSecret, totpStep: 0 }
  await database.transaction(async tx => {
    assert.ok(await addPerson(tx, services.secrets, { ...person, credentials }, now))
    for (const retailerId of retailerIds)
      await givePlace(tx, services.secrets, { personId: person.id, retailerId, role }, now)
  })
  return { ...person, password, totpSecret }
}

/** An unused authenticator code: moves the clock by one step. */
export function nextStaffCode(
  app: Pick<TestApp, 'clock'>,
  { totpSecret }: Pick<StaffMember, 'totpSecret'>,
): string {
  app.clock.advance({ ms: 30_000 })
  return computeTotp(totpSecret, computeTotpStep(app.clock.now()))
}

export function askConsole<Body = Record<string, unknown>>(
  app: TestApp,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Body>> {
  return app.post(`/console/api${path}`, body, { 'x-console': '1', ...headers })
}

export const readCookie = (answer: Answer<unknown>): string =>
  (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''

export async function signInStaff(app: TestApp, member: StaffMember): Promise<StaffUser> {
  const { email, password } = member
  const answer = await askConsole(app, '/sign-in', { email, password, code: nextStaffCode(app, member) })
  assert.equal(answer.status, 200, answer.text)
  return useCookie(app, member, readCookie(answer))
}

export const useCookie = (app: TestApp, member: StaffMember, cookie: string): StaffUser => ({
  ...member,
  cookie,
  get: async path => readAnswer(await fetch(`${app.url}/console/api${path}`, { headers: { cookie } })),
  post: (path, body = {}, headers = {}) => askConsole(app, path, body, { cookie, ...headers }),
})

/** Somebody of a retailer who is signed in. */
export async function newStaffUser(
  app: TestApp,
  role: ConsoleRole,
  retailerIds: readonly string[] = [DEMO_RETAILER],
): Promise<StaffUser> {
  return signInStaff(app, await newStaffMember(app, role, retailerIds))
}

/** The bytes of a key that somebody types into the app of an authenticator. */
export function readBase32(text: string): Buffer {
  const bits = [...text]
    .map(each => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(each => Number.parseInt(each, 2)))
}
