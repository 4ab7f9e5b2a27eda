import type { Secrets } from '../../platform/crypto/secrets.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Credit, Evaluation } from '../credit/index.ts'
import { type NewCheckout, storeCheckouts } from './checkout/checkout.ts'

/** Everything that one credit call writes: all or nothing. */
interface CreditRecord {
  readonly evaluation: Evaluation
  readonly checkout?: NewCheckout
  readonly answer: { readonly body: Buffer; readonly remember: RememberAnswer | undefined }
}

/** Stores a response for a retry of its request. */
export type RememberAnswer = (tx: Transaction, body: Buffer) => Promise<void>

type WriteCreditRecord = (record: CreditRecord) => Promise<void>

/** Few large batches: a statement of 32 rows takes a fifth less of the database per row than one of 16. */
const MAX_ITEMS = 32
const MAX_BATCHES = 2

/** Calls that finish together share one transaction, and so one flush to disk. */
export function createCreditRecords(
  database: Database,
  secrets: Secrets,
  credit: Credit,
  counts: Map<string, number> = new Map(),
): WriteCreditRecord {
  return createBatcher<CreditRecord, void>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    keyOf: ({ evaluation }) => evaluation.person.cpfIndex.toString('latin1'),
    async run(records) {
      const evaluations = records.map(({ evaluation }) => evaluation)
      const checkouts = records.flatMap(({ checkout }) => checkout ?? [])
      const answers = records.filter(({ answer }) => answer.remember !== undefined)
      if (checkouts.length + answers.length === 0) await credit.record(database, evaluations)
      else {
        await database.transaction(async tx => {
          const writes = [
            credit.record(tx, evaluations),
            ...answers.map(({ answer }) => answer.remember?.(tx, answer.body)),
          ]
          if (checkouts.length > 0) writes.push(storeCheckouts(tx, secrets, checkouts))
          await Promise.all(writes)
        })
      }
      for (const { decision } of evaluations)
        counts.set(decision.result, (counts.get(decision.result) ?? 0) + 1)
      return records.map(() => undefined)
    },
  })
}
