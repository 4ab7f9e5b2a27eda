/*
 * What can happen to a purchase, and who does it: the names in the transition table and in the history at the desk.
 * Retailers never see them; they get the names of WEBHOOK_EVENTS. The browser imports this file too.
 */

export const PURCHASE_EVENTS = [
  'authorized',
  'continued',
  'agreement-accepted',
  'plan-decided',
  'onboarding-opened',
  'phone-confirmed',
  'front-received',
  'back-received',
  'selfie-received',
  'analysis-passed',
  'analysis-unsure',
  'analysis-refused',
  'desk-validated',
  'desk-refused',
  'front-asked-again',
  'back-asked-again',
  'selfie-asked-again',
  'insurance-answered',
  'signed',
  'down-payment-paid',
  'delivered',
  'installment-paid',
  'installment-overdue',
  'last-billet-paid',
  'transfer-ordered',
  'transfered',
  'transfer-failed',
  'refunded',
  'deadline-passed',
  'cancel-requested',
  'cancel-finished',
  'products-removed',
  'payment-link-deleted',
  'renegotiation-failed',
  'original-canceled',
  'debt-released',
  'fraud-proven',
  'invoice-received',
  'invoice-matched',
  'invoice-validated',
  'invoice-refused',
] as const
export type PurchaseEvent = (typeof PURCHASE_EVENTS)[number]

export const PURCHASE_ACTORS = ['retailer', 'customer', 'operator', 'bank', 'system'] as const
export type PurchaseActor = (typeof PURCHASE_ACTORS)[number]
