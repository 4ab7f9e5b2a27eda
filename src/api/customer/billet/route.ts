import type { FastifyInstance, FastifyReply } from 'fastify'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Clock } from '../../../kernel/clock.ts'
import {
  type BilletSheet,
  computeStanding,
  isPayable,
  renderBilletPdf,
} from '../../../modules/billets/pdf/index.ts'
import { SCRIPT, STYLE } from './assets.ts'
import { presentBilletPage, presentMissingPage } from './present-page.ts'

export interface BilletPages {
  readonly clock: Clock
  /** Absent for anything but the token of a living link. */
  findBilletSheet(token: string): Promise<BilletSheet | undefined>
}

const config = { public: true }
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The link that a customer gets: a page to pay from, and the billet as a PDF. Whoever has the link may see it. */
export function addBilletRoutes(app: FastifyInstance, pages: BilletPages): void {
  for (const { path, type, body } of [STYLE, SCRIPT])
    app.get(path, { config }, (_request, reply) => {
      reply.type(type).header('cache-control', FOR_EVER).send(body)
    })

  app.get<{ Params: { token: string } }>('/billet/:token', { config }, async (request, reply) => {
    const sheet = await pages.findBilletSheet(request.params.token)
    if (sheet === undefined) return sendPage(reply.code(404), presentMissingPage())
    return sendPage(reply, presentBilletPage(sheet, calendarDateAt(pages.clock.now())))
  })

  app.get<{ Params: { token: string } }>('/billet/:token/pdf', { config }, async (request, reply) => {
    const sheet = await pages.findBilletSheet(request.params.token)
    if (sheet === undefined) return sendPage(reply.code(404), presentMissingPage())
    // The page says why there is nothing to pay; a slip on paper could not.
    if (!isPayable(computeStanding(sheet.billet, calendarDateAt(pages.clock.now()))))
      return reply.redirect(`/billet/${sheet.billet.linkToken}`, 303)
    const pdf = await renderBilletPdf([sheet], 'page')
    reply.header('x-robots-tag', 'noindex, nofollow')
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="boleto.pdf"')
      .send(pdf)
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(page)
}
