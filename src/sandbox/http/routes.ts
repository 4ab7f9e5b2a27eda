import type { FastifyInstance } from 'fastify'
import { addBankRoutes } from './bank.ts'
import { addClockRoutes } from './clock.ts'
import { addDeskRoute } from './desk.ts'
import { addReviewRoute, addSampleInvoiceRoute } from './invoices.ts'
import { addMessagesRoute } from './messages.ts'
import { addPayRoute } from './pay.ts'
import { addPayableRoute } from './payable.ts'
import { addPeopleRoute } from './people.ts'
import { addPlayRoute } from './play.ts'
import { addResetRoute } from './reset.ts'
import type { SandboxApi } from './sandbox-api.ts'

/** Homologation only: in production these paths do not exist. */
export function addSandboxRoutes(app: FastifyInstance, api: SandboxApi): void {
  addMessagesRoute(app, api)
  addPlayRoute(app, api)
  addPayableRoute(app, api)
  addPayRoute(app, api)
  addBankRoutes(app, api)
  addClockRoutes(app, api)
  addReviewRoute(app, api)
  addSampleInvoiceRoute(app, api)
  addPeopleRoute(app, api)
  addDeskRoute(app, api)
  addResetRoute(app, api)
}
