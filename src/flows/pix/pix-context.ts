import type { PixApi } from '../../modules/pix/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { SettleContext } from '../payments/settle-payment.ts'

/** For everything that asks the payment service provider (PSP). */
export interface PixContext extends SettleContext {
  readonly secrets: Secrets
  readonly pixApi: PixApi
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 15 * 60_000

/** Doubles with every attempt up to a quarter of an hour, with jitter, so that what failed together comes apart. */
export function computeNextTry(now: Date, attempts: number): Date {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 20))
  return new Date(now.getTime() + Math.round(delayMs * (0.75 + Math.random() / 2)))
}

/** Works on the items with several lanes, each of them taking the next item. Stops taking more when `isOver` says so. */
export async function runLanes<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: Math.min(lanes, items.length) }, async () => {
      for (const item of left) {
        if (isOver()) return
        await work(item)
      }
    }),
  )
}
