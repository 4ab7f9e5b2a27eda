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
