import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from './seeded-random.ts'

export interface CallAnswer {
  readonly status: number
  readonly text: string
  readonly body: Record<string, unknown>
}

/** Calls as a careful retailer does: it repeats a request, at any process, until it gets a final answer. */
export interface PersistentCaller {
  call(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<CallAnswer>
  /** Undefined when the connection was lost; this call is not repeated. */
  callOnce(path: string, body: object): Promise<CallAnswer | undefined>
  /** Requests whose connection was lost before their answer came. */
  readonly cutCount: number
  /** Answers that only asked to try again. */
  readonly putOffCount: number
  readonly answeredCount: number
}

const GIVE_UP_MS = 180_000
const ANSWER_MS = 20_000
const AGAIN_MS = 40

export function createCaller(ports: readonly number[], random: SeededRandom): PersistentCaller {
  let cutCount = 0
  let putOffCount = 0
  let answeredCount = 0

  async function attempt(path: string, body: object, headers: object): Promise<CallAnswer | 'down' | 'cut'> {
    try {
      const response = await fetch(`http://127.0.0.1:${random.pick(ports)}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      const text = await response.text()
      return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> }
    } catch (error) {
      if (isRefused(error)) return 'down'
      cutCount += 1
      return 'cut'
    }
  }

  return {
    get cutCount() {
      return cutCount
    },
    get putOffCount() {
      return putOffCount
    },
    get answeredCount() {
      return answeredCount
    },
    async call(path, body, headers = {}) {
      const deadline = Date.now() + GIVE_UP_MS
      for (;;) {
        const answer = await attempt(path, body, headers)
        if (typeof answer === 'object') {
          if (isFinal(answer)) {
            answeredCount += 1
            return answer
          }
          putOffCount += 1
        }
        if (Date.now() > deadline)
          throw new Error(`${path}: no answer for good, last ${JSON.stringify(answer)}`)
        await delay(AGAIN_MS * (1 + random.draw()))
      }
    },
    async callOnce(path, body) {
      for (;;) {
        const answer = await attempt(path, body, {})
        if (answer === 'cut') return undefined
        if (answer !== 'down' && isFinal(answer)) return answer
        await delay(AGAIN_MS)
      }
    },
  }
}

/** Not a final answer: the database is unavailable, or the same request is still running. */
function isFinal({ status, body }: CallAnswer): boolean {
  if (status === 503 || status === 429) return false
  return !['idempotency_in_progress', 'authorization_in_progress'].includes(String(body.code))
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
