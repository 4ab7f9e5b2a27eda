import fc from 'fast-check'
import type { OpenApi } from '../../../src/http/reference/list-operations.ts'
import type { Route } from '../../purchases/route-list.ts'
import { createAnswerCheck } from './check-answer.ts'
import { createKnownIds } from './known-ids.ts'
import { listOperations, listUnpublished, type OpenApiDocument } from './operations.ts'
import { createRequests, type FuzzedRequest } from './requests.ts'
import { createSender, type FuzzAnswer } from './send.ts'
import { playWholeLife } from './whole-life.ts'
import { buyOne, waitAtDesk } from './whole-purchase.ts'

export interface FuzzPlan {
  readonly port: number
  readonly requests: number
  readonly seed: number
  readonly longestMs: number
  /** All routes of the server. */
  readonly routes: readonly Route[]
  /** Only these published paths, and no others; everything when absent. */
  readonly paths?: readonly string[]
  readonly log: (line: string) => void
}

export interface FuzzReport {
  readonly sent: number
  readonly operations: number
  readonly unpublished: number
  readonly byKind: Readonly<Record<string, number>>
  readonly byStatus: Readonly<Record<string, number>>
  readonly slowestMs: number
  readonly requestsPerSecond: number
  /** Operations that never succeeded: the code behind their checks was not reached. */
  readonly neverServed: readonly string[]
  readonly defects: readonly string[]
}

const CONNECTIONS = 8
const BATCH = 500
const MOST_DEFECTS = 20
const SHOWN_CHARACTERS = 400
const TOLD_EVERY = 10_000
const BATCHES_PER_PURCHASE = 4
const MOST_AT_DESK = 800

/** Sends requests generated from the published reference; each answer must match the reference too. */
export async function fuzz(plan: FuzzPlan): Promise<FuzzReport> {
  const { port, requests, seed, longestMs, routes, paths, log } = plan
  const document = (await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json()) as OpenApiDocument &
    OpenApi
  const all = listOperations(document)
  const published = all.filter(({ path }) => paths?.includes(path) ?? true)
  const unpublished = paths === undefined ? listUnpublished(routes, all) : []
  const arbitrary = fc.oneof(
    { weight: 6, arbitrary: createRequests(published) },
    ...(unpublished.length === 0 ? [] : [{ weight: 1, arbitrary: createRequests(unpublished) }]),
  )
  const check = createAnswerCheck(longestMs)
  const known = createKnownIds()
  const sender = createSender(port, CONNECTIONS)
  const byKind: Record<string, number> = {}
  const byStatus: Record<string, number> = {}
  const served = new Set<string>()
  const defects: string[] = []
  let sent = 0
  let slowestMs = 0

  async function sendOne(request: FuzzedRequest): Promise<FuzzAnswer | undefined> {
    let answered: FuzzAnswer | undefined
    const filled = {
      ...request,
      target: known.fill(request.target),
      body: request.body === undefined ? undefined : known.fill(request.body),
    }
    const problem = await sender.send(filled).then(
      answer => {
        byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
        slowestMs = Math.max(slowestMs, answer.durationMs)
        answered = answer
        if (answer.status < 300) {
          served.add(`${request.operation.method} ${request.operation.path}`)
          known.learn(answer.body)
        }
        const verdict = check(request, answer)
        return verdict === undefined
          ? undefined
          : `${verdict}: ${answer.text.slice(0, SHOWN_CHARACTERS).replaceAll(/[^ -~]/g, '.')}`
      },
      error => `no answer: ${error instanceof Error ? error.message : String(error)}`,
    )
    sent += 1
    byKind[request.kind] = (byKind[request.kind] ?? 0) + 1
    if (problem !== undefined) defects.push(`${describe(filled)}\n  ${problem}`)
    if (sent % TOLD_EVERY === 0) log(`${sent} requests, ${defects.length} defects`)
    return answered
  }

  const startedAt = performance.now()
  try {
    if (paths === undefined) await playWholeLife(document, published, sendOne)
    for (let batch = 0; sent < requests && defects.length < MOST_DEFECTS; batch++) {
      if (batch % BATCHES_PER_PURCHASE === 0) await buyOne(port, known.learn)
      // Often, because a reset among the requests ends it soon; a persona has a thousand people.
      if (batch < MOST_AT_DESK) await waitAtDesk(port, known.learn)
      const drawn = fc.sample(arbitrary, { numRuns: Math.min(BATCH, requests - sent), seed: seed + batch })
      const queue = drawn.values()
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          for (const request of queue) await sendOne(request)
        }),
      )
    }
  } finally {
    sender.close()
  }
  return {
    sent,
    operations: published.length,
    unpublished: unpublished.length,
    byKind,
    byStatus,
    slowestMs: Math.round(slowestMs),
    requestsPerSecond: Math.round(sent / ((performance.now() - startedAt) / 1000)),
    neverServed: published.map(({ method, path }) => `${method} ${path}`).filter(each => !served.has(each)),
    defects,
  }
}

function describe({ kind, method, target, headers, body }: FuzzedRequest): string {
  const shown = [
    method,
    target.slice(0, SHOWN_CHARACTERS),
    JSON.stringify(headers),
    body?.slice(0, SHOWN_CHARACTERS),
  ]
  return `${kind}: ${shown.join(' ').replaceAll(/[^ -~]/g, '.')}`
}
