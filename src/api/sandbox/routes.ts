import type { FastifyInstance } from 'fastify'
import type { SentMessage } from '../../modules/onboarding/index.ts'
import { addClockRoutes, type ClockMover } from './clock.ts'
import { addReviewRoute, addSampleInvoiceRoute, type InvoicePlayer } from './invoices.ts'
import { addMessagesRoute } from './messages.ts'
import { addPayRoute, type BilletPayer } from './pay.ts'
import { addPlayRoute, type CustomerPlayer } from './play.ts'

export interface Sandbox {
  listMessages(retailerId: string, phone: string): Promise<SentMessage[]>
  readonly customer: CustomerPlayer
  readonly billets: BilletPayer
  readonly clock: ClockMover
  readonly invoices: InvoicePlayer
}

/** Of homologation only: in production these paths do not exist. */
export function addSandboxRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  addMessagesRoute(app, sandbox.listMessages)
  addPlayRoute(app, sandbox.customer)
  addPayRoute(app, sandbox.billets)
  addClockRoutes(app, sandbox.clock)
  addReviewRoute(app, sandbox.invoices)
  addSampleInvoiceRoute(app, sandbox.invoices)
}
