import { DESK_HEADER, PAGE_COUNT_HEADER } from '../../src/contract/desk.ts'
import type { ErrorBody } from '../../src/contract/errors.ts'

const DEADLINE_MS = 20_000

/** A refusal of the server, or no response. */
export class DeskProblem extends Error {
  readonly code: string
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, retryAfterSeconds?: number) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function get<Answer>(path: string): Promise<Answer> {
  return call<Answer>(path, {})
}

export function post<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
  return call<Answer>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [DESK_HEADER]: '1' },
    body: JSON.stringify(body),
  })
}

/** The bytes behind a short-lived URL from the server. */
export async function fetchFile(url: string): Promise<Blob> {
  return (await fetchPage(url)).blob
}

/** A picture of one page, and how many pages its file has. */
export async function fetchPage(url: string): Promise<{ readonly blob: Blob; readonly pageCount: number }> {
  const response = await send(url, {})
  if (!response.ok) throw await toProblem(response)
  return { blob: await response.blob(), pageCount: Number(response.headers.get(PAGE_COUNT_HEADER) ?? 1) }
}

async function call<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const response = await send(`/desk/api${path}`, options)
  if (!response.ok) throw await toProblem(response)
  return (await response.json()) as Answer
}

let heardAtMs = performance.now()

/** Time since the last response: the server ends an idle session. */
export const computeSilenceMs = (): number => performance.now() - heardAtMs

async function send(url: string, options: RequestInit): Promise<Response> {
  try {
    heardAtMs = performance.now()
    return await fetch(url, { ...options, signal: AbortSignal.timeout(DEADLINE_MS) })
  } catch {
    throw new DeskProblem('offline')
  }
}

async function toProblem(response: Response): Promise<DeskProblem> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new DeskProblem(body?.code ?? 'internal_error', Number.isFinite(wait) ? wait : undefined)
}
