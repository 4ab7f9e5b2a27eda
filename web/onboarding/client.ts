import type { OnboardingError, OnboardingState, PictureKind } from '../../src/contract/onboarding.ts'
import { askState, type Reply, send, sendPicture } from './api.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 15_000
/** Failed requests before the page reports it: one may be lost when a phone changes its network. */
const QUIET_LOSSES = 1
const NOT_FOUND: OnboardingError['code'] = 'onboarding_not_found'

export interface Snapshot {
  readonly state: OnboardingState | undefined
  /** The link is invalid or has expired. */
  readonly isGone: boolean
  readonly isOffline: boolean
}

/**
 * Holds the server's last state, and is the only way to change it. The page always shows the server's step: every
 * response carries the whole state, and after a lost response the state is fetched again, so that the page never
 * guesses.
 */
export class OnboardingClient {
  readonly base: string
  readonly #onChange: (snapshot: Snapshot) => void
  #snapshot: Snapshot = { state: undefined, isGone: false, isOffline: false }
  #timer: ReturnType<typeof setTimeout> | undefined
  #losses = 0
  #asked = 0
  /** Number of the request whose response is shown. */
  #shown = 0
  #clockLeadMs = 0

  constructor(base: string, onChange: (snapshot: Snapshot) => void) {
    this.base = base
    this.#onChange = onChange
  }

  /** The server's clock, from which the time to resend a code is counted. */
  now(): number {
    return Date.now() + this.#clockLeadMs
  }

  start(): void {
    // The state may be outdated when the page becomes visible again.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.refresh()
    })
    addEventListener('online', () => void this.refresh())
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.refresh()
    })
    void this.refresh()
  }

  async refresh(): Promise<void> {
    const number = this.#begin()
    const reply = await askState(this.base)
    // A server that cannot report the state counts as not responding: the interval of polling grows.
    const isUnknown = reply.kind === 'refused' && reply.error.code !== NOT_FOUND
    this.#take(number, isUnknown ? { kind: 'lost' } : reply)
  }

  async act(path: string, body?: object): Promise<Reply> {
    const number = this.#begin()
    return this.#finish(number, await send(this.base, path, body))
  }

  async sendPicture(kind: PictureKind, picture: Blob, onProgress: (share: number) => void): Promise<Reply> {
    const number = this.#begin()
    return this.#finish(number, await sendPicture(`${this.base}/documents/${kind}`, picture, onProgress))
  }

  #begin(): number {
    clearTimeout(this.#timer)
    this.#asked += 1
    return this.#asked
  }

  async #finish(number: number, reply: Reply): Promise<Reply> {
    const before = this.#snapshot.state
    this.#take(number, reply)
    if (reply.kind === 'state') return reply
    // After a refusal or a lost response, the purchase may be at another step than the page shows.
    await this.refresh()
    const { state } = this.#snapshot
    const wasDone = state !== undefined && describeProgress(state) !== describeProgress(before)
    return reply.kind === 'lost' && wasDone ? { kind: 'state', state } : reply
  }

  #take(number: number, reply: Reply): void {
    this.#losses = reply.kind === 'lost' ? this.#losses + 1 : 0
    const known = this.#snapshot.state
    let { state, isGone } = this.#snapshot
    if (reply.kind === 'state' && isNewer(reply.state, number, known, this.#shown)) {
      state = reply.state
      this.#shown = number
      this.#clockLeadMs = Date.parse(reply.state.now) - Date.now()
    }
    // The link of an ended purchase is not found, but the page keeps showing how it ended.
    const isUnknown = reply.kind === 'refused' && reply.error.code === NOT_FOUND
    if (isUnknown && !hasEnded(state)) isGone = true
    this.#snapshot = { state, isGone, isOffline: this.#losses > QUIET_LOSSES }
    this.#onChange(this.#snapshot)
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (document.hidden || this.#snapshot.isGone) return
    const waitMs = this.#computeWaitMs()
    if (waitMs !== undefined) this.#timer = setTimeout(() => void this.refresh(), waitMs)
  }

  #computeWaitMs(): number | undefined {
    const { state } = this.#snapshot
    const isLost = this.#losses > 0 || state === undefined
    if (!isLost) return state.pollAfterMs
    return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#losses)
  }
}

function hasEnded(state: OnboardingState | undefined): boolean {
  return state?.status === 'CANCELED' || state?.status === 'ABANDONED'
}

function describeProgress(state: OnboardingState | undefined): string {
  return [state?.version, state?.needsConfirmation, state?.code?.purpose, state?.code?.expiresAt].join()
}

/** Responses may arrive out of order: a smaller version is outdated, and among equal ones the later request counts. */
function isNewer(
  state: OnboardingState,
  number: number,
  known: OnboardingState | undefined,
  shown: number,
): boolean {
  if (known === undefined || state.version > known.version) return true
  return state.version === known.version && number > shown
}
