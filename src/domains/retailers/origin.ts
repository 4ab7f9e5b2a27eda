import type { Environment } from './api-key.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
const MAX_LENGTH = 255

export type ParsedOrigin = { readonly origin: string } | { readonly problem: string }

/**
 * An origin as browsers write it in the Origin header: scheme, host and port, nothing else, so that it can be compared by equality.
 * Otherwise a sentence that says why the text may not be allowed.
 */
export function parseOrigin(text: string, environment: Environment): ParsedOrigin {
  if (!URL.canParse(text)) return { problem: 'an origin is written like https://loja.example' }
  const { origin, protocol, hostname, pathname, search, hash, username, password } = new URL(text)
  if (pathname + search + hash + username + password !== '/' || text.includes('?') || text.includes('#'))
    return { problem: 'an origin is scheme, host and port only, like https://loja.example' }
  if (hostname.includes('*')) return { problem: 'an origin names one host: each needs a line of its own' }
  if (origin.length > MAX_LENGTH) return { problem: `an origin has at most ${MAX_LENGTH} characters` }
  const isLocalTrial = environment === 'homologation' && LOOPBACK.includes(hostname)
  if (protocol === 'https:' || (protocol === 'http:' && isLocalTrial)) return { origin }
  return { problem: 'an origin is https; http only for this very machine, in homologation' }
}

/**
 * Schemes with a meaning of their own in browsers and phones: they run code, read files, call, or start any app that the address
 * names. None of them is a shop's app.
 */
const KNOWN_SCHEMES = new Set(
  (
    'about android-app applewebdata blob cid content data chrome chrome-extension edge facetime feed file filesystem ftp geo ' +
    'googlechrome http https intent ios-app itms itms-apps itms-services jar javascript livescript mailto market mhtml ' +
    'moz-extension ms-appinstaller ms-settings resource shell sip sms smsto ssh tel telnet urn vbscript view-source wss ws wyciwyg'
  ).split(' '),
)
const SCHEME = /^[a-z][a-z0-9+.-]{1,63}$/

export type ParsedScheme = { readonly scheme: string } | { readonly problem: string }

/** The scheme of an app's own links, written `loja`, `loja:` or `loja://`. A sentence says why another may not be allowed. */
export function parseScheme(text: string): ParsedScheme {
  const scheme = text.replace(/:(?:\/\/)?$/, '').toLowerCase()
  if (!SCHEME.test(scheme))
    return { problem: 'a scheme is the part before the colon, like loja of loja://pedido' }
  if (KNOWN_SCHEMES.has(scheme) || scheme.startsWith('ms-'))
    return { problem: `${scheme} belongs to browsers and phones, not to the app of a shop` }
  return { scheme }
}
