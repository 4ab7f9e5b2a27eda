import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { Database, Remember, Transaction } from '../db/database.ts'
import { isOverdue } from './deadline.ts'
import type { ClaimedRequest, IdempotencyStore } from './idempotency-store.ts'
import { listHeader } from './opening-checks.ts'
import { getCaller } from './request-context.ts'
import { getRequestLog } from './request-log.ts'

/** The handler's view of the claim on the caller's Idempotency-Key. */
export interface Idempotency {
  /**
   * Stores the answer in the transaction of the effects: both are committed, or neither. If a handler does not call it,
   * the answer is stored afterwards, which is only right where repeating the request has no second effect. If the
   * handler answers more in the end than it could know then, what it answered replaces what was stored.
   */
  complete(tx: Transaction, status: number, body: string | Buffer, contentType?: string): Promise<void>
  /** The answer is not stored: the key is released, and a repetition runs again. */
  decline(): void
}

const KEY_HEADER = 'idempotency-key'
const JSON_TYPE = 'application/json; charset=utf-8'
const RELEASE_ATTEMPTS = 5
const RELEASE_RETRY_MS = 1_000

interface Claim extends Idempotency {
  readonly request: ClaimedRequest
  readonly claimId: string
  /** As stored in the transaction of the effects. */
  stored: Buffer | undefined
  isDeclined: boolean
}

/** Checks only the format: this runs before the parameters are validated, the claim after. */
export function findIdempotencyKey(request: FastifyRequest): string | undefined {
  if (request.headers[KEY_HEADER] === undefined || request.method !== 'POST') return undefined
  const values = listHeader(request.raw, KEY_HEADER)
  const [key = ''] = values
  if (values.length !== 1 || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw new RequestError('idempotency_key_invalid')
  return key
}

export function addIdempotency(
  app: FastifyInstance,
  context: { store: IdempotencyStore; database: Database; hash: (text: string) => Buffer },
): void {
  const { store, database, hash } = context
  const claims = new WeakMap<FastifyRequest, Claim>()

  app.decorateRequest('idempotency', null)

  // Most requests have no key: they must not wait for a promise.
  app.addHook('preHandler', (request, reply, done) => {
    const key = findIdempotencyKey(request)
    if (key === undefined || request.caller === null) done()
    else return claimKey(request, reply, key)
  })

  async function claimKey(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
  ): Promise<FastifyReply | undefined> {
    const claimed = describeRequest(request, hash(key))
    const outcome = await store.claim(claimed)
    if (!('claimId' in outcome)) {
      reply.header('idempotent-replayed', 'true')
      return reply.code(outcome.status).type(outcome.contentType).send(outcome.body)
    }
    const claim = newClaim(store, claimed, outcome.claimId)
    claims.set(request, claim)
    request.idempotency = claim
    return undefined
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const claim = request.idempotency === null ? undefined : claims.get(request)
    if (claim === undefined) done()
    else return settle(request, reply, claim, payload)
  })

  async function settle(
    request: FastifyRequest,
    reply: FastifyReply,
    claim: Claim,
    payload: unknown,
  ): Promise<void> {
    claims.delete(request)
    // The handler may still be running: its commit completes the claim, and until then no repetition may run.
    if (isOverdue(request)) return
    if (reply.statusCode >= 400 || claim.isDeclined) return release(claim)
    await storeAfterwards(request, reply, claim, payload)
  }

  async function storeAfterwards(
    request: FastifyRequest,
    reply: FastifyReply,
    claim: Claim,
    payload: unknown,
  ): Promise<void> {
    if (payload !== undefined && payload !== null && typeof payload !== 'string' && !Buffer.isBuffer(payload))
      return release(claim)
    const contentType = String(reply.getHeader('content-type') ?? JSON_TYPE)
    const body = Buffer.from(payload ?? '')
    if (claim.stored?.equals(body)) return
    try {
      await store[claim.stored === undefined ? 'complete' : 'amend'](database, claim.request, claim.claimId, {
        status: reply.statusCode,
        contentType,
        body,
      })
    } catch (error) {
      // The effects are committed, so the caller must get this answer; only a repetition would run again.
      getRequestLog(request).error({ err: error }, 'answer of an idempotent request not stored')
    }
  }

  /** Waits only for the first try: while the database is unavailable, no repetition can run either. */
  async function release(claim: Claim, attempt = 1): Promise<void> {
    try {
      await store.release(claim.request, claim.claimId)
    } catch (error) {
      app.serviceLog.warn({ err: error, attempt }, 'idempotency claim not released')
      if (attempt < RELEASE_ATTEMPTS) setTimeout(release, RELEASE_RETRY_MS, claim, attempt + 1).unref()
    }
  }
}

function newClaim(store: IdempotencyStore, request: ClaimedRequest, claimId: string): Claim {
  const claim: Claim = {
    request,
    claimId,
    stored: undefined,
    isDeclined: false,
    decline() {
      claim.isDeclined = true
    },
    async complete(tx, status, body, contentType = JSON_TYPE) {
      const stored = Buffer.from(body)
      await store.complete(tx, request, claimId, { status, contentType, body: stored })
      claim.stored = stored
    },
  }
  return claim
}

function describeRequest(request: FastifyRequest, keyHash: Buffer): ClaimedRequest {
  const { retailerId } = getCaller(request)
  const path = request.url.split('?', 1)[0]
  const fingerprint = createHash('sha256')
    .update(`${request.method}\n${path}\n${retailerId}\n${computeCanonicalJson(request.body)}`)
    .digest()
  return { retailerId, keyHash, fingerprint }
}

/**
 * For requests with an Idempotency-Key: what the handler is going to answer about an outcome, stored with its effects.
 * `present` is called twice and must give the same both times.
 */
export function rememberAnswer<Outcome>(
  request: FastifyRequest,
  reply: FastifyReply,
  present: (outcome: Outcome) => unknown,
): Remember<Outcome> | undefined {
  const { idempotency } = request
  if (idempotency === null) return undefined
  return (tx, outcome) => idempotency.complete(tx, 200, String(reply.serialize(present(outcome))))
}

/** Sends a response that is already JSON. With an Idempotency-Key it is stored together with its effects. */
export function answerOnce<Outcome>(
  request: FastifyRequest,
  reply: FastifyReply,
  present: (outcome: Outcome) => Buffer,
): {
  present: (outcome: Outcome) => Buffer
  decline: () => void
  remember: ((tx: Transaction, body: Buffer) => Promise<void>) | undefined
} {
  const { idempotency } = request
  reply.type('application/json; charset=utf-8')
  return {
    present,
    decline: () => idempotency?.decline(),
    remember: idempotency === null ? undefined : (tx, body) => idempotency.complete(tx, 200, body),
  }
}
