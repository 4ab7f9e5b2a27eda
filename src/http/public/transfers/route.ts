import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { TransferAnswer, TransfersAnswer, TransfersQuery } from '../../../contract/shop-reports.ts'
import { parseListLength } from '../../../contract/webhooks.ts'
import { readTransfer, searchTransfers } from '../../../domains/shop-reports/index.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentListed, presentTransfer } from './present.ts'

export function addTransferRoutes(app: FastifyInstance, api: App): void {
  app.get<{ Querystring: TransfersQuery }>(
    '/transfers',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'List transfers',
          description: 'The newest first, with what the bank names each of them by.',
          answer: TransfersAnswer,
        }),
        security: [{ header: [] }],
        querystring: TransfersQuery,
      },
    },
    async (request): Promise<Answer<typeof TransfersAnswer>> => {
      const { limit, ...query } = request.query
      const { retailerId } = getCaller(request)
      const { transfers, next } = await searchTransfers(api, retailerId, query, parseListLength(limit))
      return { data: transfers.map(presentListed), next }
    },
  )

  app.get<{ Params: { transferId: string } }>(
    '/transfers/:transferId',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'Read a transfer',
          description:
            'With every order that it pays, and what was kept of it because it was owed back. The lines add up to the amount.',
          answer: TransferAnswer,
          refusals: { 404: 'Transfer not found' },
        }),
        security: [{ header: [] }],
      },
    },
    async (request): Promise<Answer<typeof TransferAnswer>> => {
      const found = await readTransfer(api, getCaller(request).retailerId, request.params.transferId)
      if (found === undefined) throw new RequestError('transfer_not_found')
      return presentTransfer(found)
    },
  )
}
