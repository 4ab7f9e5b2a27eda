import { fileContracts } from '../../domains/contracts/store.ts'
import { fileDocuments } from '../../domains/onboarding/index.ts'
import type { App } from '../app.ts'

interface FilingTerms {
  /** Younger files stay in their rows: they are about to be analysed, sent and shown. */
  readonly afterMs: number
  /** After this time the rest waits for the next run. */
  readonly longestMs: number
}

const USUAL: FilingTerms = { afterMs: 3_600_000, longestMs: 45_000 }

/**
 * Moves pictures and signed documents out of the database, where `FILES_URL` names another place. They are written into
 * their rows first, in the transaction that they belong to, so that no customer waits for the storage of files. Can be
 * cut off at any time: a row names its file only after the storage has given the same bytes back. Returns how many.
 */
export async function fileEvidence(app: App, { afterMs, longestMs }: FilingTerms = USUAL): Promise<number> {
  if (!app.files.isOutside) return 0
  const before = new Date(app.clock.now().getTime() - afterMs)
  const endsAt = performance.now() + longestMs
  return (await fileDocuments(app, before, endsAt)) + (await fileContracts(app, before, endsAt))
}
