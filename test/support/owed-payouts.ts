import { type AccountName, accountOf } from '../../src/domains/ledger/accounts.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { createOrder } from '../../src/domains/payouts/create-order.ts'
import type { NewPayoutOrder, PayoutOrder } from '../../src/domains/payouts/order.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { Secrets } from '../../src/platform/crypto/secrets.ts'
import type { Transaction } from '../../src/platform/db/database.ts'

/** An order with the debt that it pays: nothing is ordered that the books do not owe. */
export async function createOwedOrder(
  tx: Transaction,
  secrets: Secrets,
  made: NewPayoutOrder,
  now: Date,
): Promise<PayoutOrder> {
  if (made.replaces === undefined) postDebt(tx, secrets, made, now)
  return createOrder(tx, secrets, made, now)
}

function postDebt(tx: Transaction, secrets: Secrets, made: NewPayoutOrder, now: Date): void {
  const amountCentavos = made.amountCentavos + (made.nettedCentavos ?? 0)
  const entry = {
    kind: 'payment',
    retailerId: made.retailerId,
    transactionId: made.transactionId,
    reference: `payment:owed:${newId()}`,
    occurredAt: now,
    memo: {},
    postings: [
      { account: accountOf.unidentifiedBank('237'), amountCentavos },
      { account: nameDebt(made), amountCentavos: -amountCentavos },
    ],
  } as const
  postEntries(tx, secrets, [entry], now)
}

function nameDebt({ kind, subject, retailerId }: NewPayoutOrder): AccountName {
  switch (kind) {
    case 'RETAILER':
      return accountOf.retailer(retailerId ?? subject)
    case 'REFUND':
      return 'refunds-due'
    case 'IOF':
      return 'iof-payable'
    case 'COMMISSION':
      return accountOf.commissionPayable(retailerId ?? subject)
    case 'FUND':
      return accountOf.fundPayable(subject)
    case 'INSURER':
      return accountOf.premiumPayable(subject)
  }
}
