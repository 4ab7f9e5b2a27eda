import {
  listPaidBillets,
  listUnpaidOf,
  type PaidBillet,
  sumCoveredBillets,
} from '../../modules/billets/index.ts'
import { findReceipts, listReceipts, type Receipt } from '../../modules/ledger/index.ts'
import type { Database } from '../../platform/db/database.ts'

export interface BilletFault {
  readonly billetId: string
  readonly problem: string
}

const PAGE = 1_000

/**
 * Compares billets with the books, both ways: a billet is paid if and only if the books hold the money for it. Returns
 * the first difference, or how many billets are paid.
 */
export async function reconcileBillets(
  database: Database,
): Promise<{ readonly paidCount: number; readonly fault: BilletFault | undefined }> {
  let paidCount = 0
  for (let after = ''; ; ) {
    const billets = await listPaidBillets(database, after, PAGE)
    const fault = await findUnfunded(database, billets)
    paidCount += billets.length
    if (fault !== undefined) return { paidCount, fault }
    if (billets.length < PAGE) break
    after = billets.at(-1)?.id ?? after
  }
  return { paidCount, fault: await findUncredited(database) }
}

/** A billet that is said to be paid, without the money. */
async function findUnfunded(
  database: Database,
  billets: readonly PaidBillet[],
): Promise<BilletFault | undefined> {
  const covered = billets.filter(isCovered)
  const [received, carried, sums] = await Promise.all([
    findReceipts(database, billets.map(nameReceipt)),
    findReceipts(database, covered.map(nameCarryOver)),
    sumCoveredBillets(
      database,
      covered.map(({ transactionId }) => transactionId),
    ),
  ])
  const caseIds = [...received.values()].flatMap(({ caseId }) => (caseId === null ? [] : [`case:${caseId}`]))
  const credits = await findReceipts(database, caseIds)
  for (const billet of billets) {
    const receipt = received.get(nameReceipt(billet))
    const isFunded = isCovered(billet)
      ? (carried.get(nameCarryOver(billet))?.creditedCentavos ?? 0) >= (sums.get(billet.transactionId) ?? 0)
      : paysFor(billet, receipt?.kind === 'suspense' ? credits.get(`case:${receipt.caseId}`) : receipt)
    if (!isFunded)
      return { billetId: billet.id, problem: 'it is marked as paid, but the books hold no money for it' }
  }
  return undefined
}

const isCovered = ({ id, paidBy }: PaidBillet): boolean => paidBy === `carry-over:${id}`
const nameReceipt = ({ paidBy }: PaidBillet): string => `payment:${paidBy}`
const nameCarryOver = ({ transactionId }: PaidBillet): string => `carry-over:${transactionId}`

const paysFor = (billet: PaidBillet, receipt: Receipt | undefined): boolean =>
  receipt !== undefined &&
  receipt.billetId === billet.id &&
  receipt.creditedTo === billet.transactionId &&
  receipt.creditedCentavos >= billet.amountCentavos

/** Money in the books for a billet that is not paid. */
async function findUncredited(database: Database): Promise<BilletFault | undefined> {
  for (let after = ''; ; ) {
    const receipts = await listReceipts(database, after, PAGE)
    const billetIds = receipts.flatMap(({ billetId }) => (billetId === null ? [] : [billetId]))
    const [billetId] = await listUnpaidOf(database, billetIds)
    if (billetId !== undefined)
      return { billetId, problem: 'the books hold the money for it, but it is not marked as paid' }
    if (receipts.length < PAGE) return undefined
    after = receipts.at(-1)?.id ?? after
  }
}
