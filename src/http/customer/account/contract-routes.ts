import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../app/app.ts'
import { ACCOUNT_PATH, type ConfirmAddendumRequest } from '../../../contract/account.ts'
import { ConfirmAddendumBody } from '../../../contract/account-requests.ts'
import { RequestError } from '../../../contract/errors.ts'
import { renderDocument } from '../../../domains/contracts/index.ts'
import type { CustomerSession } from '../../../domains/customers/index.ts'
import { confirmReturn, getOwnPurchase } from '../../../domains/servicing/index.ts'

interface Sessions {
  findSession(request: FastifyRequest): Promise<CustomerSession | undefined>
  getSession(request: FastifyRequest): Promise<CustomerSession>
  presentSession(session: CustomerSession): Promise<unknown>
}

/** What became part of a signed contract after its signature. */
export function addContractRoutes(scope: FastifyInstance, api: App, sessions: Sessions): void {
  const config = { public: true }

  scope.post<{ Body: ConfirmAddendumRequest }>(
    `${ACCOUNT_PATH}/addendum`,
    { config, schema: { body: ConfirmAddendumBody } },
    async request => {
      const session = await sessions.getSession(request)
      await confirmReturn(api, session, request.body)
      return sessions.presentSession(session)
    },
  )

  for (const [document, file] of [
    ['addendum', 'aditivo.pdf'],
    ['release', 'liberacao.pdf'],
  ] as const) {
    const url = `${ACCOUNT_PATH}/purchases/:purchase/${document}.pdf`
    scope.get<{ Params: { purchase: string } }>(url, { config }, async (request, reply) => {
      const session = await sessions.findSession(request)
      if (session === undefined) return reply.redirect(ACCOUNT_PATH, 303)
      const purchase = await getOwnPurchase(api, session, request.params.purchase)
      const pdf = await renderDocument(api, purchase, document)
      if (pdf === undefined) throw new RequestError('addendum_not_found')
      return sendPdf(reply, pdf, file)
    })
  }
}

function sendPdf(reply: FastifyReply, body: Buffer, name: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(body)
}
