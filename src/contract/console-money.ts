import type { Static } from 'typebox'
import type {
  BalanceAnswer,
  FiguresAnswer,
  SummaryAnswer,
  TransferAnswer,
  TransfersAnswer,
} from './shop-reports.ts'
import type { StatementAnswer } from './statement.ts'

/* What the pages Início and Dinheiro read: the answers of the public interface, and what only people look at. */

export type Balance = Static<typeof BalanceAnswer>
export type CalendarRow = Balance['calendar'][number]
export type StatementSummary = Static<typeof SummaryAnswer>
export type Transfers = Static<typeof TransfersAnswer>
export type ListedTransfer = Transfers['data'][number]
export type Transfer = Static<typeof TransferAnswer>
export type StatementLine = Static<typeof StatementAnswer>['lines'][number]

type MoneyFigure = 'salesAmount' | 'averageTicket' | 'transfers' | 'transferredAmount'
type Figures = Static<typeof FiguresAnswer>['total']

/** Amounts are there only for those who may read money. */
export type ShownFigures = Omit<Figures, MoneyFigure> & Partial<Pick<Figures, MoneyFigure>>

const ATTENTION_KINDS = [
  'TRANSFER_RETURNED',
  'TRANSFER_FAILED',
  'INVOICE_REFUSED',
  'INVOICE_MISSING',
  'ACCOUNT_MISSING',
  'ACCOUNT_CHANGE',
  'WEBHOOK_FAILING',
  'LINKS_ENDING',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Something that waits for the shop, or that it should know of. */
export interface AttentionItem {
  readonly kind: AttentionKind
  readonly count: number
  /** What the transfer of these orders comes to; only for those who may read money. */
  readonly amount?: number
  /** The transfer that did not arrive. */
  readonly transferId?: string
  /** When the first link ends. */
  readonly firstAt?: string
}

export const FIRST_STEPS = ['ACCOUNT', 'KEY', 'WEBHOOK', 'ORIGIN', 'LINK', 'SALE'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** The page Início. */
export interface HomeView {
  /** YYYY-MM-DD, by the clock of the service. */
  readonly today: string
  readonly from: string
  readonly to: string
  readonly days: readonly (ShownFigures & { readonly date: string })[]
  readonly total: ShownFigures
  /** Only for those who may read money. */
  readonly balance?: Pick<Balance, 'balance' | 'nextTransfer'>
  readonly attention: readonly AttentionItem[]
  /** Only for owners, and until all are done. */
  readonly steps: readonly { readonly step: FirstStep; readonly isDone: boolean }[]
}

/** The page Dinheiro, of a period. */
export interface MoneyView {
  readonly today: string
  readonly balance: Balance
  readonly summary: StatementSummary
}

/** As many lines of a statement are drawn at most; the files have all of them. */
export const MAX_SHOWN_LINES = 5_000

/** The first lines of a statement, with what it opens and closes with. */
export interface StatementView {
  readonly today: string
  readonly from: string
  readonly to: string
  readonly openingBalance: number
  readonly closingBalance: number
  readonly lines: readonly StatementLine[]
  /** Whether there are more lines. */
  readonly isCut: boolean
}
