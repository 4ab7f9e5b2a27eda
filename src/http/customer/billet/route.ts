import type { FastifyInstance, FastifyReply } from 'fastify'
import { describeBillet, findBilletSheet, renderBilletPdf } from '../../../domains/receivables/index.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { sendShell } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { type LinkedSheet, MISSING_BILLET, presentBilletPage } from './present-page.ts'

type BilletSite = Pick<Site, 'renderShell' | 'firstScreens' | 'findLenderContact'>

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
export async function sendBilletPage(
  reply: FastifyReply,
  site: BilletSite,
  sheet: LinkedSheet | undefined,
  today: CalendarDate,
): Promise<FastifyReply> {
  if (sheet !== undefined) return sendShell(reply, site.renderShell(presentBilletPage(sheet, today)))
  const lender = await site.findLenderContact()
  const content = site.firstScreens.deadEnd({ ...MISSING_BILLET, lender })
  const page = { entry: 'dead-end', title: MISSING_BILLET.title, content } as const
  return sendShell(reply.code(404), site.renderShell(page))
}

export async function sendBilletPdf(
  reply: FastifyReply,
  site: BilletSite,
  sheet: LinkedSheet | undefined,
  today: CalendarDate,
): Promise<FastifyReply> {
  if (sheet === undefined) return sendBilletPage(reply, site, sheet, today)
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
