import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import type { Health } from '../processes/joint-health.ts'

const CHECK_MS = 2_000
const config = { public: true }

/** Metrics reveal how much is sold and how busy the machine is. */
export type MetricsReader = 'anybody' | 'nobody' | { readonly token: string }

/**
 * For probes and monitoring. `checkReady` rejects while requests could not be served. A mere warning leaves the answer
 * at 200: a balancer that took the process away would stop selling, too.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  options: {
    readonly health: Health
    readonly metricsType: string
    readonly metricsReader: MetricsReader
  },
): void {
  app.get('/health', { config }, async () => ({ status: 'alive' }))

  app.get('/ready', { config }, async () => {
    const warnings = await withinTime(options.health.checkReady())
    return { status: 'ready', ...(warnings.length > 0 && { warnings }) }
  })

  app.get('/metrics', { config }, async (request, reply) => {
    checkReader(options.metricsReader, request.headers.authorization)
    return reply.type(options.metricsType).send(await options.health.presentMetrics())
  })
}

function checkReader(reader: MetricsReader, authorization = ''): void {
  if (reader === 'anybody') return
  if (reader === 'nobody') throw new RequestError('route_not_found')
  // Hashes have one length, as the comparison in constant time needs.
  const [shown, right] = [authorization, `Bearer ${reader.token}`].map(text =>
    createHash('sha256').update(text).digest(),
  )
  if (shown === undefined || right === undefined || !timingSafeEqual(shown, right))
    throw new RequestError('metrics_token_required')
}

async function withinTime<Result>(check: Promise<Result>): Promise<Result> {
  const timer = new AbortController()
  const late = delay(CHECK_MS, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error('not ready in time')
  })
  try {
    return await Promise.race([check, late])
  } catch (cause) {
    if (cause instanceof RequestError) throw cause
    throw new RequestError('service_unavailable', { retryAfterSeconds: 1, cause })
  } finally {
    timer.abort()
    void late.catch(() => {})
    void check.catch(() => {})
  }
}
