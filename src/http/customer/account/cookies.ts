import { computeCookieName, presentCookie } from '../../../platform/http/cookies.ts'
import { readOnlyCookie } from '../device-cookies.ts'

export interface AccountCookies {
  readSession(header: string | undefined): string | undefined
  presentSession(id: string): string
  presentSignedOut(): string
}

/** The session ends with the browser at the latest. */
export function createAccountCookies(publicUrl: string): AccountCookies {
  const name = computeCookieName('crediario_conta', publicUrl)
  return {
    readSession: header => readOnlyCookie(header, name),
    presentSession: value => presentCookie({ name, value }, { publicUrl }),
    presentSignedOut: () => presentCookie({ name, value: '' }, { publicUrl, maxAgeSeconds: 0 }),
  }
}
