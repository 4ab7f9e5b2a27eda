import type { FastifyInstance } from 'fastify'
import type { CreditFlowContext } from '../../domains/quoting/index.ts'
import { addAuthorizeRoute } from './authorize/route.ts'
import { addCancelRoute } from './cancel/route.ts'
import { addDeliveredRoute } from './delivered/route.ts'
import { addInvoiceRoute, type InvoiceApi } from './invoice/route.ts'
import { addOnboardingLinkRoute } from './onboarding-link/route.ts'
import { addOptionsRoute } from './options/route.ts'
import { addPaymentLinkRoutes, type PaymentLinkApi } from './payment-links/routes.ts'
import { addPreApproveRoute } from './pre-approve/route.ts'
import type { PurchaseApi } from './purchase-api.ts'
import { addReissueRoute } from './reissue/route.ts'
import { addRenegotiationRoute } from './renegotiation/route.ts'
import { addSettlementRoutes, type SettlementApi } from './settlement/route.ts'
import { addStatementRoute } from './statement/route.ts'
import { addTransactionRoute } from './transaction/route.ts'
import { addTransactionBilletsRoute } from './transaction-billets/route.ts'
import { addTransactionStatusRoute } from './transaction-status/route.ts'
import { addTransactionsRoute } from './transactions/route.ts'

/** The documented interface. */
export function addPublicRoutes(
  app: FastifyInstance,
  api: CreditFlowContext & PurchaseApi & InvoiceApi & PaymentLinkApi & SettlementApi,
): void {
  addPreApproveRoute(app, api)
  addOptionsRoute(app, api)
  addAuthorizeRoute(app, api)
  addCancelRoute(app, api)
  addTransactionRoute(app, api)
  addTransactionStatusRoute(app, api)
  addDeliveredRoute(app, api)
  addTransactionBilletsRoute(app, api)
  addReissueRoute(app, api)
  addRenegotiationRoute(app, api)
  addOnboardingLinkRoute(app, api)
  addInvoiceRoute(app, api)
  addPaymentLinkRoutes(app, api)
  addTransactionsRoute(app, api)
  addStatementRoute(app, api)
  addSettlementRoutes(app, api)
}
