import { createBatcher } from '../../../platform/db/batcher.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type AttemptTerms, type OpenEvaluation, type OpenedRow, openEvaluations } from './store.ts'

/** Opens evaluations; concurrent ones under the same version of a policy share a batch. */
export interface Openings {
  /** A version of a policy is immutable and belongs to one retailer: its terms are read once. */
  open(policyId: string, getTerms: () => AttemptTerms, evaluation: OpenEvaluation): Promise<OpenedRow>
}

const MAX_ITEMS = 32
const MAX_BATCHES = 2
const MAX_KEPT = 1_000

export function createOpenings(database: Database): Openings {
  const batchers = new Map<string, (evaluation: OpenEvaluation) => Promise<OpenedRow>>()
  return {
    open(policyId, getTerms, evaluation) {
      let submit = batchers.get(policyId)
      if (submit === undefined) {
        // A dropped batcher still finishes its pending work.
        if (batchers.size >= MAX_KEPT) batchers.clear()
        const terms = getTerms()
        submit = createBatcher({
          maxItems: MAX_ITEMS,
          maxBatches: MAX_BATCHES,
          keyOf: ({ cpfIndex }) => cpfIndex.toString('latin1'),
          run: evaluations => openEvaluations(database, terms, evaluations),
        })
        batchers.set(policyId, submit)
      }
      return submit(evaluation)
    },
  }
}
