import { lockProposedWriteOff } from '../domains/collection/index.ts'
import { stateAddendum, stateRelease } from '../domains/contracts/index.ts'
import { findCurrentInvoice, lockProposedReview, withdrawInvoices } from '../domains/invoices/index.ts'
import { claimForPurchase, followPurchase } from '../domains/links/index.ts'
import { continueIdentification, lockProposedCase } from '../domains/onboarding/index.ts'
import { lockProposedPayout } from '../domains/payouts/index.ts'
import { lockPurchase, refundSuspendedPayment } from '../domains/purchases/index.ts'
import {
  applyPayment,
  beginRenegotiation,
  breakRenegotiation,
  closeRenegotiation,
  endLapsed,
} from '../domains/servicing/index.ts'
import { lockProposedResolution } from '../domains/suspense/index.ts'

/**
 * What follows from an event in the domains above the one where it happens, in the same transaction. This table is the
 * only way upward: it answers "what happens when a payment arrives?" and every question like it.
 */
export const reactions = {
  // receivables
  /** Billets are about to change: their purchase is locked before them. */
  lockContract: lockPurchase,
  /** Installments, renegotiation, messages, webhooks, and the purchase goes on. */
  paymentCredited: applyPayment,
  /** The money of a purchase that has ended goes back. */
  paymentSuspended: refundSuspendedPayment,

  // purchases
  /** An authorization came by a payment link. */
  linkUsed: claimForPurchase,
  /** The transfer to the retailer waits for an invoice that was validated. */
  purchaseCompleted: findCurrentInvoice,
  /** The figures of the signed contract count from another day: the release statement says so. */
  contractReleased: stateRelease,
  /** The signed contract goes on with an addendum. */
  productsReturned: stateAddendum,
  /** Its invoice needs no decision any more. */
  purchaseEnded: withdrawInvoices,
  /** The payment link is completed, handed over or free again. */
  purchaseMoved: followPurchase,
  /** Pictures and analysis continue under the purchase that replaces another. */
  purchaseReplaced: continueIdentification,
  /** The customer of a renegotiation has signed and paid its down payment: the old debt is suspended. */
  renegotiationBegun: beginRenegotiation,
  /** The renegotiation was not paid: the old debt is due again. */
  renegotiationBroken: breakRenegotiation,
  /** The renegotiation was paid: the old contract ends. */
  renegotiationPaid: closeRenegotiation,

  // onboarding
  /** A renegotiation whose debt has changed since the offer ends instead of being signed. */
  contractSigning: endLapsed,

  // desk
  /** A second person answers a proposal: locks its subject and returns the function that applies it. */
  proposalAnswered: {
    identification: lockProposedCase,
    invoice: lockProposedReview,
    loan: lockProposedWriteOff,
    payout: lockProposedPayout,
    suspense: lockProposedResolution,
  },
} as const

export type Reactions = typeof reactions
