import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { addAuthorizeRoute } from './authorize/route.ts'
import { addBalanceRoute } from './balance/route.ts'
import { addCancelPreviewRoute, addCancelRoute } from './cancel/route.ts'
import { addDeliveredRoute } from './delivered/route.ts'
import { addFiguresRoute } from './figures/route.ts'
import { addInvoiceRoute } from './invoice/route.ts'
import { addOnboardingLinkRoute } from './onboarding-link/route.ts'
import { addOptionsRoute } from './options/route.ts'
import { addPaymentLinkRoutes } from './payment-links/routes.ts'
import { addPreApproveRoute } from './pre-approve/route.ts'
import { addReissueRoute } from './reissue/route.ts'
import { addRemovalPreviewRoute } from './removal-preview/route.ts'
import { addRenegotiationRoute } from './renegotiation/route.ts'
import { addRequestsRoute } from './requests/route.ts'
import { addSettlementRoutes } from './settlement/route.ts'
import { addStatementRoute } from './statement/route.ts'
import { addStatementSummaryRoute } from './statement-summary/route.ts'
import { addTransactionRoute } from './transaction/route.ts'
import { addTransactionBilletsRoute } from './transaction-billets/route.ts'
import { addTransactionStatusRoute } from './transaction-status/route.ts'
import { addTransactionCountsRoute, addTransactionsRoute } from './transactions/route.ts'
import { addTransferRoute } from './transfer/route.ts'
import { addTransferRoutes } from './transfers/route.ts'

/** The documented interface. */
export function addPublicRoutes(app: FastifyInstance, api: App): void {
  addPreApproveRoute(app, api)
  addOptionsRoute(app, api)
  addAuthorizeRoute(app, api)
  addCancelRoute(app, api)
  addCancelPreviewRoute(app, api)
  addTransactionRoute(app, api)
  addRemovalPreviewRoute(app, api)
  addTransactionStatusRoute(app, api)
  addDeliveredRoute(app, api)
  addTransactionBilletsRoute(app, api)
  addReissueRoute(app, api)
  addRenegotiationRoute(app, api)
  addOnboardingLinkRoute(app, api)
  addInvoiceRoute(app, api)
  addPaymentLinkRoutes(app, api)
  addTransactionsRoute(app, api)
  addTransactionCountsRoute(app, api)
  addTransferRoute(app, api)
  addStatementRoute(app, api)
  addRequestsRoute(app, api)
  addStatementSummaryRoute(app, api)
  addFiguresRoute(app, api)
  addBalanceRoute(app, api)
  addTransferRoutes(app, api)
  addSettlementRoutes(app, api)
}
