import assert from 'node:assert/strict'
import {
  ONBOARDING_HEADER,
  type OnboardingError,
  type OnboardingState,
  type PictureKind,
} from '../../src/contract/onboarding.ts'
import { composePicture } from '../../src/sandbox/sandbox-picture.ts'
import { DEMO_KEY } from '../support/app.ts'

/** What the customer has: the link, and the phone that receives the codes. */
export interface Invitation {
  readonly authorized: { readonly onboardingToken: string }
  readonly person: { readonly phone: string }
}

export interface DeviceAnswer {
  readonly status: number
  readonly headers: Headers
  readonly state: OnboardingState
  readonly error: OnboardingError
}

/** Acts as a browser with the customer's link: keeps cookies and sends what the pages send. */
export class CustomerDevice {
  readonly url: string
  readonly link: string
  readonly phone: string
  readonly cookies = new Map<string, string>()

  constructor({ url }: { readonly url: string }, { authorized, person }: Invitation) {
    this.url = url
    this.link = `${url}/onboarding/${authorized.onboardingToken}`
    this.phone = person.phone
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string> | undefined) }
    const response = await fetch(`${this.link}${path}`, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  async state(): Promise<DeviceAnswer> {
    return readDeviceAnswer(await this.request('/state'))
  }

  async post(action: string, body: unknown = {}): Promise<DeviceAnswer> {
    const headers = { 'content-type': 'application/json', [ONBOARDING_HEADER]: '1' }
    return readDeviceAnswer(
      await this.request(`/${action}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
  }

  /** Begins, with the name that the shop has not given. */
  begin(name = 'Maria José da Conceição'): Promise<DeviceAnswer> {
    return this.post('open', { name })
  }

  async show(kind: PictureKind, bytes: Buffer = composePicture(kind)): Promise<DeviceAnswer> {
    const headers = { 'content-type': 'image/png', [ONBOARDING_HEADER]: '1' }
    const init = { method: 'POST', headers, body: new Uint8Array(bytes) }
    return readDeviceAnswer(await this.request(`/documents/${kind}`, init))
  }

  /** The newest code on the customer's phone. */
  async readCode(): Promise<string> {
    const response = await fetch(`${this.url}/sandbox/messages?phone=${this.phone}`, {
      headers: { 'x-service-apikey': DEMO_KEY },
    })
    const { messages } = (await response.json()) as { messages: { code?: string }[] }
    const code = messages.find(message => message.code !== undefined)?.code
    assert.ok(code, 'no code was sent')
    return code
  }

  /** Asks for a code and enters it. */
  async confirm(purpose: 'phone' | 'device'): Promise<DeviceAnswer> {
    expectDone(await this.post('code', { purpose }))
    return this.post('confirm', { code: await this.readCode() })
  }

  async sign(): Promise<DeviceAnswer> {
    expectDone(await this.post('contract'))
    const { contract } = expectDone(await this.post('code', { purpose: 'signature' }))
    return this.post('sign', { code: await this.readCode(), contractHash: contract?.hash })
  }
}

export function expectDone(answer: DeviceAnswer): OnboardingState {
  assert.equal(answer.status, 200, JSON.stringify(answer.error))
  return answer.state
}

export function expectRefused(answer: DeviceAnswer, status: number, code: OnboardingError['code']): void {
  assert.deepEqual([answer.status, answer.error.code], [status, code], JSON.stringify(answer.error))
}

export async function readDeviceAnswer(response: Response): Promise<DeviceAnswer> {
  const body = (await response.json()) as OnboardingState & OnboardingError
  return { status: response.status, headers: response.headers, state: body, error: body }
}
