import type { Centavos } from '../../../kernel/money.ts'
import { type AccountName, accountOf, DEFAULT_INSURER } from './accounts.ts'
import { composeEntry, type Entry } from './entry.ts'

interface Owner {
  readonly retailerId: string
  readonly transactionId: string
  readonly insurerId?: string | undefined
}

/** Where an account of books version 1 goes on; undefined for an account that both versions have. */
function findSuccessor(account: AccountName, { retailerId, transactionId, insurerId }: Owner) {
  switch (account.split(':')[0]) {
    case 'interest':
      return accountOf.unearnedInterest(transactionId)
    case 'fee':
      return accountOf.deferredFee(transactionId)
    case 'retention':
      return accountOf.deferredRetention(transactionId)
    case 'commission':
      return accountOf.commissionPayable(retailerId)
    case 'iof':
      return 'iof-payable'
    case 'premium':
      return accountOf.premiumPayable(insurerId ?? DEFAULT_INSURER)
    default:
      return undefined
  }
}

/** A contract's entry of either version with the accounts that hold its amounts today. */
export function renameToVersion2(contract: Entry): Entry {
  const { retailerId = '', transactionId = '' } = contract
  return {
    ...contract,
    postings: contract.postings.map(({ account, amountCentavos }) => ({
      account: findSuccessor(account, { retailerId, transactionId }) ?? account,
      amountCentavos,
    })),
  }
}

/** What the entries of one transaction left on accounts of version 1. */
export type Version1Balances = ReadonlyMap<AccountName, Centavos>

export const nameMove = (transactionId: string): string => `books-v2:${transactionId}`

/** Moves the balances of one transaction to the accounts of version 2. Undefined when there is nothing to move. */
export function computeMoveEntry(
  move: Owner & { readonly reference: string; readonly balances: Version1Balances; readonly movedAt: Date },
): Entry | undefined {
  const { retailerId, transactionId, reference, balances, movedAt } = move
  const postings = [...balances].flatMap(([account, amountCentavos]) => {
    const successor = findSuccessor(account, move)
    return successor === undefined || amountCentavos === 0
      ? []
      : [
          { account, amountCentavos: -amountCentavos },
          { account: successor, amountCentavos },
        ]
  })
  if (postings.length === 0) return undefined
  return composeEntry({
    kind: 'books-moved',
    retailerId,
    transactionId,
    reference,
    occurredAt: movedAt,
    memo: {},
    postings,
  })
}
