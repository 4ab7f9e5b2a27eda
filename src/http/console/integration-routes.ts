import type { FastifyInstance } from 'fastify'
import type {
  PlatformCredentials,
  PlatformDifferences,
  PlatformFindings,
  PlatformList,
  PlatformPanel,
  RequestList,
} from '../../contract/console-integration.ts'
import { EnablePlatformRequest, FixDifferenceRequest } from '../../contract/console-integration-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { RequestsQuery } from '../../contract/requests.ts'
import { appendAudit, recordAudit } from '../../domains/audit/index.ts'
import { type StaffSession, staffOf } from '../../domains/staff/index.ts'
import { readRequests } from '../public/requests/route.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'
import { addEndpointPageRoutes } from './endpoint-routes.ts'
import { addKeyRoutes } from './key-routes.ts'

interface OfPlatform {
  readonly Params: { readonly platform: string }
}

const read = { config: { public: true, console: 'integration.read' }, exposeHeadRoute: false } as const
const change = { config: { public: true, console: 'integration.change' } } as const

export function addIntegrationRoutes(app: FastifyInstance, api: Site): void {
  addKeyRoutes(app, api)
  addEndpointPageRoutes(app, api)
  addPlatformRoutes(app, api)

  app.get<{ Querystring: RequestsQuery }>(
    '/console/api/integration/requests',
    { ...read, schema: { querystring: RequestsQuery } },
    async (request): Promise<Presented<RequestList>> =>
      readRequests(api.database, getStaffSession(request).retailerId, request.query),
  )
}

/** Connectors that run here, and what is known here of those that are installed in a shop. */
function addPlatformRoutes(app: FastifyInstance, api: Site): void {
  const { connectors, database, realClock, publicUrl } = api

  async function findAccount({ retailerId }: StaffSession, platform: string) {
    return (await connectors.list(retailerId)).find(each => each.platform === platform)
  }

  async function getAccount(session: StaffSession, platform: string) {
    const account = await findAccount(session, platform)
    if (account === undefined) throw new RequestError('console_not_found')
    return account
  }

  app.get(
    '/console/api/integration/platforms',
    read,
    async (request): Promise<Presented<PlatformList>> => ({
      served: connectors.platforms,
      accounts: await connectors.list(getStaffSession(request).retailerId),
      apiUrl: publicUrl,
      installAddresses: connectors.installAddresses,
    }),
  )

  app.get<OfPlatform>(
    '/console/api/integration/platforms/:platform',
    read,
    async (request): Promise<PlatformPanel> => {
      const session = getStaffSession(request)
      const account = await findAccount(session, request.params.platform)
      if (account === undefined) return { log: [], differences: [] }
      const [log = [], differences = []] = await Promise.all([
        connectors.readLog(session.retailerId, account.id),
        connectors.readDifferences(session.retailerId, account.id),
      ])
      return { account, log, differences }
    },
  )

  app.post<OfPlatform & { Body: EnablePlatformRequest }>(
    '/console/api/integration/platforms/:platform/enable',
    { ...change, schema: { body: EnablePlatformRequest } },
    async (request): Promise<Presented<PlatformCredentials>> => {
      const session = getStaffSession(request)
      const { platform } = request.params
      const shop = { retailerId: session.retailerId, account: request.body.account }
      return database.transaction(async tx => {
        const enabled = await api.enableConnector(platform, shop, tx)
        if (enabled === undefined) throw new RequestError('console_not_found')
        if ('problem' in enabled) throw invalidParameter('account', enabled.problem)
        const { details, ...shown } = enabled
        const subject = enabled.accountId
        const note = {
          staff: staffOf(session),
          action: 'connector.enable',
          subject,
          details: { platform, ...details },
        } as const
        await appendAudit(tx, note, realClock.now())
        return shown
      })
    },
  )

  app.post<OfPlatform>(
    '/console/api/integration/platforms/:platform/disable',
    change,
    async (request): Promise<object> => {
      const session = getStaffSession(request)
      const { id } = await getAccount(session, request.params.platform)
      await database.transaction(async tx => {
        if (!(await connectors.disable(session.retailerId, id, tx)))
          throw new RequestError('console_not_found')
        await appendAudit(
          tx,
          { staff: staffOf(session), action: 'connector.disable', subject: id },
          realClock.now(),
        )
      })
      return {}
    },
  )

  app.post<OfPlatform>(
    '/console/api/integration/platforms/:platform/examine',
    change,
    async (request): Promise<PlatformFindings> => {
      const session = getStaffSession(request)
      const { id } = await getAccount(session, request.params.platform)
      return { findings: (await connectors.examine(session.retailerId, id)) ?? [] }
    },
  )

  app.post<OfPlatform>(
    '/console/api/integration/platforms/:platform/compare',
    change,
    async (request): Promise<PlatformDifferences> => {
      const session = getStaffSession(request)
      const { id } = await getAccount(session, request.params.platform)
      return { differences: (await connectors.compare(session.retailerId, id)) ?? [] }
    },
  )

  app.post<OfPlatform & { Body: FixDifferenceRequest }>(
    '/console/api/integration/platforms/:platform/fix',
    { ...change, schema: { body: FixDifferenceRequest } },
    async (request): Promise<PlatformDifferences> => {
      const session = getStaffSession(request)
      const { retailerId } = session
      const { id } = await getAccount(session, request.params.platform)
      const { differenceId: subject } = request.body
      const known = (await connectors.readDifferences(retailerId, id)) ?? []
      if (!known.some(each => each.id === subject)) throw new RequestError('console_not_found')
      // Before it: the platform is called outside of every transaction.
      await recordAudit(
        database,
        { staff: staffOf(session), action: 'connector.fix', subject },
        realClock.now(),
      )
      await connectors.fix(retailerId, id, subject)
      return { differences: (await connectors.readDifferences(retailerId, id)) ?? [] }
    },
  )
}
