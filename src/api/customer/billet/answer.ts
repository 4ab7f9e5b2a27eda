import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import {
  type BilletSheet,
  computeStanding,
  isPayable,
  renderBilletPdf,
} from '../../../modules/billets/pdf/index.ts'
import { SCRIPT, STYLE } from './assets.ts'
import { presentBilletPage, presentMissingPage } from './present-page.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const FOR_EVER = 'public, max-age=31536000, immutable'

export function addBilletAssets(app: FastifyInstance): void {
  for (const { path, type, body } of [STYLE, SCRIPT])
    app.get(path, { config: { public: true } }, (_request, reply) => {
      reply.type(type).header('cache-control', FOR_EVER).send(body)
    })
}

/** Sends the page of a billet; without one, the page for an unknown link. */
export function sendBilletPage(
  reply: FastifyReply,
  sheet: BilletSheet | undefined,
  today: CalendarDate,
): FastifyReply {
  return sheet === undefined
    ? sendPage(reply.code(404), presentMissingPage())
    : sendPage(reply, presentBilletPage(sheet, today))
}

export async function sendBilletPdf(
  reply: FastifyReply,
  sheet: BilletSheet | undefined,
  today: CalendarDate,
): Promise<FastifyReply> {
  if (sheet === undefined) return sendBilletPage(reply, sheet, today)
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

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(page)
}
