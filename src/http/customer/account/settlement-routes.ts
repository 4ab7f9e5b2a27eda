import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_PATH, type AccountState, type EarlyRequest } from '../../../contract/account.ts'
import { EarlyBody } from '../../../contract/account-requests.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Presented } from '../../../contract/presented.ts'
import { renderDocument } from '../../../domains/contracts/index.ts'
import type { CustomerSession } from '../../../domains/customers/index.ts'
import { issuePayoff } from '../../../domains/receivables/index.ts'
import { getOwnPurchase } from '../../../domains/servicing/index.ts'
import { parseReais } from '../../../kernel/money.ts'
import { getRequestLog } from '../../../platform/http/request-log.ts'
import type { Site } from '../../site.ts'

/** The sessions of the area. */
interface Sessions {
  readonly findSession: (request: FastifyRequest) => Promise<CustomerSession | undefined>
  readonly getSession: (request: FastifyRequest) => Promise<CustomerSession>
  readonly presentSession: (session: CustomerSession) => Promise<Presented<AccountState>>
}

const config = { public: true }

/** Paying before it is due, and the statement that nothing is owed any more. */
export function addSettlementActions(
  scope: FastifyInstance,
  api: Site,
  { findSession, getSession, presentSession }: Sessions,
): void {
  scope.post<{ Body: EarlyRequest }>(
    `${ACCOUNT_PATH}/settlement`,
    { config, schema: { body: EarlyBody } },
    async request => {
      const session = await getSession(request)
      const { transactionId, installments, amount } = request.body
      const { retailerId, id } = await getOwnPurchase(api, session, transactionId)
      const amountCentavos = amount === undefined ? undefined : parseReais(amount)
      const asked = { isSoonest: true, installments, amountCentavos } as const
      await issuePayoff({ ...api, log: getRequestLog(request) }, { retailerId, transactionId: id }, asked)
      return presentSession(session)
    },
  )

  scope.get<{ Params: { readonly purchase: string } }>(
    `${ACCOUNT_PATH}/purchases/:purchase/quitacao.pdf`,
    { config },
    async (request, reply): Promise<FastifyReply> => {
      const session = await findSession(request)
      if (session === undefined) return reply.redirect(ACCOUNT_PATH, 303)
      const purchase = await getOwnPurchase(api, session, request.params.purchase)
      const pdf = await renderDocument(api, purchase, 'discharge')
      if (pdf === undefined) throw new RequestError('transaction_state_conflict')
      return reply
        .type('application/pdf')
        .header('content-disposition', 'attachment; filename="quitacao.pdf"')
        .send(pdf)
    },
  )
}
