import { createBatcher } from '../../platform/db/batcher.ts'
import type { Database } from '../../platform/db/database.ts'
import { type AttemptTerms, type OpenEvaluation, type OpenedRow, openEvaluations } from './store.ts'

/** Opens evaluations; concurrent ones of the same retailer share a batch. */
export interface Openings {
  open(terms: AttemptTerms, evaluation: OpenEvaluation): Promise<OpenedRow>
}

const MAX_ITEMS = 16
const MAX_BATCHES = 2
const MAX_KEPT = 1_000

export function createOpenings(database: Database): Openings {
  const batchers = new Map<string, (evaluation: OpenEvaluation) => Promise<OpenedRow>>()
  return {
    open(terms, evaluation) {
      const name = Object.values(terms).join(' ')
      let submit = batchers.get(name)
      if (submit === undefined) {
        // A dropped batcher still finishes its pending work.
        if (batchers.size >= MAX_KEPT) batchers.clear()
        submit = createBatcher({
          maxItems: MAX_ITEMS,
          maxBatches: MAX_BATCHES,
          keyOf: ({ cpfIndex }) => cpfIndex.toString('latin1'),
          run: evaluations => openEvaluations(database, terms, evaluations),
        })
        batchers.set(name, submit)
      }
      return submit(evaluation)
    },
  }
}
