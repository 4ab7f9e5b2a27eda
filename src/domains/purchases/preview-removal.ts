import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import {
  type Billet,
  composeBillets,
  describeDebt,
  getAccountOf,
  type LenderAccount,
  listBillets,
} from '../receivables/index.ts'
import { checkReturnable } from './check-returnable.ts'
import {
  type CarriedPayments,
  carryPayments,
  describeInstallments,
  type OpenInstallment,
} from './complete-purchase.ts'
import { composeReplacement } from './compose-replacement.ts'
import { getMove, MoveRefused } from './move.ts'
import { computeTransfer, describeDownPayment, type Purchase } from './purchase.ts'
import type { PurchaseView } from './read-purchase.ts'
import { type RemoveProductsCommand, readRemoval } from './remove-products.ts'

/** In place of numbers that a removal would take; not shown. */
const NO_NUMBER = 1

/**
 * The purchase as a removal would make it now. Nothing is written and no number is taken: ids, lines and links of the
 * billets mean nothing.
 */
export async function previewRemoval(app: App, command: RemoveProductsCommand): Promise<PurchaseView> {
  const { database, secrets, clock } = app
  const { seen: old, remainder } = await readRemoval(app, command)
  try {
    getMove(old, 'products-removed')
  } catch (error) {
    if (!(error instanceof MoveRefused)) throw error
    throw new RequestError('transaction_state_conflict', { cause: error })
  }
  const now = clock.now()
  const { purchase } = composeReplacement(old, remainder, now)
  const [account, issued] = await Promise.all([
    getAccountOf(database, secrets, old.retailerId),
    listBillets(database, secrets, old.retailerId, old.id),
  ])
  const downPayment = composeDownPayment(purchase, account)
  if (old.status !== 'OPEN')
    return {
      purchase,
      downPaymentBillet: downPayment,
      installments: [],
      account,
      refunds: describeRefund(
        purchase.downPaymentPaidAt === undefined ? 0 : old.downPaymentCentavos - purchase.downPaymentCentavos,
      ),
    }
  await checkReturnable(database, secrets, old)
  const carried = carryPayments(old, purchase.contract, listOpen(issued))
  const installments = composeInstallments(purchase, carried, account, now)
  const isPaidUp = installments.every(({ paymentStatus }) => paymentStatus === 'PAID')
  return {
    purchase: {
      ...purchase,
      status: isPaidUp ? 'CLOSED' : purchase.status,
      transferCentavos: computeTransfer(purchase),
    },
    downPaymentBillet: downPayment,
    installments,
    account,
    refunds: describeRefund(carried.refundCentavos),
  }
}

const listOpen = (billets: readonly Billet[]): OpenInstallment[] =>
  billets
    .filter(
      ({ kind, paymentStatus, canceledAt }) =>
        kind === 'installment' && paymentStatus === 'PENDING' && canceledAt === undefined,
    )
    .map(billet => ({ ...describeDebt(billet), installmentNumber: billet.installmentNumber }))

const describeRefund = (valueCentavos: Centavos): PurchaseView['refunds'] =>
  valueCentavos > 0 ? { valueCentavos, status: 'DUE', refundedAt: undefined } : undefined

function composeDownPayment(purchase: Purchase, account: LenderAccount): Billet | undefined {
  if (purchase.downPaymentCentavos === 0) return undefined
  const [billet] = composeBillets({ ...describeDownPayment(purchase), account }, [NO_NUMBER])
  return billet && toPreview(billet, purchase.downPaymentPaidAt)
}

function composeInstallments(
  purchase: Purchase,
  { creditedCentavos, openCharges }: CarriedPayments,
  account: LenderAccount,
  now: Date,
): Billet[] {
  const { retailerId, id: transactionId, contract } = purchase
  const issuedOn = calendarDateAt(now)
  const installments = describeInstallments(contract, creditedCentavos, issuedOn, openCharges)
  const terms = {
    retailerId,
    transactionId,
    account,
    issuedAt: now,
    issuedOn,
    downPaymentCentavos: 0,
    installments,
  }
  return composeBillets(
    terms,
    installments.map(() => NO_NUMBER),
  ).map((billet, index) =>
    toPreview(billet, creditedCentavos[index] === contract.installmentCentavos ? now : undefined),
  )
}

const toPreview = (billet: Billet, paidAt: Date | undefined): Billet => ({
  ...billet,
  paymentStatus: paidAt === undefined ? 'PENDING' : 'PAID',
  paidAt,
})
