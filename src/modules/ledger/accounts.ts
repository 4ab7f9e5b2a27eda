/**
 * Accounts exist once they are posted to. The prefix is the kind, the id the owner; the database refuses any other
 * name.
 */
export type AccountName =
  | `${'bank' | 'clearing' | 'customer' | 'retailer' | 'commission' | 'retention' | 'unidentified-bank'}:${string}`
  | 'iof'
  | 'interest'
  | 'fee'
  | 'premium'
  | 'late-fine'
  | 'late-interest'
  | 'suspense'
  | 'refunds-due'
  /** Tax on a delay, which the lender bears. */
  | 'iof-borne'
  | 'bank-tariff'

export const accountOf = {
  /** Money of the lender at a bank. */
  bank: (lenderAccountId: string): AccountName => `bank:${lenderAccountId}`,
  /** Payments that the bank has told and not credited yet. */
  clearing: (lenderAccountId: string): AccountName => `clearing:${lenderAccountId}`,
  /** Money at a bank where the lender has several accounts or none, until the account is identified. */
  unidentifiedBank: (bankCode: string): AccountName => `unidentified-bank:${bankCode}`,
  /** What the customer owes under one contract; negative: what is owed to the customer. */
  customer: (transactionId: string): AccountName => `customer:${transactionId}`,
  /** What is to be transferred to the retailer. */
  retailer: (retailerId: string): AccountName => `retailer:${retailerId}`,
  commission: (retailerId: string): AccountName => `commission:${retailerId}`,
  retention: (retailerId: string): AccountName => `retention:${retailerId}`,
} as const
