import { Agent, request } from 'undici'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { TlsIdentity } from './tls-client.ts'

const PROBE_MS = 5_000
/** HTTP dates have whole seconds. */
const DATE_STEP_MS = 1_000

type Probe =
  | {
      readonly isReached: true
      readonly status: number
      /** How far this machine is ahead of the service; undefined when it sends no date. */
      readonly aheadMs: number | undefined
      /** The gateway of docs/ports, whose answers are invented. */
      readonly isReference: boolean
    }
  | { readonly isReached: false; readonly reason: string }

interface ProbeOptions {
  readonly url: string
  readonly token?: string | undefined
  readonly identity?: TlsIdentity | undefined
  readonly clock?: Clock
}

/** Sends a HEAD request, to see whether the service can be reached and what time it has. Never rejects. */
export async function probeService({
  url,
  token,
  identity,
  clock = systemClock,
}: ProbeOptions): Promise<Probe> {
  const agent = new Agent({
    connect: {
      timeout: PROBE_MS,
      ...(identity && { cert: identity.certificate, key: identity.key }),
      ...(identity?.ca !== undefined && { ca: identity.ca }),
    },
  })
  const sentMs = clock.now().getTime()
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: 'HEAD',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PROBE_MS),
    })
    await answer.body.dump()
    const dateMs = Date.parse(String(answer.headers.date))
    return {
      isReached: true,
      status: answer.statusCode,
      aheadMs: Number.isNaN(dateMs) ? undefined : computeAhead(sentMs, clock.now().getTime(), dateMs),
      isReference: answer.headers['x-crediario-gateway'] === 'reference',
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    const name = error instanceof Error ? error.name : 'unknown'
    return { isReached: false, reason: code ?? name }
  } finally {
    await agent.destroy()
  }
}

/** The service's time was between the date and a second later, somewhere between sending and receiving. */
function computeAhead(sentMs: number, receivedMs: number, dateMs: number): number {
  const ahead = Math.max(0, sentMs - (dateMs + DATE_STEP_MS))
  return ahead > 0 ? ahead : -Math.max(0, dateMs - receivedMs)
}
