/**
 * Accounts exist once they are posted to. The prefix is the kind, the id the owner; the database refuses any other
 * name. A debit is positive, a credit negative.
 */
export type AccountName = `${OwnedAccount}:${string}` | SharedAccount

const OWNED_ACCOUNTS = [
  'bank',
  'clearing',
  'unidentified-bank',
  'customer',
  'unearned-interest',
  'deferred-fee',
  'deferred-retention',
  'deferred-late-charges',
  'restructuring',
  'allowance',
  'memo-written-off',
  'memo-assigned',
  'fund-payable',
  'fund-receivable',
  'retailer',
  'clawback',
  'in-transit',
  'commission-payable',
  'premium-payable',
  'insurer-receivable',
] as const
type OwnedAccount = (typeof OWNED_ACCOUNTS)[number]

const SHARED_ACCOUNTS = [
  'iof-payable',
  'iof-recoverable',
  'suspense',
  'refunds-due',
  'interest-income',
  'fee-income',
  'retention-income',
  'late-fine',
  'late-interest',
  'recovery-income',
  'bank-tariff',
  /** Tax that the lender bears, such as that on a delay. */
  'iof-borne',
  /** Fine and interest on tax that was paid late. */
  'tax-charges',
  'provision-expense',
  'waived',
  /** What a fraud has cost that the lender bears. */
  'fraud-loss',
  'restructuring-loss',
  'memo-contra',
  /** What contracts were sold for, less what the assets held of them. */
  'assignment-result',
] as const
type SharedAccount = (typeof SHARED_ACCOUNTS)[number]

/** What stands before the colon. */
export type AccountKind = OwnedAccount | SharedAccount

export const nameKind = (account: AccountName): AccountKind => account.split(':')[0] as AccountKind

const INSURERS: readonly OwnedAccount[] = ['premium-payable', 'insurer-receivable']

/** An account as a person types it; undefined when the chart has none of this name. */
export function parseAccountName(text: string): AccountName | undefined {
  const shared = SHARED_ACCOUNTS.find(each => each === text)
  if (shared !== undefined) return shared
  const [name, owner = '', ...more] = text.split(':')
  const kind = OWNED_ACCOUNTS.find(each => each === name)
  if (kind === undefined || more.length > 0) return undefined
  const form =
    kind === 'unidentified-bank'
      ? /^[0-9]{3}$/
      : INSURERS.includes(kind)
        ? /^[a-z0-9-]{1,40}$/
        : /^[0-9a-f]{24}$/
  return form.test(owner) ? `${kind}:${owner}` : undefined
}

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
  /** Open face value of a contract that a fund owns, and that the lender collects. */
  memoAssigned: (transactionId: string): AccountName => `memo-assigned:${transactionId}`,
  /** What customers paid for a fund's contracts, and what contracts were bought back for. */
  fundPayable: (fundId: string): AccountName => `fund-payable:${fundId}`,
  /** What a fund owes for contracts that it bought. */
  fundReceivable: (fundId: string): AccountName => `fund-receivable:${fundId}`,
  commissionPayable: (retailerId: string): AccountName => `commission-payable:${retailerId}`,
  premiumPayable: (insurerId: string = DEFAULT_INSURER): AccountName => `premium-payable:${insurerId}`,
  insurerReceivable: (insurerId: string = DEFAULT_INSURER): AccountName => `insurer-receivable:${insurerId}`,
} as const
