import type { FastifyInstance } from 'fastify'
import { mayDoInConsole } from '../../contract/console.ts'
import {
  type ConsoleFunnel,
  type ConsoleLinkDetail,
  type ConsoleLinks,
  ConsoleLinksQuery,
  type ConsoleLook,
  NewConsoleLinkRequest,
  SendConsoleLinkRequest,
} from '../../contract/console-selling.ts'
import { LinkFunnelQuery } from '../../contract/payment-links.ts'
import type { Presented } from '../../contract/presented.ts'
import { appendAudit } from '../../domains/audit/index.ts'
import {
  countFunnel,
  createLink,
  deleteLink,
  readLink,
  searchLinks,
  sendLink,
} from '../../domains/links/index.ts'
import { type StaffSession, staffOf } from '../../domains/staff/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { parseStatementDays } from '../../kernel/parse-days.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'
import { presentFunnelSteps, presentLink, presentLinkDetail } from './present-link.ts'

interface OfLink {
  readonly Params: { readonly linkId: string }
}

const PAGE = 50
const DAY_MS = 86_400_000
const read = { config: { public: true, console: 'links.read' }, exposeHeadRoute: false } as const
const change = { public: true, console: 'links.change' } as const

/** Payment links of the shop: what the interface offers with a key, by people and with their names in the log. */
export function addLinkRoutes(app: FastifyInstance, api: Site): void {
  const viewFor = ({ role }: StaffSession) => ({
    publicUrl: api.publicUrl,
    // Whoever may sell by a link knows what it costs and where it leads.
    seesSale: mayDoInConsole(role, 'links.change'),
  })

  app.get<{ Querystring: ConsoleLinksQuery }>(
    '/console/api/links',
    { ...read, schema: { querystring: ConsoleLinksQuery } },
    async (request): Promise<Presented<ConsoleLinks>> => {
      const session = getStaffSession(request)
      const { status, orderId, seller, from, to, after } = request.query
      const search = { status, orderId, seller, from, to, after, limit: PAGE + 1 }
      const found = await searchLinks(api, session.retailerId, search)
      const shown = found.slice(0, PAGE)
      const view = viewFor(session)
      return {
        links: shown.map(each => presentLink(each, view)),
        next: found.length > PAGE ? (shown.at(-1)?.link.id ?? null) : null,
        today: calendarDateAt(api.clock.now()),
      }
    },
  )

  app.get<{ Querystring: LinkFunnelQuery }>(
    '/console/api/links/funnel',
    { ...read, schema: { querystring: LinkFunnelQuery } },
    async (request): Promise<Presented<ConsoleFunnel>> => {
      const { retailerId, role } = getStaffSession(request)
      const days = parseStatementDays(request.query, api.clock.now())
      const { all, sellers } = await countFunnel(api, retailerId, days)
      const seesMoney = mayDoInConsole(role, 'money.read')
      return {
        ...days,
        all: presentFunnelSteps(all, seesMoney),
        sellers: sellers.map(({ seller, ...steps }) => ({
          seller: seller ?? null,
          ...presentFunnelSteps(steps, seesMoney),
        })),
      }
    },
  )

  // For the picture of the page beside the form.
  app.get(
    '/console/api/links/look',
    { config: change, exposeHeadRoute: false },
    async (request): Promise<Presented<ConsoleLook>> => {
      const { retailerId } = getStaffSession(request)
      const [{ name }, theme] = await Promise.all([
        api.retailers.getRetailer(retailerId),
        api.retailers.findTheme(retailerId),
      ])
      return { shopName: name, theme: { accent: theme.accent, logo: theme.logo } }
    },
  )

  app.get<OfLink>(
    '/console/api/links/:linkId',
    read,
    async (request): Promise<Presented<ConsoleLinkDetail>> => {
      const session = getStaffSession(request)
      const view = await readLink(api, api.database, session.retailerId, request.params.linkId)
      return presentLinkDetail(view, viewFor(session))
    },
  )

  app.post<{ Body: NewConsoleLinkRequest }>(
    '/console/api/links',
    { config: change, schema: { body: NewConsoleLinkRequest } },
    async (request): Promise<Presented<ConsoleLinkDetail>> => {
      const session = getStaffSession(request)
      // The answer may be lost: with an order number the second attempt finds the link of the first.
      const { days, ...sale } = request.body
      const expiresAt = new Date(api.clock.now().getTime() + days * DAY_MS).toISOString()
      const wanted = { ...sale, expiresAt, oncePerOrder: sale.orderId !== undefined }
      const created = await createLink(api, session.retailerId, wanted, async (tx, { link }) =>
        appendAudit(
          tx,
          { staff: staffOf(session), action: 'link.create', subject: link.id },
          api.realClock.now(),
        ),
      )
      return presentLinkDetail(created, viewFor(session))
    },
  )

  app.post<OfLink & { Body: SendConsoleLinkRequest }>(
    '/console/api/links/:linkId/send',
    { config: change, schema: { body: SendConsoleLinkRequest } },
    async (request): Promise<Presented<ConsoleLinkDetail>> => {
      const session = getStaffSession(request)
      const { body, params } = request
      const sent = await sendLink(api, session.retailerId, params.linkId, body, async (tx, { link }) =>
        appendAudit(
          tx,
          {
            staff: staffOf(session),
            action: 'link.send',
            subject: link.id,
            details: { channel: body.channel },
          },
          api.realClock.now(),
        ),
      )
      return presentLinkDetail(sent, viewFor(session))
    },
  )

  app.post<OfLink>(
    '/console/api/links/:linkId/delete',
    { config: change },
    async (request): Promise<Presented<ConsoleLinkDetail>> => {
      const session = getStaffSession(request)
      const deleted = await deleteLink(api, {
        retailerId: session.retailerId,
        linkId: request.params.linkId,
        staff: staffOf(session),
        evidence: { trackId: request.id },
      })
      return presentLinkDetail(deleted, viewFor(session))
    },
  )
}
