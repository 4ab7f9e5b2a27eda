import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../../app/app.ts'
import {
  ACCOUNT_PATH,
  type AcceptAgreementRequest,
  type AgreementOffersRequest,
} from '../../../contract/account.ts'
import { AcceptAgreementBody, AgreementOffersBody } from '../../../contract/account-requests.ts'
import type { CustomerSession } from '../../../domains/customers/index.ts'
import { acceptRenegotiation, getOwnPurchase, offerRenegotiations } from '../../../domains/servicing/index.ts'
import { parseReais } from '../../../kernel/money.ts'

interface Sessions {
  getSession(request: FastifyRequest): Promise<CustomerSession>
  presentSession(session: CustomerSession): Promise<unknown>
}

/** A customer who is late asks for new installments, and chooses among them. */
export function addAgreementRoutes(
  scope: FastifyInstance,
  api: App,
  { getSession, presentSession }: Sessions,
): void {
  const config = { public: true }

  scope.post<{ Body: AgreementOffersRequest }>(
    `${ACCOUNT_PATH}/agreement-offers`,
    { config, schema: { body: AgreementOffersBody } },
    async request => {
      const session = await getSession(request)
      const { transactionId, downPayment } = request.body
      const { retailerId, id } = await getOwnPurchase(api, session, transactionId)
      const entryCentavos = parseReais(downPayment)
      await offerRenegotiations(api, { retailerId, transactionId: id, entryCentavos })
      return presentSession(session)
    },
  )

  scope.post<{ Body: AcceptAgreementRequest }>(
    `${ACCOUNT_PATH}/agreement`,
    { config, schema: { body: AcceptAgreementBody } },
    async request => {
      const session = await getSession(request)
      const { transactionId, optionId } = request.body
      const { retailerId, id } = await getOwnPurchase(api, session, transactionId)
      await acceptRenegotiation(api, { retailerId, transactionId: id, optionId })
      return presentSession(session)
    },
  )
}
