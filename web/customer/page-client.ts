import { computeHiddenWaitMs } from '../design/hidden-pace.ts'
import { askState, type Reply, send } from './exchange.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 15_000
/** Unanswered requests before the page says so: one may be lost when a phone changes its network. */
const QUIET_LOSSES = 1

/** What every state of a customer's page tells. */
export interface PageState {
  /** The server's clock. */
  readonly now: string
  /** Grows with every change, where the server counts them: an answer with a smaller one is old. */
  readonly version?: number
  /** Look again after so long; absent where nothing changes by itself. */
  readonly pollAfterMs?: number
}

/** What differs from one family of pages to the other. */
export interface PageRules<State extends PageState> {
  /** Code of the error of a link that leads nowhere. */
  readonly notFound: string
  /** Changes whenever something was done: how a lost answer is found again. */
  describeProgress(state: State | undefined): string
  /** How it ended is still worth reading when its link can no longer be used. */
  hasEnded(state: State | undefined): boolean
}

export interface Snapshot<State> {
  readonly state: State | undefined
  /** The link leads nowhere. */
  readonly isGone: boolean
  readonly isOffline: boolean
}

/**
 * What the server last said, and the only way to change it. The step that is shown is always the server's: every answer carries the
 * whole state, and after an answer that was lost the state is asked for, so that nobody has to guess what was done.
 */
export class PageClient<State extends PageState> {
  readonly base: string
  readonly #rules: PageRules<State>
  readonly #onChange: (snapshot: Snapshot<State>) => void
  #snapshot: Snapshot<State> = { state: undefined, isGone: false, isOffline: false }
  #timer: ReturnType<typeof setTimeout> | undefined
  #losses = 0
  /** Answers since the page was last seen. */
  #hiddenAnswers = 0
  #asked = 0
  /** Number of the request whose answer is shown. */
  #shown = 0
  #clockLeadMs = 0

  constructor(base: string, rules: PageRules<State>, onChange: (snapshot: Snapshot<State>) => void) {
    this.base = base
    this.#rules = rules
    this.#onChange = onChange
  }

  get state(): State | undefined {
    return this.#snapshot.state
  }

  /** The server's clock, by which codes are sent again. */
  now(): number {
    return Date.now() + this.#clockLeadMs
  }

  start(): void {
    // What was shown before the page was put away may be long past.
    document.addEventListener('visibilitychange', () => {
      this.#hiddenAnswers = 0
      if (!document.hidden) void this.refresh()
    })
    // Beside another window, where the purchase may have gone on.
    addEventListener('focus', () => void this.refresh())
    addEventListener('online', () => void this.refresh())
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.refresh()
    })
    void this.refresh()
  }

  async refresh(): Promise<void> {
    const number = this.#begin()
    const reply = await askState<State>(this.base)
    // A server that cannot say where the purchase is counts as no answer: it is asked less and less often.
    const isUnknown = reply.kind === 'refused' && reply.error.code !== this.#rules.notFound
    this.#take(number, isUnknown ? { kind: 'lost' } : reply)
  }

  act(path: string, body?: object): Promise<Reply<State>> {
    return this.perform(() => send(this.base, path, body))
  }

  /** Any request that is answered with the new state. */
  protected async perform(request: () => Promise<Reply<State>>): Promise<Reply<State>> {
    const number = this.#begin()
    const reply = await request()
    const before = this.state
    this.#take(number, reply)
    if (reply.kind === 'state') return reply
    // Refused or lost, the purchase may be elsewhere than this page thinks.
    await this.refresh()
    const { state } = this
    const { describeProgress } = this.#rules
    const wasDone = state !== undefined && describeProgress(state) !== describeProgress(before)
    return reply.kind === 'lost' && wasDone ? { kind: 'state', state } : reply
  }

  #begin(): number {
    clearTimeout(this.#timer)
    this.#asked += 1
    return this.#asked
  }

  #take(number: number, reply: Reply<State>): void {
    this.#losses = reply.kind === 'lost' ? this.#losses + 1 : 0
    let { state, isGone } = this.#snapshot
    if (reply.kind === 'state' && this.#isNewer(reply.state, number)) {
      state = reply.state
      this.#shown = number
      this.#clockLeadMs = Date.parse(reply.state.now) - Date.now()
    }
    const isUnknown = reply.kind === 'refused' && reply.error.code === this.#rules.notFound
    if (isUnknown && !this.#rules.hasEnded(state)) isGone = true
    this.#snapshot = { state, isGone, isOffline: this.#losses > QUIET_LOSSES }
    this.#onChange(this.#snapshot)
    this.#schedule()
  }

  /** Answers may overtake each other: a smaller version is old, and of equal ones the later question counts. */
  #isNewer({ version = 0 }: State, number: number): boolean {
    const { state: known } = this
    if (known === undefined) return true
    const { version: knownVersion = 0 } = known
    return version === knownVersion ? number > this.#shown : version > knownVersion
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#snapshot.isGone) return
    const waitMs = this.#computeWaitMs()
    if (waitMs === undefined) return
    // Whoever waits in another window must not find the page where it was left.
    const paceMs = document.hidden ? computeHiddenWaitMs(waitMs, this.#hiddenAnswers++) : waitMs
    this.#timer = setTimeout(() => void this.refresh(), paceMs)
  }

  #computeWaitMs(): number | undefined {
    const { state } = this
    const isLost = this.#losses > 0 || state === undefined
    if (!isLost) return state.pollAfterMs
    return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#losses)
  }
}
