import { isId } from '../../kernel/ids.ts'
import {
  attachPixCodes,
  type Billet,
  computeRefundSummary,
  findAccount,
  getAccountOf,
  type LenderAccount,
  listBillets,
  listRefunds,
  omitReplaced,
  type RefundSummary,
} from '../receivables/index.ts'
import type { PurchaseContext } from './advance-purchase.ts'
import { listAgreementsOn } from './agreement-reads.ts'
import type { Purchase } from './purchase.ts'
import { findPurchase } from './store.ts'

export interface PurchaseView {
  readonly purchase: Purchase
  readonly downPaymentBillet: Billet | undefined
  readonly installments: readonly Billet[]
  /** The account that all its billets are paid to. */
  readonly account: LenderAccount
  /** Undefined when nothing was ever owed back. */
  readonly refunds: RefundSummary | undefined
  /** The agreement on its debt, unless that ended early. */
  readonly renegotiatedBy?: string | undefined
}

export type ReadContext = Pick<PurchaseContext, 'database' | 'secrets'>

/** A purchase with its billets; those of other retailers are not found. */
export async function readPurchase(
  context: ReadContext,
  retailerId: string,
  transactionId: string,
): Promise<PurchaseView | undefined> {
  const { database, secrets } = context
  if (!isId(transactionId)) return undefined
  const [purchase, billets, refunds, [agreement]] = await Promise.all([
    findPurchase(database, secrets, retailerId, transactionId),
    listBillets(database, secrets, retailerId, transactionId),
    listRefunds(database, transactionId),
    listAgreementsOn(database, [transactionId]),
  ])
  if (purchase === undefined) return undefined
  const view = await composeView(context, purchase, billets, computeRefundSummary(refunds))
  return { ...view, renegotiatedBy: agreement?.id }
}

async function composeView(
  { database, secrets }: ReadContext,
  purchase: Purchase,
  billets: readonly Billet[],
  refunds: RefundSummary | undefined,
): Promise<PurchaseView> {
  const [first] = billets
  const [issued, shown] = await Promise.all([
    first && findAccount(database, secrets, first.accountId),
    attachPixCodes(database, secrets, omitReplaced(billets)),
  ])
  return {
    purchase,
    refunds,
    downPaymentBillet: shown.find(({ kind }) => kind === 'down-payment'),
    installments: shown.filter(({ kind }) => kind === 'installment'),
    account: issued ?? (await getAccountOf(database, secrets, purchase.retailerId)),
  }
}

/** The link back to identification and signature, while something is left to do. */
export async function findOnboardingLink(
  { database, secrets }: ReadContext,
  retailerId: string,
  transactionId: string,
): Promise<'no-transaction' | 'no-onboarding' | { readonly token: string }> {
  const purchase = isId(transactionId)
    ? await findPurchase(database, secrets, retailerId, transactionId)
    : undefined
  if (purchase === undefined) return 'no-transaction'
  return purchase.status === 'PENDING' ? { token: purchase.onboardingToken } : 'no-onboarding'
}
