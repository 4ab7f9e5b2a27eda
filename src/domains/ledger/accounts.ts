/**
 * Accounts exist once they are posted to. The prefix is the kind, the id the owner; the database refuses any other
 * name. A debit is positive, a credit negative.
 */
export type AccountName = `${OwnedAccount}:${string}` | SharedAccount

type OwnedAccount =
  | 'bank'
  | 'clearing'
  | 'unidentified-bank'
  | 'customer'
  | 'unearned-interest'
  | 'deferred-fee'
  | 'deferred-retention'
  | 'deferred-cost'
  | 'deferred-late-charges'
  | 'restructuring'
  | 'allowance'
  | 'memo-written-off'
  | 'retailer'
  | 'clawback'
  | 'in-transit'
  | 'commission-payable'
  | 'premium-payable'
  | 'insurer-receivable'

type SharedAccount =
  | 'iof-payable'
  | 'iof-recoverable'
  | 'suspense'
  | 'refunds-due'
  | 'interest-income'
  | 'fee-income'
  | 'retention-income'
  | 'late-fine'
  | 'late-interest'
  | 'recovery-income'
  | 'bank-tariff'
  /** Tax that the lender bears, such as that on a delay. */
  | 'iof-borne'
  | 'provision-expense'
  | 'waived'
  | 'restructuring-loss'
  | 'memo-contra'

/** Used where the deployment names no other. */
const DEFAULT_INSURER = 'insurer'

export const accountOf = {
  /** Money of the lender at a bank. */
  bank: (lenderAccountId: string): AccountName => `bank:${lenderAccountId}`,
  /** Payments that the bank has reported and not credited yet. */
  clearing: (lenderAccountId: string): AccountName => `clearing:${lenderAccountId}`,
  /** Money at a bank where the lender has several accounts or none, until the account is identified. */
  unidentifiedBank: (bankCode: string): AccountName => `unidentified-bank:${bankCode}`,
  /** What the customer owes under one contract; negative: what is owed to the customer. */
  customer: (transactionId: string): AccountName => `customer:${transactionId}`,
  /** What is to be transferred to the retailer. */
  retailer: (retailerId: string): AccountName => `retailer:${retailerId}`,
  /** What the retailer owes back, because a purchase ended after its transfer. */
  clawback: (retailerId: string): AccountName => `clawback:${retailerId}`,
  /** Ordered, and not confirmed by the bank. The owner is the retailer, or the order where it pays nobody's balance. */
  inTransit: (ownerId: string): AccountName => `in-transit:${ownerId}`,
  /** Interest of the open installments that is not earned yet; with the customer's account it makes the payoff. */
  unearnedInterest: (transactionId: string): AccountName => `unearned-interest:${transactionId}`,
  deferredFee: (transactionId: string): AccountName => `deferred-fee:${transactionId}`,
  deferredRetention: (transactionId: string): AccountName => `deferred-retention:${transactionId}`,
  /** Late charges that became part of an agreement, and that nobody has paid. */
  deferredLateCharges: (transactionId: string): AccountName => `deferred-late-charges:${transactionId}`,
  restructuring: (transactionId: string): AccountName => `restructuring:${transactionId}`,
  allowance: (transactionId: string): AccountName => `allowance:${transactionId}`,
  memoWrittenOff: (transactionId: string): AccountName => `memo-written-off:${transactionId}`,
  commissionPayable: (retailerId: string): AccountName => `commission-payable:${retailerId}`,
  premiumPayable: (insurerId: string = DEFAULT_INSURER): AccountName => `premium-payable:${insurerId}`,
  insurerReceivable: (insurerId: string = DEFAULT_INSURER): AccountName => `insurer-receivable:${insurerId}`,
} as const
