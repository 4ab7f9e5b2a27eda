import type { FastifyReply } from 'fastify'
import { computeStanding, isPayable, renderBilletPdf } from '../../../domains/receivables/index.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { sendShell, type WebAssets } from '../../../platform/http/web-assets.ts'
import { presentBilletPage, presentMissingPage, type ThemedSheet } from './present-page.ts'

/** Sends the page of a billet; without one, the page for an unknown link. */
export function sendBilletPage(
  reply: FastifyReply,
  assets: WebAssets,
  sheet: ThemedSheet | undefined,
  today: CalendarDate,
): FastifyReply {
  return sheet === undefined
    ? sendShell(reply.code(404), assets.renderShell(presentMissingPage()))
    : sendShell(reply, assets.renderShell(presentBilletPage(sheet, today)))
}

export async function sendBilletPdf(
  reply: FastifyReply,
  assets: WebAssets,
  sheet: ThemedSheet | undefined,
  today: CalendarDate,
): Promise<FastifyReply> {
  if (sheet === undefined) return sendBilletPage(reply, assets, sheet, today)
  // The page explains why there is nothing to pay; a printed slip could not.
  if (!isPayable(computeStanding(sheet.billet, today)))
    return reply.redirect(`/billet/${sheet.billet.linkToken}`, 303)
  const pdf = await renderBilletPdf([{ ...sheet, printedOn: today }], 'page')
  return reply
    .header('x-robots-tag', 'noindex, nofollow')
    .type('application/pdf')
    .header('content-disposition', 'attachment; filename="boleto.pdf"')
    .send(pdf)
}
