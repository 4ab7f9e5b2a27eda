import type { Answer } from '../../contract/presented.ts'
import type { BilletShape } from '../../contract/transaction.ts'
import { reviewInvoice } from '../../flows/invoices/review-invoice.ts'
import { type CancelContext, cancelPurchase } from '../../flows/purchase/cancel-purchase.ts'
import {
  composeSampleInvoice,
  type SampleInvoiceContext,
} from '../../flows/sandbox/compose-sample-invoice.ts'
import { type PayContext, payBillet } from '../../flows/sandbox/pay-billet.ts'
import { type PlayContext, playCustomer } from '../../flows/sandbox/play-customer.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Billet } from '../../modules/billets/index.ts'
import { listSandboxMessages } from '../../modules/onboarding/index.ts'
import { findPurchase } from '../../modules/transactions/index.ts'
import type { Deliverer } from '../../modules/webhooks/index.ts'
import type { Sandbox } from './routes.ts'

export interface SandboxContext extends PlayContext, PayContext, CancelContext, SampleInvoiceContext {
  readonly clock: Clock & { advance(byMs: number): Promise<Date> }
  readonly deliverer: Deliverer
  presentBillet(billet: Billet): Promise<Answer<typeof BilletShape>>
}

/** Work held by another process may take this long; what takes longer is done after the answer. */
const JOB_WAIT_MS = 10_000
/** A receiver may be slow; the caller is not to wait for it. */
const DELIVERY_WAIT_MS = 1_000

export function createSandbox(context: SandboxContext): Sandbox {
  const { database, secrets, clock, jobs, deliverer } = context
  return {
    listMessages: (retailerId, phone) => listSandboxMessages(database, secrets, retailerId, phone),
    customer: {
      play: play => playCustomer(context, play),
      async giveUp(retailerId, transactionId) {
        await cancelPurchase(context, { retailerId, transactionId, by: 'customer' })
        return findPurchase(database, secrets, retailerId, transactionId)
      },
    },
    billets: {
      pay: payment => payBillet(context, payment),
      presentBillet: context.presentBillet,
    },
    invoices: {
      review: review => reviewInvoice(context, { ...review, by: 'sandbox' }),
      composeSample: (retailerId, transactionId) => composeSampleInvoice(context, retailerId, transactionId),
    },
    clock: {
      now: () => clock.now(),
      async advance(byMs) {
        await clock.advance(byMs)
        await jobs.runDueJobs({ waitMs: JOB_WAIT_MS })
        await deliverer.deliverDue(DELIVERY_WAIT_MS)
        return clock.now()
      },
    },
  }
}
