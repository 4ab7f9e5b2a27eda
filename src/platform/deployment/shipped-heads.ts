import type { Clock } from '../../kernel/clock.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Log } from '../telemetry/log.ts'
import type { ChainName, KeptHeads } from './kept-heads.ts'

const EVERY_MS = 60 * 60_000

/**
 * Also puts one head an hour of each chain into the bucket. With a lock on its objects, nobody can take them back, not
 * even who administers database and machine.
 */
export function shipHeads(
  kept: KeptHeads,
  options: {
    readonly bucket: FileStore
    readonly deploymentId: string
    readonly clock: Clock
    readonly log: Pick<Log, 'warn'>
  },
): KeptHeads {
  const { bucket, deploymentId, clock, log } = options
  const shippedAtMs = new Map<ChainName, number>()
  return {
    ...kept,
    async keep(chain, head) {
      await kept.keep(chain, head)
      const nowMs = clock.now().getTime()
      if (nowMs - (shippedAtMs.get(chain) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
      const name = `heads-${deploymentId}-${chain}-${head.position}.txt`
      try {
        await bucket.put(name, Buffer.from(`${chain} ${head.position}:${head.hash}\n`))
        shippedAtMs.set(chain, nowMs)
      } catch (error) {
        // File and log have the head; the next minute tries again.
        log.warn({ err: error }, 'a head was not shipped')
      }
    },
  }
}
