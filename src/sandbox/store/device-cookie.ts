import { createHash } from 'node:crypto'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { computeCookieName, parseCookies, presentCookie } from '../../platform/http/cookies.ts'

const MAX_AGE_SECONDS = 90 * 86_400
const TOKEN_BYTES = 32

/** By which a browser finds its own orders again; the shop keeps a hash only. */
export function createDeviceCookie(publicUrl: string) {
  const name = computeCookieName('store', publicUrl)
  return {
    find(header: string | undefined): string | undefined {
      return parseCookies(header).find(each => each.name === name && /^[\w-]{43}$/.test(each.value))?.value
    },
    create: (): string => takeRandomBytes(TOKEN_BYTES).toString('base64url'),
    present: (value: string): string =>
      presentCookie({ name, value }, { publicUrl, maxAgeSeconds: MAX_AGE_SECONDS }),
  }
}

export function hashDevice(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
