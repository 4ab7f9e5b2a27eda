import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { computeClientAddress } from './client-address.ts'
import { createFairBytes, type FairBytes } from './fair-bytes.ts'

export interface UploadSemaphoreOptions {
  /** Of one client's bodies in work at a time; a single body always fits, whatever its size. */
  readonly maxBytes: number
  readonly waitMs?: number
  /**
   * Who sends this, from its headers or, when those do not tell, from the beginning of its body. Throws when they name
   * nobody whom we know.
   */
  readonly findOwner?: (request: FastifyRequest, beginning?: Buffer) => Promise<string | undefined>
}

const WAIT_MS = 5_000
const nobody = async (): Promise<undefined> => undefined

/**
 * Bounds the memory of large bodies, which are there several times over while they are parsed. Of what all clients share,
 * a body holds only the bytes that have arrived, and a place in work when it is complete: one that is announced and does
 * not come holds nothing. What it announces counts for its own client alone, from its first byte on. Clients whose key
 * is unknown until the body is parsed share less than the others.
 */
export function createUploadSemaphore({
  maxBytes,
  waitMs = WAIT_MS,
  findOwner = nobody,
}: UploadSemaphoreOptions) {
  // Whole bodies, so that two of one client never wait for each other half-read.
  const begun = createFairBytes({ total: Number.POSITIVE_INFINITY, perLane: maxBytes })
  const received = createFairBytes({ total: 4 * maxBytes, perLane: 4 * maxBytes })
  const receivedOfStrangers = createFairBytes({ total: 2 * maxBytes, perLane: 2 * maxBytes })
  const inWork = createFairBytes({ total: 2 * maxBytes, perLane: maxBytes })

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: RequestPayload,
  ): Promise<RequestPayload> => {
    const { bodyLimit } = request.routeOptions
    const { 'content-length': stated } = request.headers
    const announced = stated === undefined ? bodyLimit : Number(stated)
    // Refused for its size alone, without being read.
    if (announced > bodyLimit) return payload
    const take = createTaker(reply, waitMs)
    const shown = await findOwner(request)
    let lane = shown ?? addressOf(request)
    let arrived = shown === undefined ? receivedOfStrangers : received
    const chunks: Buffer[] = []
    let size = 0
    await readChunks(payload, async chunk => {
      if (size === 0) {
        const written = shown ?? (await findOwner(request, chunk))
        if (written !== undefined) [lane, arrived] = [written, received]
        await take(begun, lane, announced)
      }
      size += chunk.length
      if (size > bodyLimit) throw new RequestError('body_too_large', describeLimit(request))
      await take(arrived, lane, chunk.length)
      chunks.push(chunk)
    })
    if (size > 0) await take(inWork, lane, size)
    return Readable.from(chunks, { objectMode: false })
  }
}

const addressOf = ({ ip }: FastifyRequest): string => `address ${computeClientAddress(ip)}`

function describeLimit({ routeOptions }: FastifyRequest): { message?: string } {
  const { tooLargeMessage } = routeOptions.config
  return tooLargeMessage === undefined ? {} : { message: tooLargeMessage }
}

/** What is taken is held until the request has ended, in whatever way. */
function createTaker({ raw }: FastifyReply, waitMs: number) {
  const held: (() => void)[] = []
  return async (semaphore: FairBytes, lane: string, bytes: number): Promise<void> => {
    if (!(await semaphore.take(lane, bytes, waitMs)))
      throw new RequestError('service_unavailable', {
        message: 'Too many uploads at once',
        retryAfterSeconds: 1,
      })
    const release = (): void => semaphore.release(lane, bytes)
    if (raw.destroyed || raw.closed) return release()
    // One listener, however often something is taken.
    if (held.push(release) === 1)
      raw.once('close', () => {
        for (const each of held) each()
      })
  }
}

/** Not with `for await`, which destroys the connection when it is left early, and with it the answer. */
function readChunks(payload: RequestPayload, act: (chunk: Buffer) => Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = (error?: unknown): void => {
    payload.off('data', hear).off('end', stop).off('error', fail).off('close', leave)
    // A broken connection may still report an error.
    payload.on('error', () => {})
    if (error === undefined) resolve()
    else reject(error)
  }
  const fail = (cause: unknown): void => stop(new RequestError('malformed_request', { cause }))
  const leave = (): void => fail(new Error('the connection closed within the body'))
  const hear = (chunk: Buffer): void => {
    payload.pause()
    act(chunk).then(() => payload.resume(), stop)
  }
  payload.on('data', hear).once('end', stop).once('error', fail).once('close', leave)
  return promise
}
