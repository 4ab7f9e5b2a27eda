import assert from 'node:assert/strict'
import type { HostedPageState } from '../../src/contract/hosted-page.ts'
import { type Answer, DEMO_KEY, readAnswer, type TestApp } from '../support/app.ts'
import { address, type Person } from '../support/people.ts'

/** One browser on the page of a link: it keeps its cookies. */
export class HostedVisit {
  readonly #app: TestApp
  readonly #token: string
  readonly cookies = new Map<string, string>()
  /** Other addresses have limits of their own, where the app trusts this machine as a proxy. */
  readonly address: string | undefined

  constructor(app: TestApp, link: { readonly url: string }, address?: string) {
    this.#app = app
    this.address = address
    this.#token = link.url.slice(-32)
  }

  async ask(
    action: string,
    body?: object,
    headers: Record<string, string> = { 'x-onboarding': '1' },
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${this.#app.url}/pay/${this.#token}/${action}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        cookie,
        ...(this.address === undefined ? {} : { 'x-forwarded-for': this.address }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';')
      const [name = '', value = ''] = pair.split('=')
      this.cookies.set(name, value)
    }
    return readAnswer(response)
  }

  async do(action: string, body?: object): Promise<HostedPageState> {
    const answer = await this.ask(action, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as unknown as HostedPageState
  }

  /** Through who buys and the code, to what is offered or refused. */
  async identify(person: Person, { name = 'Maria da Silva', key = DEMO_KEY } = {}): Promise<HostedPageState> {
    await this.do('person', { name, ...person, ...address })
    return this.do('confirm', { code: await readCode(this.#app, person.phone, key) })
  }
}

/** The code that the phone got last. */
export async function readCode(app: TestApp, phone: string, key = DEMO_KEY): Promise<string> {
  const headers = { 'x-service-apikey': key }
  const { text } = await readAnswer(await fetch(`${app.url}/sandbox/messages?phone=${phone}`, { headers }))
  const [, code = ''] = /"code":"(\d{6})"/.exec(text) ?? []
  assert.ok(code, `no code in ${text}`)
  return code
}
