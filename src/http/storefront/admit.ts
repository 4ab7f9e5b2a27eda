import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import type { UnknownKeyLimit } from '../../platform/http/unknown-keys.ts'
import type { Judge } from './judge.ts'

export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Sent also with refusals: a cache must not give one shop's answer, or its absence, to another. */
export const VARY = 'Origin'
/** What a page may read of an answer beside its body. */
export const EXPOSED_HEADERS = 'Retry-After, X-Track-Id'

/** Before anything else about a call from a page. */
export function createAdmission(judge: Judge, unknownKeys: UnknownKeyLimit): Admit {
  return async function admit(request, reply) {
    reply.header('vary', VARY)
    // Without a body there is nothing to protect, and the page can tell a refusal from a network failure.
    if (request.method === 'HEAD') reply.header('cross-origin-resource-policy', 'cross-origin')
    const { origin } = request.headers
    // Any page may read what is wrong with a key: it helps the developer and reveals nothing about a shop.
    if (origin !== undefined) share(reply, '*')
    const address = computeClientAddress(request.ip)
    const verdict = await judge({ key: readKey(request.query), origin, address })
    if (verdict.kind === 'secret key') throw new RequestError('publishable_key_required')
    if (verdict.kind === 'unknown key') throw await refuseUnknownKey(address)
    request.caller = verdict.holder
    if (verdict.kind === 'foreign origin') {
      for (const name of SHARING_HEADERS) reply.removeHeader(name)
      throw new RequestError('origin_not_allowed')
    }
    if (origin !== undefined) share(reply, origin)
    if (verdict.kind === 'over budget')
      throw new RequestError('rate_limited', { retryAfterSeconds: verdict.waitSeconds })
  }

  async function refuseUnknownKey(address: string): Promise<RequestError> {
    const waitSeconds = await unknownKeys.count(address)
    return waitSeconds === undefined
      ? new RequestError('invalid_api_key')
      : new RequestError('rate_limited', { retryAfterSeconds: waitSeconds })
  }
}

const SHARING_HEADERS = ['access-control-allow-origin', 'access-control-expose-headers'] as const

function share(reply: FastifyReply, origin: string): void {
  const [allow, expose] = SHARING_HEADERS
  reply.header(allow, origin).header(expose, EXPOSED_HEADERS)
}

function readKey(query: unknown): string {
  const { key } = query as { readonly key?: string | readonly string[] }
  if (key === undefined || key === '') throw missingParameters(['key'])
  if (typeof key !== 'string') throw invalidParameter('key', 'must be given once')
  return key
}
