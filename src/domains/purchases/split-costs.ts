import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type AccountName, accountOf, type Entry, listGenuineEntries, sumPostings } from '../ledger/index.ts'

/** What retailer and lender give back when a purchase ends, or shrinks. */
export interface CostSplit {
  readonly retailer: {
    readonly transferCentavos: Centavos
    readonly untransferredCentavos: Centavos
    readonly interestCentavos: Centavos
    readonly iofCentavos: Centavos
  }
  readonly lender: {
    readonly interestCentavos: Centavos
    readonly feeCentavos: Centavos
    readonly retentionCentavos: Centavos
    readonly iofCentavos: Centavos
  }
}

/** Ends the transaction, so that nothing of it stays. */
class TriedOut<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('tried out')
    this.result = result
  }
}

/** Runs the act itself and rolls it back, so that a preview cannot differ from it. */
export async function tryOut<Result>(
  database: Database,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(async tx => {
      throw new TriedOut(await act(tx))
    })
  } catch (error) {
    if (error instanceof TriedOut) return error.result
    throw error
  }
}

/** The entries of these transactions that were not there before. */
export async function listBookedSince(
  tx: Transaction,
  secrets: Secrets,
  before: readonly Entry[],
  transactionIds: readonly string[],
): Promise<Entry[]> {
  const known = new Set(before.map(({ reference }) => reference))
  const entries = await listGenuineEntries(tx, secrets, { transactionIds })
  return entries.filter(({ reference }) => !known.has(reference))
}

/** By what the end of one purchase books, and the start of the one that takes its place. */
export function splitCosts(
  booked: readonly Entry[],
  { retailerId, endedId }: { readonly retailerId: string; readonly endedId: string },
): CostSplit {
  const sum = (name: AccountName, counts: (entry: Entry) => boolean): Centavos =>
    sumPostings(booked, (account, entry) => account === name && counts(entry))
  const isCost = ({ kind }: Entry): boolean => kind === 'clawback-costs'
  const isAny = (): boolean => true
  // Interest earned since it was booked last is booked first, and given back at once.
  const isEarnedFirst = ({ kind, transactionId }: Entry): boolean =>
    kind === 'accrual' && transactionId === endedId
  const sumGivenBack = (name: AccountName): Centavos =>
    sum(name, entry => !isEarnedFirst(entry) && !isCost(entry))
  const interestCentavos = noZero(-sum('interest-income', isCost))
  const iofCentavos = noZero(-sum('iof-recoverable', isCost))
  return {
    retailer: {
      transferCentavos: sum(accountOf.clawback(retailerId), entry => !isCost(entry)),
      untransferredCentavos: sum(accountOf.retailer(retailerId), isAny),
      interestCentavos,
      iofCentavos,
    },
    lender: {
      interestCentavos: sumGivenBack('interest-income') - interestCentavos,
      feeCentavos: sumGivenBack('fee-income'),
      retentionCentavos: sumGivenBack('retention-income'),
      iofCentavos: sum('iof-recoverable', isAny),
    },
  }
}

/** JSON and people know no negative zero. */
const noZero = (amount: Centavos): Centavos => (amount === 0 ? 0 : amount)
