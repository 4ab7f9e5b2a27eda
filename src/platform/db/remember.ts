import type { Transaction } from './database.ts'

/** Stores the answer about an outcome in the transaction of its effects: both are committed, or neither. */
export type Remember<Outcome> = (tx: Transaction, outcome: Outcome) => Promise<void>
