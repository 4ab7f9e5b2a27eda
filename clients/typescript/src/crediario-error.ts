export interface ErrorDetail {
  readonly field: string
  readonly message: string
}

/** A refusal of the service. `code` is stable and meant for programs; `trackId` is what to quote when asking about it. */
export class CrediarioError extends Error {
  override readonly name = 'CrediarioError'
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly trackId: string | undefined
  /** How long to wait before the same call is worth repeating. */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Pick<Response, 'status' | 'headers'>, body: Readonly<Record<string, unknown>>) {
    const { message, code, details, trackId } = body
    super(typeof message === 'string' ? message : `the service answered ${response.status}`)
    this.status = response.status
    this.code = typeof code === 'string' ? code : 'unreadable_answer'
    this.details = Array.isArray(details) ? details : []
    this.trackId = typeof trackId === 'string' ? trackId : (response.headers.get('x-track-id') ?? undefined)
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(wait) ? wait : undefined
  }
}
