import type { FastifyInstance } from 'fastify'
import { type BilletLinkContext, findBilletSheet } from '../../../domains/receivables/index.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { WebAssets } from '../../../platform/http/web-assets.ts'
import { sendBilletPage, sendBilletPdf } from './answer.ts'

const config = { public: true }

/** The link that a customer gets: a payment page, and the billet as a PDF. Anyone with the link may see it. */
export function addBilletRoutes(app: FastifyInstance, api: BilletLinkContext & WebAssets): void {
  app.get<{ Params: { token: string } }>('/billet/:token', { config }, async (request, reply) => {
    const sheet = await findBilletSheet(api, request.params.token)
    return sendBilletPage(reply, api, sheet, calendarDateAt(api.clock.now()))
  })

  app.get<{ Params: { token: string } }>('/billet/:token/pdf', { config }, async (request, reply) => {
    const sheet = await findBilletSheet(api, request.params.token)
    return sendBilletPdf(reply, api, sheet, calendarDateAt(api.clock.now()))
  })
}
