import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Role } from '../../src/contract/desk.ts'
import { chainNotes } from '../../src/domains/audit/store.ts'
import { findInvoice, insertInvoice, sendToDesk } from '../../src/domains/invoices/store.ts'
import { createOperator, findOperator, type Operator } from '../../src/domains/operators/operators.ts'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { newId } from '../../src/kernel/ids.ts'
import { type Answer, DEMO_RETAILER, query, readAnswer, type TestApp } from './app.ts'
import { type Bought, type BuyTerms, buy, playUntil } from './purchase-http.ts'

export interface DeskPerson {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly totpSecret: Buffer
}

/** An operator whose browser keeps the session cookie. */
export interface DeskUser extends DeskPerson {
  readonly cookie: string
  get<Body = Record<string, unknown>>(path: string): Promise<Answer<Body>>
  post<Body = Record<string, unknown>>(
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>
}

let people = 0

export async function newDeskPerson(app: Pick<TestApp, 'services'>, role: Role): Promise<DeskPerson> {
  people += 1
  const email = `pessoa${people}@mesa.example`
  const totpSecret = randomBytes(20)
  const created = await createOperator(app.services, { email, name: `Pessoa ${people}`, role, totpSecret })
  assert.ok(created)
  return { id: created.operatorId, email, password: created.password, totpSecret }
}

/** The same person as the operations of the domains take them. */
export async function newOperator(
  app: Pick<TestApp, 'services' | 'database'>,
  role: Role,
): Promise<Operator> {
  const { email } = await newDeskPerson(app, role)
  return (await findOperator(app.database, app.services.secrets, email)) ?? assert.fail()
}

/** An unused authenticator code: moves the clock by one step. */
export function nextCode(app: Pick<TestApp, 'clock'>, { totpSecret }: DeskPerson): string {
  app.clock.advance({ ms: 30_000 })
  return computeTotp(totpSecret, computeTotpStep(app.clock.now()))
}

/** What people at the command line read from their authenticators, in the order of the questions. */
export const answerWithCodes =
  (app: Pick<TestApp, 'clock'>, people: readonly DeskPerson[]) =>
  async (questions: readonly string[]): Promise<string[]> =>
    questions.map(question => {
      const person = people.find(({ email }) => question.includes(` ${email}:`))
      return person === undefined ? '' : nextCode(app, person)
    })

export function askSignIn(
  app: TestApp,
  body: { readonly email: string; readonly password: string; readonly code: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return app.post('/desk/api/sign-in', body, { 'x-desk': '1', ...headers })
}

export async function signIn(app: TestApp, person: DeskPerson): Promise<DeskUser> {
  const { email, password } = person
  const answer = await askSignIn(app, { email, password, code: nextCode(app, person) })
  assert.equal(answer.status, 200, answer.text)
  const [cookie = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')
  return {
    ...person,
    cookie,
    get: async path => readAnswer(await fetch(`${app.url}/desk/api${path}`, { headers: { cookie } })),
    post: (path, body = {}, headers = {}) =>
      app.post(`/desk/api${path}`, body, { cookie, 'x-desk': '1', ...headers }),
  }
}

export async function newDeskUser(app: TestApp, role: Role): Promise<DeskUser> {
  return signIn(app, await newDeskPerson(app, role))
}

/** A purchase whose pictures wait for an operator. */
export async function buyForDesk(app: TestApp, terms: BuyTerms = {}): Promise<Bought> {
  const bought = await buy(app, { persona: '011', ...terms })
  const { step } = await playUntil(app, bought.transactionId, 'DESK')
  assert.equal(step, 'DESK')
  return bought
}

export interface AuditRow {
  readonly operatorId: string | null
  readonly action: string
  readonly subject: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** The audit entries since then, oldest first. */
export async function listAudit(app: TestApp, after = 0): Promise<AuditRow[]> {
  await chainNotes(app.database)
  const rows = await query<Omit<AuditRow, 'details'> & { details: string }>(
    app,
    `SELECT operator_id AS "operatorId", action, subject, details FROM audit_entries WHERE position > $1 ORDER BY position`,
    [after],
  )
  return rows.map(row => ({ ...row, details: JSON.parse(row.details) }))
}

export async function countAudit(app: TestApp): Promise<number> {
  await chainNotes(app.database)
  const [row] = await query<{ count: number }>(app, 'SELECT count(*)::integer AS count FROM audit_entries')
  return row?.count ?? 0
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** An invoice in which the automatic check missed the amount; `version` counts the files sent for the purchase. */
export async function sendInvoiceToDesk(
  app: TestApp,
  transactionId: string,
  version = 1,
  content: Buffer = PDF,
): Promise<string> {
  const { database, services, clock } = app
  const now = clock.now()
  const id = newId(now.getTime())
  const bytes = Buffer.concat([content, Buffer.from(`% ${id}`)])
  const { name: fileName, sha256 } = await services.files.put(bytes)
  const found = {
    readable: true,
    order: true,
    retailer: true,
    customer: true,
    accessKey: true,
    visible: true,
  }
  const findings = { ...found, amount: false }
  await database.transaction(async tx => {
    const retailerId = DEMO_RETAILER
    const invoice = { id, transactionId, retailerId, version, fileName, sha256, bytes: bytes.length }
    insertInvoice(tx, services.secrets, { ...invoice, receivedAt: now })
    const received = await findInvoice(tx, services.secrets, id)
    assert.ok(received)
    await sendToDesk(tx, services.secrets, received, findings, now)
  })
  return id
}
