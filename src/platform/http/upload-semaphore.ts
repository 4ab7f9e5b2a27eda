import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { computeClientAddress } from './client-address.ts'

interface UploadSemaphoreOptions {
  /** Of one client's bodies in work at a time; a single body always fits, whatever its size. */
  readonly maxBytes: number
  readonly waitMs?: number
  /**
   * The sender, from the headers or, when those do not name one, from the beginning of the body. Throws when they name
   * no known sender.
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

/** The bytes are held until the request has ended, however it ends. */
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
  const leave = (): void => fail(new Error('the connection closed before the body was complete'))
  const hear = (chunk: Buffer): void => {
    payload.pause()
    act(chunk).then(() => payload.resume(), stop)
  }
  payload.on('data', hear).once('end', stop).once('error', fail).once('close', leave)
  return promise
}

/*
 * A semaphore of bytes with lanes, one for each client. No lane holds more than its share, and lanes that wait are served
 * in turn, so that one client cannot keep the others out.
 */
interface FairBytes {
  /** False when it took too long; otherwise `release` must follow. */
  take(lane: string, bytes: number, waitMs: number): Promise<boolean>
  release(lane: string, bytes: number): void
}

interface Lane {
  used: number
  readonly waiting: Set<Waiting>
}

interface Waiting {
  readonly bytes: number
  grant(): void
}

function createFairBytes(most: { readonly total: number; readonly perLane: number }): FairBytes {
  /** The lane that has waited longest for its turn first. */
  const lanes = new Map<string, Lane>()
  let used = 0

  const fits = (usedBytes: number, bytes: number, limit: number): boolean =>
    // One request always fits, whatever its size.
    usedBytes === 0 || usedBytes + bytes <= limit

  function findNext(): { name: string; lane: Lane; waiting: Waiting } | undefined {
    for (const [name, lane] of lanes) {
      const [waiting] = lane.waiting
      if (waiting === undefined || !fits(lane.used, waiting.bytes, most.perLane)) continue
      // A large one is not overtaken by small ones for ever.
      return fits(used, waiting.bytes, most.total) ? { name, lane, waiting } : undefined
    }
    return undefined
  }

  function admit(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      const { name, lane, waiting } = next
      lane.waiting.delete(waiting)
      lane.used += waiting.bytes
      used += waiting.bytes
      lanes.delete(name)
      lanes.set(name, lane)
      waiting.grant()
    }
  }

  function forgetEmpty(name: string, lane: Lane): void {
    if (lane.used === 0 && lane.waiting.size === 0) lanes.delete(name)
  }

  return {
    take(name, bytes, waitMs) {
      const lane = lanes.get(name) ?? { used: 0, waiting: new Set() }
      lanes.set(name, lane)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiting: Waiting = {
        bytes,
        grant() {
          clearTimeout(timer)
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        if (!lane.waiting.delete(waiting)) return
        forgetEmpty(name, lane)
        resolve(false)
        admit()
      }, waitMs)
      lane.waiting.add(waiting)
      admit()
      return promise
    },
    release(name, bytes) {
      const lane = lanes.get(name)
      if (lane === undefined) throw new Error(`lane ${name} holds nothing`)
      lane.used -= bytes
      used -= bytes
      forgetEmpty(name, lane)
      admit()
    },
  }
}
