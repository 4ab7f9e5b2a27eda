import type { OnboardingError, OnboardingState, PictureKind } from '../../src/contract/onboarding.ts'
import { askState, type Reply, send, sendPicture } from './api.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 15_000
/** Unanswered requests before the page says so: one may be lost when a phone changes its network. */
const QUIET_LOSSES = 1
const NOT_FOUND: OnboardingError['code'] = 'onboarding_not_found'

export interface Snapshot {
  readonly state: OnboardingState | undefined
  /** The link leads nowhere. */
  readonly isGone: boolean
  readonly isOffline: boolean
}

/**
 * What the server last said, and the only way to change it. The step that is shown is always the server's: every answer carries the
 * whole state, and after an answer that was lost the state is asked for, so that nobody has to guess what was done.
 */
export class OnboardingClient {
  readonly base: string
  readonly #onChange: (snapshot: Snapshot) => void
  #snapshot: Snapshot = { state: undefined, isGone: false, isOffline: false }
  #timer: ReturnType<typeof setTimeout> | undefined
  #losses = 0
  #asked = 0
  /** Number of the request whose answer is shown. */
  #shown = 0
  #clockLeadMs = 0

  constructor(base: string, onChange: (snapshot: Snapshot) => void) {
    this.base = base
    this.#onChange = onChange
  }

  /** The server's clock, by which codes are sent again. */
  now(): number {
    return Date.now() + this.#clockLeadMs
  }

  start(): void {
    // What was shown before the page was put away may be long past.
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
    // A server that cannot say where the purchase is has as good as not answered: it is asked less and less often.
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
    // Refused or lost, the purchase may be elsewhere than this page thinks.
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
    // The link of a purchase that has ended leads nowhere, but how it ended is still worth reading.
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

/** Answers may overtake each other: a smaller version is old, and of equal ones the later question counts. */
function isNewer(
  state: OnboardingState,
  number: number,
  known: OnboardingState | undefined,
  shown: number,
): boolean {
  if (known === undefined || state.version > known.version) return true
  return state.version === known.version && number > shown
}
