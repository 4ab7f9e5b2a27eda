import { computeSendWaitMs, FIRST_PAUSE_MS, type SendLimit, USUAL_LIMIT } from '../../kernel/send-limit.ts'

/** Where a code is asked for: on the page of a payment link, in a purchase, or in the customer's area. */
export type CodeWay = 'link' | 'purchase' | 'account'

export interface Countable {
  readonly way: CodeWay
  /** What the phone's owner has proved before, which gives codes that strangers cannot use up. */
  readonly reserve: string | null
  /** The link, the purchase or the sign-in. */
  readonly subject: string
  readonly address: Buffer
}

/** A code that was sent and not entered. */
export interface CodeSend extends Countable {
  readonly sentAt: Date
}

interface Limits {
  readonly perSubject: SendLimit
  readonly perAddress: SendLimit
  readonly perPhone: SendLimit
}

const byTheDay = (perDay: number): SendLimit => ({ perDay, pausesMs: [] })
const STRANGERS_PER_PHONE = 10

/**
 * By the day, for those who have proved nothing about the phone. One address has less than one link, and one link less
 * than the phone: a stranger runs out of codes before the phone's owner does.
 */
const STRANGERS: Readonly<Record<CodeWay, Limits>> = {
  link: {
    perSubject: USUAL_LIMIT,
    perAddress: byTheDay(3),
    perPhone: { perDay: STRANGERS_PER_PHONE, pausesMs: [FIRST_PAUSE_MS] },
  },
  // A purchase was approved for somebody at a shop: one address may use all of its codes, and no other purchase's.
  purchase: {
    perSubject: USUAL_LIMIT,
    perAddress: byTheDay(5),
    perPhone: { perDay: STRANGERS_PER_PHONE, pausesMs: [FIRST_PAUSE_MS] },
  },
  // A device waits before it asks again; a pause here would silently drop what the owner asks for after a stranger.
  account: { perSubject: byTheDay(5), perAddress: byTheDay(3), perPhone: byTheDay(STRANGERS_PER_PHONE) },
}

/** How long the next code must wait; 0 when it may be sent now. `sends`: the phone's of the last day, oldest first. */
export function computeCodeWaitMs(
  sends: readonly CodeSend[],
  { way, reserve, subject, address }: Countable,
  now: Date,
): number {
  const { perSubject, perAddress, perPhone } = STRANGERS[way]
  const counted = sends.filter(each => each.way === way && each.reserve === reserve)
  const wait = (limit: SendLimit, isOne: (send: CodeSend) => boolean = () => true): number =>
    computeSendWaitMs(
      counted.filter(isOne).map(({ sentAt }) => sentAt),
      now,
      limit,
    )
  if (reserve !== null) return wait(perSubject)
  return Math.max(
    wait(perSubject, each => each.subject === subject),
    wait(perAddress, each => each.address.equals(address)),
    wait(perPhone),
  )
}
