import { setTimeout as delay } from 'node:timers/promises'
import type { DataKeyRow } from '../../platform/deployment/data-key-store.ts'
import { FOLLOW_MS, type Keyring } from '../../platform/deployment/keyring.ts'
import { resealAll } from '../../platform/deployment/reseal.ts'
import type { App } from '../app.ts'

interface ExchangeWaits {
  /** Until every program knows the new data key: several refreshes, because one may fail. */
  readonly announceMs: number
  /** Until no program seals with the older key: one refresh, then the longest statement and transaction. */
  readonly settleMs: number
}

export const EXCHANGE_WAITS: ExchangeWaits = { announceMs: 5 * FOLLOW_MS, settleMs: FOLLOW_MS + 18_000 }

/** A program that hung meanwhile may still write under a retired key, which stays readable this long. */
export const REMOVAL_MS = 24 * 3_600_000

export interface Exchange {
  readonly resealed: number
  readonly forgotten: number
  readonly damaged: number
  readonly removed: readonly number[]
}

/** Whether an exchange has begun and has not ended, or an old data key can be taken away. */
export function isUnfinished(rows: readonly DataKeyRow[], now: Date): boolean {
  const newest = rows.at(-1)
  if (newest === undefined) return false
  const isRetired = ({ id, retiredAt }: DataKeyRow): boolean => id === newest.id || retiredAt !== null
  return newest.activeAt === null || !rows.every(isRetired) || listRemovable(rows, now).length > 0
}

/**
 * Seals everything under the newest data key. Each step can be interrupted: the next call repeats it or finds it done.
 */
export async function finishExchange(
  app: App & { readonly keyring: Keyring },
  report: (text: string) => void,
  waits: ExchangeWaits = EXCHANGE_WAITS,
): Promise<Exchange> {
  const { keyring, realClock } = app
  const newest = (await keyring.refresh()).at(-1)
  if (newest === undefined) return { resealed: 0, forgotten: 0, damaged: 0, removed: [] }
  if (newest.activeAt === null) {
    report(`data key ${newest.id} is announced; every program learns it now`)
    await delay(waits.announceMs)
    await keyring.activate(newest.id, realClock.now())
    await keyring.refresh()
  }
  const resealed = await resealUntilClean(app, report, waits.settleMs)
  await keyring.retireBefore(newest.id, realClock.now())
  // The key of an unreadable box is kept, whatever the cause.
  const removed = resealed.damaged > 0 ? [] : listRemovable(await keyring.refresh(), realClock.now())
  for (const id of removed) await keyring.remove(id)
  return { ...resealed, removed }
}

/** Ends when a pass over all boxes, begun after every program stopped using the older key, finds none under it. */
async function resealUntilClean(
  app: App,
  report: (text: string) => void,
  settleMs: number,
): Promise<Omit<Exchange, 'removed'>> {
  const settledAt = performance.now() + settleMs
  let resealed = 0
  for (;;) {
    const begunAt = performance.now()
    const { count, ...left } = await resealAll(app, {
      report: (place, done) => {
        if (done.count > 0) report(`${place}: ${done.count} boxes sealed again`)
        if (done.damaged > 0) report(`${place}: ${done.damaged} boxes do not open`)
      },
    })
    resealed += count
    if (count > 0) continue
    if (begunAt >= settledAt) return { resealed, ...left }
    await delay(Math.max(0, settledAt - performance.now()))
  }
}

function listRemovable(rows: readonly DataKeyRow[], now: Date): number[] {
  return rows.flatMap(({ id, box, retiredAt }) =>
    box !== null && retiredAt !== null && now.getTime() - retiredAt.getTime() >= REMOVAL_MS ? [id] : [],
  )
}
