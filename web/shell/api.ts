import type { ErrorBody, ErrorCode } from '../../src/contract/errors.ts'

const DEADLINE_MS = 20_000

/** A refusal of the server, or no response. */
export class StaffProblem extends Error {
  readonly code: string
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode | 'offline' | (string & {}), retryAfterSeconds?: number) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface StaffApi {
  get<Answer>(path: string): Promise<Answer>
  post<Answer = unknown>(path: string, body?: object): Promise<Answer>
  /** Any address of the service, such as a file's; throws a problem unless the answer is a success. */
  fetch(url: string, options?: RequestInit): Promise<Response>
}

let heardAtMs = performance.now()

/** Time since the last response: the server ends an idle session. */
export const computeSilenceMs = (): number => performance.now() - heardAtMs

/** Calls of one realm's pages; the header shows that they come from a page of ours. */
export function createStaffApi(base: string, header: string): StaffApi {
  async function call<Answer>(path: string, options: RequestInit): Promise<Answer> {
    return (await (await ask(`${base}${path}`, options)).json()) as Answer
  }
  return {
    get: path => call(path, {}),
    post: (path, body = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header]: '1' },
        body: JSON.stringify(body),
      }),
    fetch: (url, options = {}) => ask(url, { ...options, headers: { ...options.headers, [header]: '1' } }),
  }
}

async function ask(url: string, options: RequestInit): Promise<Response> {
  const response = await send(url, options)
  if (!response.ok) throw await toProblem(response)
  return response
}

async function send(url: string, options: RequestInit): Promise<Response> {
  try {
    heardAtMs = performance.now()
    return await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS), ...options })
  } catch {
    throw new StaffProblem('offline')
  }
}

async function toProblem(response: Response): Promise<StaffProblem> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new StaffProblem(body?.code ?? 'internal_error', Number.isFinite(wait) ? wait : undefined)
}
