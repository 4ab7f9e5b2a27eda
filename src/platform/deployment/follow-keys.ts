import type { Log } from '../telemetry/log.ts'
import { findSealingId, type Keyring } from './keyring.ts'

/** How often a program looks for new data keys. */
export const FOLLOW_MS = 2_000

/** Learns new data keys for as long as the program runs. Returns the function that stops it. */
export function followDataKeys(keyring: Keyring, log: Log): () => void {
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    try {
      const rows = await keyring.refresh()
      const sealingId = findSealingId(rows)
      if (!keyring.dataKeys.knows(rows.at(-1)?.id ?? sealingId))
        log.error('a new data key does not open: start this program with the new ENCRYPTION_KEY')
    } catch (error) {
      // The database is away, or a statement was too slow: the next look will do.
      log.warn({ err: error }, 'data keys could not be read')
    } finally {
      isAsking = false
    }
  }, FOLLOW_MS)
  timer.unref()
  return () => clearInterval(timer)
}
