import type { FastifyInstance, FastifyReply } from 'fastify'
import { describeBillet, findBilletSheet, renderBilletPdf } from '../../../domains/receivables/index.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { sendShell, type WebAssets } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { type LinkedSheet, presentBilletPage, presentMissingPage } from './present-page.ts'

const config = { public: true }

/** The link that a customer gets: a payment page, and the billet as a PDF. Anyone with the link may see it. */
export function addBilletRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Params: { token: string } }>('/billet/:token', { config }, async (request, reply) => {
    const sheet = await findBilletSheet(api, request.params.token)
    return sendBilletPage(reply, api, sheet, calendarDateAt(api.clock.now()))
  })

  app.get<{ Params: { token: string } }>('/billet/:token/pdf', { config }, async (request, reply) => {
    const sheet = await findBilletSheet(api, request.params.token)
    return sendBilletPdf(reply, api, sheet, calendarDateAt(api.clock.now()))
  })
}

/** Sends the page of a billet; without one, the page for an unknown link. */
export function sendBilletPage(
  reply: FastifyReply,
  assets: WebAssets,
  sheet: LinkedSheet | undefined,
  today: CalendarDate,
): FastifyReply {
  return sheet === undefined
    ? sendShell(reply.code(404), assets.renderShell(presentMissingPage()))
    : sendShell(reply, assets.renderShell(presentBilletPage(sheet, today)))
}

export async function sendBilletPdf(
  reply: FastifyReply,
  assets: WebAssets,
  sheet: LinkedSheet | undefined,
  today: CalendarDate,
): Promise<FastifyReply> {
  if (sheet === undefined) return sendBilletPage(reply, assets, sheet, today)
  // The page explains why there is nothing to pay; a printed slip could not.
  if (!describeBillet(sheet.billet, today).isPayable)
    return reply.redirect(`/billet/${sheet.billet.linkToken}`, 303)
  const pdf = await renderBilletPdf([{ ...sheet, printedOn: today }], 'page')
  return reply
    .header('x-robots-tag', 'noindex, nofollow')
    .type('application/pdf')
    .header('content-disposition', 'attachment; filename="boleto.pdf"')
    .send(pdf)
}
