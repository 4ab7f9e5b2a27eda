import type { FastifyInstance } from 'fastify'
import { ChangeAccentRequest, ChangeLogoRequest, type ConsoleBrand } from '../../contract/console-selling.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { appendAudit } from '../../domains/audit/index.ts'
import { changeTheme, findTheme, type ThemeChanges } from '../../domains/retailers/index.ts'
import { type StaffSession, staffOf } from '../../domains/staff/index.ts'
import { InputError } from '../../kernel/faults.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'

const change = { public: true, console: 'brand.change' } as const

/** Colour and logo of the shop on its customers' pages. Read without a cache: who changed it sees the change. */
export function addBrandRoutes(app: FastifyInstance, api: Site): void {
  const present = async (
    retailerId: string,
    { colour, accent, logo }: Awaited<ReturnType<typeof findTheme>>,
  ): Promise<Presented<ConsoleBrand>> => {
    const { name } = await api.retailers.getRetailer(retailerId)
    return { shopName: name, colour, theme: { accent, logo } }
  }

  async function changeBrand(session: StaffSession, changes: ThemeChanges) {
    const { retailerId } = session
    const at = api.realClock.now()
    const what = Object.keys(changes).join()
    const note = { staff: staffOf(session), action: 'brand.change', details: { what } } as const
    try {
      const author = { by: `staff:${session.person.id}`, at }
      const theme = await changeTheme(api.database, retailerId, changes, author, tx =>
        appendAudit(tx, note, at),
      )
      return present(retailerId, theme)
    } catch (error) {
      // A file that is not a logo: the person who chose it can choose another.
      if (error instanceof InputError) throw invalidParameter(what, error.problem)
      throw error
    }
  }

  app.get(
    '/console/api/brand',
    { config: { public: true, console: 'brand.read' }, exposeHeadRoute: false },
    async request => {
      const { retailerId } = getStaffSession(request)
      return present(retailerId, await findTheme(api.database, retailerId))
    },
  )

  app.post<{ Body: ChangeAccentRequest }>(
    '/console/api/brand/accent',
    { config: change, schema: { body: ChangeAccentRequest } },
    request => changeBrand(getStaffSession(request), { accent: request.body.accent }),
  )

  app.post<{ Body: ChangeLogoRequest }>(
    '/console/api/brand/logo',
    { config: change, schema: { body: ChangeLogoRequest } },
    request => {
      const { logo } = request.body
      return changeBrand(getStaffSession(request), {
        logo: logo === null ? null : Buffer.from(logo, 'base64'),
      })
    },
  )
}
