import { lockProposedAssignment } from '../domains/assignment/assign-contracts.ts'
import { lockProposedEntry } from '../domains/bookkeeping/propose-entry.ts'
import { lockProposedClosing } from '../domains/closing/close-month.ts'
import { remindAgain } from '../domains/collection/remind-customer.ts'
import { lockProposedWriteOff } from '../domains/collection/write-off-loan.ts'
import { lockProposedCompliance } from '../domains/compliance/decide-case.ts'
import { lockProposedNoOccurrence } from '../domains/compliance/reports/register-report.ts'
import { isHeld, screenCustomer } from '../domains/compliance/screen-customer.ts'
import { watchPayment, watchRefundRequest } from '../domains/compliance/watch-payment.ts'
import { stateAddendum, stateRelease } from '../domains/contracts/contract-changes.ts'
import { lockProposedReview } from '../domains/invoices/decide-invoice.ts'
import { findCurrentInvoice, withdrawInvoices } from '../domains/invoices/store.ts'
import { claimForPurchase, followPurchase, followSignature } from '../domains/links/end-link.ts'
import { continueIdentification } from '../domains/onboarding/analyse-documents.ts'
import { lockProposedCase } from '../domains/onboarding/desk.ts'
import { lockProposedPayout } from '../domains/payouts/desk/decide-payout.ts'
import { refundSuspendedPayment } from '../domains/purchases/end-purchase.ts'
import { lockPurchase } from '../domains/purchases/store/purchases.ts'
import { lockProposedWaiver } from '../domains/servicing/desk/waive-debt.ts'
import { applyPayment } from '../domains/servicing/follow-payment.ts'
import {
  breakRenegotiation,
  closeRenegotiation,
  endLapsed,
} from '../domains/servicing/renegotiation/end-renegotiation.ts'
import { beginRenegotiation } from '../domains/servicing/renegotiation/open-renegotiation.ts'
import { lockProposedEffect } from '../domains/special-cases/decide-case.ts'
import { lockProposedResolution } from '../domains/suspense/resolve-suspense.ts'

/**
 * What follows from an event in the domains above the one where it happens, in the same transaction. This table is the
 * only way upward: it answers "what happens when a payment arrives?" and every question like it, and names each
 * operation where it is written.
 */
export const reactions = {
  // messaging
  /** A reminder that could not be sent while it was true is decided again. */
  messageUnsent: remindAgain,

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
  /** The payment link knows that its purchase was signed. */
  purchaseSigned: followSignature,
  /** Pictures and analysis continue under the purchase that replaces another. */
  purchaseReplaced: continueIdentification,
  /** The customer of a renegotiation has signed and paid its down payment: the old debt is suspended. */
  renegotiationBegun: beginRenegotiation,
  /** The renegotiation was not paid: the old debt is due again. */
  renegotiationBroken: breakRenegotiation,
  /** The renegotiation was paid: the old contract ends. */
  renegotiationPaid: closeRenegotiation,

  /** Somebody asked for the money of a cancellation to go to another person: that is unusual. */
  refundElsewhereRefused: watchRefundRequest,

  // servicing
  /** What is unusual about a payment becomes a case. */
  paymentApplied: watchPayment,

  // onboarding
  /** Before an identification counts: whether a list of exposed or sanctioned people may mean the customer. */
  customerIdentified: screenCustomer,
  /** Whether such a match keeps the desk from validating the customer. */
  validationHeld: isHeld,
  /** A renegotiation whose debt has changed since the offer ends instead of being signed. */
  contractSigning: endLapsed,

  // desk
  /** A second person answers a proposal: locks its subject and returns the function that applies it. */
  proposalAnswered: {
    entry: lockProposedEntry,
    assignment: lockProposedAssignment,
    compliance: lockProposedCompliance,
    'no-occurrence': lockProposedNoOccurrence,
    closing: lockProposedClosing,
    identification: lockProposedCase,
    invoice: lockProposedReview,
    loan: lockProposedWriteOff,
    waiver: lockProposedWaiver,
    payout: lockProposedPayout,
    suspense: lockProposedResolution,
    'special-case': lockProposedEffect,
  },
} as const

export type Reactions = typeof reactions
