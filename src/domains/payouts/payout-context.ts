import type { Centavos } from '../../kernel/money.ts'
import type { ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { PurchaseContext } from '../purchases/index.ts'
import type { HoldContext } from './money-hold.ts'
import type { PayoutRail } from './rail.ts'

/** For everything that orders money out or asks a bank about it. */
export interface PayoutContext extends PurchaseContext, Pick<HoldContext, 'realClock' | 'keptHeads'> {
  /** Undefined where orders leave by files that an operator exchanges with the bank. */
  readonly payoutRail: PayoutRail | undefined
  /** Above it a person approves. */
  readonly payoutApprovalLimitCentavos: Centavos
  /** Told of orders that somebody changed outside the program. */
  readonly reportForgery: ReportForgery
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 15 * 60_000

/** Doubles with every attempt up to a quarter of an hour, with jitter, so that what failed together comes apart. */
export function computeNextAsk(now: Date, attempts: number): Date {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 20))
  return new Date(now.getTime() + Math.round(delayMs * (0.75 + Math.random() / 2)))
}
