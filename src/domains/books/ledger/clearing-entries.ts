import type { Centavos } from '../../../kernel/money.ts'
import { accountOf } from './accounts.ts'
import { composeEntry, type Entry } from './entry.ts'

/** A payment that the bank told earlier is on the account, without what the bank kept of it. */
export function computeCreditEntry(credit: {
  /** Of the bank's notice. */
  readonly reference: string
  readonly lenderAccountId: string
  readonly paidCentavos: Centavos
  readonly creditedCentavos: Centavos
  readonly creditedAt: Date
}): Entry {
  const { reference, lenderAccountId, paidCentavos, creditedCentavos, creditedAt } = credit
  return composeEntry({
    kind: 'credit',
    retailerId: undefined,
    transactionId: undefined,
    reference: `credit:${reference}`,
    occurredAt: creditedAt,
    memo: {},
    postings: [
      { account: accountOf.bank(lenderAccountId), amountCentavos: creditedCentavos },
      { account: 'bank-tariff', amountCentavos: paidCentavos - creditedCentavos },
      { account: accountOf.clearing(lenderAccountId), amountCentavos: -paidCentavos },
    ],
  })
}

/** What the bank took from the account for its services, as its statement shows it. */
export function computeTariffEntry(tariff: {
  /** Of the statement's line. */
  readonly key: string
  readonly lenderAccountId: string
  readonly amountCentavos: Centavos
  readonly chargedAt: Date
}): Entry {
  const { key, lenderAccountId, amountCentavos, chargedAt } = tariff
  return composeEntry({
    kind: 'tariff',
    retailerId: undefined,
    transactionId: undefined,
    reference: `tariff:${key}`,
    occurredAt: chargedAt,
    memo: {},
    postings: [
      { account: 'bank-tariff', amountCentavos },
      { account: accountOf.bank(lenderAccountId), amountCentavos: -amountCentavos },
    ],
  })
}
