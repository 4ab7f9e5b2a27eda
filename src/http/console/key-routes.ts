import type { FastifyInstance } from 'fastify'
import type { KeyList, KeyView, OriginList, ShownKey } from '../../contract/console-integration.ts'
import {
  NewKeyRequest,
  OriginRequest,
  RotateKeyRequest,
} from '../../contract/console-integration-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { SECRET_SCOPES } from '../../contract/scopes.ts'
import { appendAudit } from '../../domains/audit/index.ts'
import { staffOf } from '../../domains/staff/index.ts'
import { addDays, endOfDay } from '../../kernel/calendar-date.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'

const HOUR_MS = 3_600_000

/** Keys and origins. No route of the interface makes keys: only owners do, and the command line. */
export function addKeyRoutes(app: FastifyInstance, api: Site): void {
  const { retailers, connectors, database, realClock } = api

  app.get(
    '/console/api/integration/keys',
    { config: { public: true, console: 'integration.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<KeyList>> => {
      const keys = await retailers.listKeys(getStaffSession(request).retailerId)
      return { keys: keys.map(key => presentKey(key, realClock.now())) }
    },
  )

  app.post<{ Body: NewKeyRequest }>(
    '/console/api/integration/keys',
    { config: { public: true, console: 'integration.change' }, schema: { body: NewKeyRequest } },
    async (request): Promise<Presented<ShownKey>> => {
      const session = getStaffSession(request)
      const { kind, scopes = [], expiresOn } = request.body
      if (kind === 'secret' && scopes.length === 0)
        throw invalidParameter('scopes', 'must name what it may do')
      const expiresAt = expiresOn === undefined ? undefined : beginningOf('expiresOn', expiresOn)
      if (expiresAt !== undefined && expiresAt <= realClock.now())
        throw invalidParameter('expiresOn', 'must be in the future')
      return database.transaction(async tx => {
        const { retailerId } = session
        const issued = await retailers.issueKey({ retailerId, kind, scopes, expiresAt }, tx)
        const details = { kind, ...(expiresOn && { expiresOn }) }
        const note = { staff: staffOf(session), action: 'key.create', subject: issued.id, details } as const
        await appendAudit(tx, note, realClock.now())
        return issued
      })
    },
  )

  app.post<{ Params: { key: string }; Body: RotateKeyRequest }>(
    '/console/api/integration/keys/:key/rotate',
    { config: { public: true, console: 'integration.change' }, schema: { body: RotateKeyRequest } },
    async (request): Promise<Presented<ShownKey>> => {
      const session = getStaffSession(request)
      const { overlapHours } = request.body
      const oldEndsAt = new Date(realClock.now().getTime() + overlapHours * HOUR_MS)
      const { key: keyId } = request.params
      return database.transaction(async tx => {
        const change = { on: tx, retailerId: session.retailerId, oldEndsAt }
        const issued = await retailers.rotateKey(keyId, change)
        if (issued === undefined) throw new RequestError('console_not_found')
        await connectors.takeKey(keyId, issued, tx)
        const details = { overlapHours, made: issued.id }
        const note = { staff: staffOf(session), action: 'key.rotate', subject: keyId, details } as const
        await appendAudit(tx, note, realClock.now())
        return issued
      })
    },
  )

  app.post<{ Params: { key: string } }>(
    '/console/api/integration/keys/:key/revoke',
    { config: { public: true, console: 'integration.change' } },
    async request => {
      const session = getStaffSession(request)
      const { key: subject } = request.params
      await database.transaction(async tx => {
        if (!(await retailers.revokeKey(subject, { on: tx, retailerId: session.retailerId })))
          throw new RequestError('console_not_found')
        await appendAudit(tx, { staff: staffOf(session), action: 'key.revoke', subject }, realClock.now())
      })
      return {}
    },
  )

  app.get(
    '/console/api/integration/origins',
    { config: { public: true, console: 'integration.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<OriginList>> => ({
      origins: await retailers.listOrigins(getStaffSession(request).retailerId),
    }),
  )

  app.post<{ Body: OriginRequest }>(
    '/console/api/integration/origins',
    { config: { public: true, console: 'integration.change' }, schema: { body: OriginRequest } },
    async (request): Promise<{ readonly origin: string }> => {
      const session = getStaffSession(request)
      return database.transaction(async tx => {
        const parsed = await retailers.allowOrigin(session.retailerId, request.body.origin.trim(), tx)
        if ('problem' in parsed) throw invalidParameter('origin', parsed.problem)
        const note = { staff: staffOf(session), action: 'origin.add', subject: parsed.origin } as const
        await appendAudit(tx, note, realClock.now())
        return { origin: parsed.origin }
      })
    },
  )

  app.post<{ Body: OriginRequest }>(
    '/console/api/integration/origins/remove',
    { config: { public: true, console: 'integration.change' }, schema: { body: OriginRequest } },
    async request => {
      const session = getStaffSession(request)
      const { origin: subject } = request.body
      await database.transaction(async tx => {
        if (!(await retailers.removeOrigin(session.retailerId, subject, tx)))
          throw new RequestError('console_not_found')
        await appendAudit(tx, { staff: staffOf(session), action: 'origin.remove', subject }, realClock.now())
      })
      return {}
    },
  )
}

/** The moment at which a day begins in Sao Paulo. */
export const beginningOf = (field: string, day: string): Date =>
  new Date(endOfDay(addDays(parseDay(field, day), -1)).getTime() + 1)

type ListedKey = Awaited<ReturnType<Site['retailers']['listKeys']>>[number]

function presentKey(key: ListedKey, now: Date): Presented<KeyView> {
  const { id, kind, hint, createdAt, expiresAt, revokedAt, usedAt } = key
  return {
    id,
    kind,
    hint,
    scopes:
      kind === 'publishable' ? ['storefront'] : SECRET_SCOPES.filter(scope => key.scopes.includes(scope)),
    state: findState(key, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    revokedAt: revokedAt?.toISOString(),
    usedAt: usedAt?.toISOString(),
  }
}

function findState({ isGenuine, revokedAt, expiresAt }: ListedKey, now: Date): KeyView['state'] {
  if (revokedAt !== null) return 'revoked'
  if (!isGenuine) return 'refused'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'live'
}
