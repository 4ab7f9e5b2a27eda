import type { App } from '../../app/app.ts'
import { orReport } from '../../platform/crypto/row-mac.ts'
import { advanceNames, findNamesProgress, insertNames, listIdsToName } from './store/names.ts'
import { lockPurchase } from './store/purchases.ts'

const PAGE = 100
const LONGEST_MS = 20_000

/**
 * Makes purchases of an earlier release findable by name. Can be cut off at any time, and run by any number of workers.
 * Returns how many it looked at.
 */
export async function indexNames({ database, secrets, reportForgery }: App): Promise<number> {
  const endsAt = performance.now() + LONGEST_MS
  let seen = 0
  while (performance.now() < endsAt) {
    const progress = await findNamesProgress(database)
    if (progress === undefined) return seen
    const ids = await listIdsToName(database, progress, PAGE)
    await database.transaction(async tx => {
      for (const id of ids) {
        // Locked: whoever is forgotten meanwhile is not named again.
        const purchase = await orReport(reportForgery, lockPurchase(tx, secrets, id))
        if (purchase !== undefined) insertNames(tx, secrets, [purchase])
      }
      advanceNames(tx, ids.length < PAGE ? progress.untilId : (ids.at(-1) ?? progress.untilId))
    })
    seen += ids.length
  }
  return seen
}
