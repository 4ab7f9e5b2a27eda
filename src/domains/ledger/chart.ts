import { type AccountKind, type AccountName, nameKind, parseAccountName } from './accounts.ts'
import type { EntryKind } from './entry.ts'

/** How the balance of one kind of account comes about and goes away again. */
interface ChartLine {
  /** The side on which it grows. */
  readonly side: 'debit' | 'credit'
  readonly holds: string
  /** Kinds of entries that raise it, and those that lower it. */
  readonly inBy: readonly EntryKind[]
  readonly outBy: readonly EntryKind[]
  /** Where people look at it, or act. */
  readonly where: string
  /** People may move it by a manual entry. The others have to agree with contracts, orders or cases. */
  readonly isManual: boolean
}

/**
 * Every account has a way in and a way out. A test composes the entries and fails where one of these ways does not
 * exist.
 */
export const CHART: Readonly<Record<AccountKind, ChartLine>> = {
  bank: {
    side: 'debit',
    holds: 'money of the lender at a bank',
    inBy: ['payment', 'credit', 'clawback-received', 'iof-refunded', 'insurer-received', 'manual'],
    outBy: ['payout-paid', 'iof-paid', 'commission-paid', 'tariff', 'pix-return', 'manual'],
    where: 'bank reconcile; Saídas',
    isManual: true,
  },
  clearing: {
    side: 'debit',
    holds: 'payments that a bank has reported and not credited',
    inBy: ['payment'],
    outBy: ['credit'],
    where: 'bank return',
    isManual: false,
  },
  'unidentified-bank': {
    side: 'debit',
    holds: 'money at a bank until its account is known',
    inBy: ['payment', 'suspense', 'manual'],
    outBy: ['manual'],
    where: 'journal propose; Livros',
    isManual: true,
  },
  customer: {
    side: 'debit',
    holds: 'face value of the open billets of a contract; below zero, owed to the customer',
    inBy: ['contract', 'renegotiation'],
    outBy: ['payment', 'early-settlement', 'contract-reversed', 'debt-released', 'write-off'],
    where: 'loan show; Contratos',
    isManual: false,
  },
  'unearned-interest': {
    side: 'credit',
    holds: 'interest of open installments that is not earned',
    inBy: ['contract', 'renegotiation'],
    outBy: ['accrual', 'early-settlement', 'contract-reversed', 'write-off'],
    where: 'loan show; Contratos',
    isManual: false,
  },
  'deferred-fee': {
    side: 'credit',
    holds: 'registration fee that is not earned',
    inBy: ['contract'],
    outBy: ['accrual', 'contract-reversed'],
    where: 'loan show; Contratos',
    isManual: false,
  },
  'deferred-retention': {
    side: 'credit',
    holds: 'retention that is not earned',
    inBy: ['contract'],
    outBy: ['accrual', 'contract-reversed'],
    where: 'loan show; Contratos',
    isManual: false,
  },
  'deferred-late-charges': {
    side: 'credit',
    holds: 'late charges within an agreement that nobody has paid',
    inBy: ['renegotiation'],
    outBy: ['agreement-charges', 'agreement-ended'],
    where: 'loan show; Contratos',
    isManual: false,
  },
  restructuring: {
    side: 'credit',
    holds: 'what an agreement is worth less than the debt before it',
    inBy: ['restructuring'],
    outBy: ['accrual', 'agreement-ended'],
    where: 'loan show; Contratos',
    isManual: false,
  },
  allowance: {
    side: 'credit',
    holds: 'provision for the losses of a contract',
    inBy: ['provision'],
    outBy: ['provision', 'write-off'],
    where: 'ledger provision',
    isManual: false,
  },
  'memo-written-off': {
    side: 'debit',
    holds: 'claims that were written off, outside of the assets',
    inBy: ['write-off', 'renegotiation'],
    outBy: ['recovery', 'renegotiation'],
    where: 'loan show; Contratos',
    isManual: false,
  },
  'memo-assigned': {
    side: 'debit',
    holds: 'claims that a fund owns and the lender collects',
    inBy: ['assignment'],
    outBy: ['assignment-ended'],
    where: 'loan show; Cessões',
    isManual: false,
  },
  'fund-payable': {
    side: 'credit',
    holds: 'what is to be passed on to a fund',
    inBy: ['assignment-ended'],
    outBy: ['payout-ordered'],
    where: 'payouts list; Cessões',
    isManual: false,
  },
  'fund-receivable': {
    side: 'debit',
    holds: 'what a fund owes for contracts that it bought',
    inBy: ['assignment'],
    outBy: ['assignment-paid'],
    where: 'Cessões',
    isManual: false,
  },
  'assignment-result': {
    side: 'credit',
    holds: 'what contracts were sold for, less what the assets held of them',
    inBy: ['assignment'],
    outBy: ['assignment-ended'],
    where: 'ledger trial-balance',
    isManual: false,
  },
  'memo-contra': {
    side: 'credit',
    holds: 'the other side of written-off claims',
    inBy: ['write-off'],
    outBy: ['recovery'],
    where: 'loan show; Contratos',
    isManual: false,
  },
  retailer: {
    side: 'credit',
    holds: 'what is to be transferred to a retailer',
    inBy: ['contract'],
    outBy: ['payout-ordered', 'clawback-netted', 'contract-reversed'],
    where: 'payouts list; Saídas; GET /statement',
    isManual: false,
  },
  clawback: {
    side: 'debit',
    holds: 'what a retailer owes back',
    inBy: ['contract-reversed', 'clawback', 'clawback-costs', 'manual'],
    outBy: ['clawback-netted', 'clawback-received', 'manual'],
    where: 'balances settle CLAWBACK_RECEIVED; Livros',
    isManual: true,
  },
  'in-transit': {
    side: 'credit',
    holds: 'ordered, and not confirmed by the bank',
    inBy: ['payout-ordered'],
    outBy: ['payout-paid', 'payout-failed'],
    where: 'payouts list; Saídas',
    isManual: false,
  },
  'commission-payable': {
    side: 'credit',
    holds: 'commission that is owed to a retailer or its sellers',
    inBy: ['contract', 'manual'],
    outBy: ['payout-ordered', 'commission-paid', 'contract-reversed', 'manual'],
    where: 'balances commission, balances settle COMMISSION_PAID; Livros',
    isManual: true,
  },
  'premium-payable': {
    side: 'credit',
    holds: 'insurance premiums that are owed to the insurer',
    inBy: ['contract', 'manual'],
    outBy: ['payout-ordered', 'insurer-netted', 'contract-reversed', 'manual'],
    where: 'payouts list; balances settle INSURER_NETTED; Livros',
    isManual: true,
  },
  'insurer-receivable': {
    side: 'debit',
    holds:
      'premiums that the insurer gives back after early settlements, and debts that it pays after a death',
    inBy: ['early-settlement', 'debt-released', 'manual'],
    outBy: ['insurer-received', 'insurer-netted', 'early-settlement-reversed', 'manual'],
    where: 'balances settle INSURER_RECEIVED or INSURER_NETTED; Livros',
    isManual: true,
  },
  'iof-payable': {
    side: 'credit',
    holds: 'tax that is owed to the Treasury, by periods of ten days',
    inBy: ['contract', 'renegotiation', 'release-iof', 'overdue-iof', 'manual'],
    outBy: ['iof-paid', 'iof-offset', 'contract-reversed', 'release-iof-reversed', 'manual'],
    where: 'taxes list, taxes pay; Livros',
    isManual: true,
  },
  'iof-recoverable': {
    side: 'debit',
    holds: 'tax that was paid for contracts which ended as if they had never been',
    inBy: ['contract-reversed', 'release-iof-reversed', 'iof-paid', 'manual'],
    outBy: ['iof-refunded', 'iof-offset', 'clawback-costs', 'manual'],
    where: 'balances settle IOF_REFUNDED or IOF_OFFSET; Livros',
    isManual: true,
  },
  suspense: {
    side: 'credit',
    holds: 'money that fits no billet; below zero, what banks took back of payments that were credited',
    inBy: ['suspense', 'agreement-payment', 'recovery', 'fraud-loss'],
    outBy: ['case-credit', 'refund-due', 'pix-return'],
    where: 'suspense; Pagamentos em suspenso',
    isManual: false,
  },
  'refunds-due': {
    side: 'credit',
    holds: 'what is owed back to customers',
    inBy: ['refund-due', 'payment', 'early-settlement', 'case-credit'],
    outBy: ['payout-ordered'],
    where: 'payouts list; Saídas',
    isManual: false,
  },
  'interest-income': {
    side: 'credit',
    holds: 'interest earned',
    inBy: ['accrual', 'clawback-costs', 'early-settlement-reversed', 'manual'],
    outBy: ['contract-reversed', 'agreement-ended', 'manual'],
    where: 'ledger trial-balance',
    isManual: true,
  },
  'fee-income': {
    side: 'credit',
    holds: 'registration fees earned',
    inBy: ['accrual', 'manual'],
    outBy: ['contract-reversed', 'manual'],
    where: 'ledger trial-balance',
    isManual: true,
  },
  'retention-income': {
    side: 'credit',
    holds: 'retention earned',
    inBy: ['accrual', 'manual'],
    outBy: ['contract-reversed', 'manual'],
    where: 'ledger trial-balance',
    isManual: true,
  },
  'late-fine': {
    side: 'credit',
    holds: 'fines for delays, as paid',
    inBy: ['payment', 'early-settlement', 'case-charges', 'manual'],
    outBy: ['refund-due', 'agreement-payment', 'manual'],
    where: 'ledger trial-balance',
    isManual: true,
  },
  'late-interest': {
    side: 'credit',
    holds: 'interest for delays, as paid',
    inBy: ['payment', 'early-settlement', 'case-charges', 'agreement-charges', 'manual'],
    outBy: ['refund-due', 'agreement-payment', 'agreement-ended', 'manual'],
    where: 'ledger trial-balance',
    isManual: true,
  },
  'recovery-income': {
    side: 'credit',
    holds: 'paid on claims that were written off',
    inBy: ['recovery', 'manual'],
    outBy: ['manual'],
    where: 'ledger trial-balance; journal propose',
    isManual: true,
  },
  'bank-tariff': {
    side: 'debit',
    holds: 'what banks charge',
    inBy: ['credit', 'tariff', 'manual'],
    outBy: ['manual'],
    where: 'bank reconcile; journal propose',
    isManual: true,
  },
  'iof-borne': {
    side: 'debit',
    holds: 'tax that the lender bears',
    inBy: ['release-iof', 'overdue-iof', 'agreement-ended', 'manual'],
    outBy: ['release-iof-reversed', 'manual'],
    where: 'ledger trial-balance',
    isManual: true,
  },
  'tax-charges': {
    side: 'debit',
    holds: 'fine and interest on tax that was paid late',
    inBy: ['iof-paid', 'manual'],
    outBy: ['manual'],
    where: 'taxes pay; journal propose',
    isManual: true,
  },
  'provision-expense': {
    side: 'debit',
    holds: 'provisions of the period',
    inBy: ['provision'],
    outBy: ['provision'],
    where: 'ledger provision',
    isManual: false,
  },
  waived: {
    side: 'debit',
    holds: 'what customers were let off',
    inBy: ['waiver', 'renegotiation', 'debt-released', 'manual'],
    outBy: ['waiver-reversed', 'agreement-ended', 'manual'],
    where: 'ledger trial-balance',
    isManual: true,
  },
  'fraud-loss': {
    side: 'debit',
    holds: 'what frauds have cost that the lender bears',
    inBy: ['fraud-loss', 'manual'],
    outBy: ['refund-due', 'manual'],
    where: 'journal propose; Livros',
    isManual: true,
  },
  'restructuring-loss': {
    side: 'debit',
    holds: 'what agreements are worth less than the debts before them',
    inBy: ['restructuring'],
    outBy: ['agreement-ended'],
    where: 'ledger trial-balance',
    isManual: false,
  },
}

/** An account of the chart by its name, as a person types it. */
export function findAccount(text: string):
  | {
      readonly account: AccountName
      readonly kind: AccountKind
      readonly owner: string | undefined
      readonly isManual: boolean
    }
  | undefined {
  const account = parseAccountName(text)
  if (account === undefined) return undefined
  const kind = nameKind(account)
  return { account, kind, owner: account.split(':')[1], isManual: CHART[kind].isManual }
}
