import { DEVICE_DAYS } from '../../../modules/customers/index.ts'
import { computeCookieName, parseCookies, presentCookie } from '../../../platform/http/cookies.ts'

const ID_FORM = /^[\w-]{43}$/

export interface AccountCookies {
  readSession(header: string | undefined): string | undefined
  readDevice(header: string | undefined): string | undefined
  presentSession(id: string): string
  presentDevice(id: string): string
  presentSignedOut(): string
}

/** The session ends with the browser at the latest; the device is recognised for months, and opens nothing by itself. */
export function createAccountCookies(publicUrl: string): AccountCookies {
  const session = computeCookieName('crediario_conta', publicUrl)
  const device = computeCookieName('crediario_aparelho', publicUrl)
  const read = (header: string | undefined, name: string): string | undefined => {
    const found = parseCookies(header).filter(cookie => cookie.name === name && ID_FORM.test(cookie.value))
    // Two cookies of one name suggest that one was planted: neither is trusted.
    return found.length === 1 ? found[0]?.value : undefined
  }
  return {
    readSession: header => read(header, session),
    readDevice: header => read(header, device),
    presentSession: value => presentCookie({ name: session, value }, { publicUrl }),
    presentDevice: value =>
      presentCookie({ name: device, value }, { publicUrl, maxAgeSeconds: DEVICE_DAYS * 86_400 }),
    presentSignedOut: () => presentCookie({ name: session, value: '' }, { publicUrl, maxAgeSeconds: 0 }),
  }
}
