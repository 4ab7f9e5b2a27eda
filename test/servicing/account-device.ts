import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Account, AccountState } from '../../src/contract/account.ts'
import { ONBOARDING_HEADER } from '../../src/contract/onboarding.ts'
import { readCode } from '../links/hosted-visit.ts'
import { type Answer, query, readAnswer, type TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'

const SENT_WITHIN_MS = 20_000

/** One browser on the customer's area: it keeps its cookies. */
export class AccountDevice {
  readonly #app: TestApp
  readonly cookies = new Map<string, string>()
  /** Other addresses have limits of their own, where the app trusts this machine as a proxy. */
  readonly address: string | undefined

  constructor(app: TestApp, address?: string) {
    this.#app = app
    this.address = address
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async ask(path: string, body?: object, headers?: Record<string, string>): Promise<Answer> {
    return readAnswer(await this.fetch(path, body, headers))
  }

  async fetch(
    path: string,
    body?: object,
    headers: Record<string, string> = { [ONBOARDING_HEADER]: '1' },
  ): Promise<Response> {
    const response = await fetch(`${this.#app.url}/minha-conta/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        ...headers,
        cookie: this.cookieHeader,
        ...(this.address === undefined ? {} : { 'x-forwarded-for': this.address }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  async do(path: string, body?: object): Promise<AccountState> {
    const answer = await this.ask(path, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as unknown as AccountState
  }

  /** By CPF and code. */
  async signIn(person: Person): Promise<Account> {
    const before = await countCodes(this.#app)
    await this.do('code', { cpf: person.cpf })
    await waitForCodes(this.#app, before + 1)
    const { account } = await this.do('confirm', { code: await readCode(this.#app, person.phone) })
    assert.ok(account)
    return account
  }

  async readAccount(): Promise<Account> {
    const { account } = await this.do('state')
    assert.ok(account, 'not signed in')
    return account
  }
}

/** How many codes of the customer's area were sent so far. */
export async function countCodes(app: TestApp): Promise<number> {
  const [row] = await query<{ count: number }>(
    app,
    'SELECT count(*)::integer AS count FROM customer_challenges WHERE code_hash IS NOT NULL',
  )
  return row?.count ?? 0
}

export async function waitForCodes(app: TestApp, count: number): Promise<void> {
  const deadline = performance.now() + SENT_WITHIN_MS
  while ((await countCodes(app)) < count) {
    assert.ok(performance.now() < deadline, `not ${count} codes within ${SENT_WITHIN_MS} ms`)
    await delay(50)
  }
}

/** Resolves when no code is waiting to be decided on. */
export async function waitForJobs(app: TestApp): Promise<void> {
  const deadline = performance.now() + SENT_WITHIN_MS
  for (;;) {
    const jobs = await query(app, `SELECT id FROM jobs WHERE kind = 'send-account-code'`)
    if (jobs.length === 0) return
    assert.ok(performance.now() < deadline, `${jobs.length} codes wait`)
    await delay(50)
  }
}
