import { fileContract, listUnfiledContracts } from '../../domains/contracts/index.ts'
import { fileDocument, listUnfiledDocuments } from '../../domains/onboarding/index.ts'
import type { App } from '../app.ts'

export interface FilingTerms {
  /** Younger files stay in their rows: they are about to be analysed, sent and shown. */
  readonly afterMs: number
  /** After this time the rest waits for the next run. */
  readonly longestMs: number
}

const USUAL: FilingTerms = { afterMs: 3_600_000, longestMs: 45_000 }
const PAGE = 40
const AT_ONCE = 4

/**
 * Moves pictures and signed documents out of the database, where `FILES_URL` names another place. They are written into
 * their rows first, in the transaction that they belong to, so that no customer waits for the storage of files. Can be
 * cut off at any time: a row names its file only after the storage has given the same bytes back. Returns how many.
 */
export async function fileEvidence(app: App, { afterMs, longestMs }: FilingTerms = USUAL): Promise<number> {
  if (!app.files.isOutside) return 0
  const { database, clock } = app
  const before = new Date(clock.now().getTime() - afterMs)
  const endsAt = performance.now() + longestMs
  const documents = await drainPages(
    () => listUnfiledDocuments(database, before, PAGE),
    document => fileDocument(app, document),
    endsAt,
  )
  const contracts = await drainPages(
    () => listUnfiledContracts(database, before, PAGE),
    id => fileContract(app, id),
    endsAt,
  )
  return documents + contracts
}

/** Stops at the first failure: a storage that refuses one file refuses the others too. */
async function drainPages<Item>(
  listPage: () => Promise<readonly Item[]>,
  move: (item: Item) => Promise<boolean>,
  endsAt: number,
): Promise<number> {
  let moved = 0
  for (;;) {
    const page = await listPage()
    for (let at = 0; at < page.length; at += AT_ONCE) {
      if (performance.now() >= endsAt) return moved
      const done = await Promise.all(page.slice(at, at + AT_ONCE).map(move))
      moved += done.filter(isMoved => isMoved).length
    }
    if (page.length < PAGE) return moved
  }
}
