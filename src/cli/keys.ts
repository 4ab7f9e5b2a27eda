import { PUBLISHABLE_SCOPES, type Scope, SECRET_SCOPES } from '../contract/scopes.ts'
import { parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, type CommandLine, getRetailerId, getWord, presentTable } from './command.ts'

export const keyCommands: Readonly<Record<string, Command>> = {
  'keys create': {
    async run(services, line) {
      const issued = await services.retailers.issueKey({
        retailerId: await getRetailerId(services, line),
        kind: line.options.publishable === true ? 'publishable' : 'secret',
        scopes: parseScopes(line),
        expiresAt: parseExpiry(line, services.realClock.now()),
        rateLimitPerSecond: parseRateLimit(line),
      })
      line.act?.tell(issued.id)
      return presentNewKey(issued)
    },
  },

  'keys list': {
    async run({ retailers, realClock }, line) {
      const retailerId = line.options.retailer
      const rows = await retailers.listKeys(typeof retailerId === 'string' ? retailerId : undefined)
      const now = realClock.now()
      return presentTable(
        ['ID', 'RETAILER', 'KEY', 'SCOPES', 'VERSION', 'CREATED', 'STATE'],
        rows.map(key => [
          key.id,
          key.retailerId,
          key.hint,
          key.scopes.join(','),
          key.apiVersion,
          key.createdAt.toISOString().slice(0, 10),
          presentState(key, now),
        ]),
      )
    },
  },

  'keys rotate': {
    async run({ retailers, connectors, database }, line) {
      const keyId = getWord(line, 2, 'the id of the key')
      const issued = await database.transaction(async tx => {
        const made = await retailers.rotateKey(keyId, { on: tx })
        if (made !== undefined) await connectors.takeKey(keyId, made, tx)
        return made
      })
      if (issued === undefined) throw new InputError(`there is no live key ${keyId}`)
      line.act?.tell(issued.id, { from: keyId })
      return `${presentNewKey(issued)}\nThe old key still works. Revoke it with: keys revoke ${keyId}`
    },
  },

  'keys revoke': {
    async run({ retailers }, line) {
      const keyId = getWord(line, 2, 'the id of the key')
      if (!(await retailers.revokeKey(keyId))) throw new InputError(`there is no live key ${keyId}`)
      line.act?.tell(keyId)
      return `${keyId} is revoked`
    },
  },
}

function presentNewKey(issued: { id: string; key: string }): string {
  return `${issued.key}\n\nKey ${issued.id}. This is the only time it is shown: store it now.`
}

function presentState(
  key: { revokedAt: Date | null; expiresAt: Date | null; isGenuine: boolean },
  now: Date,
): string {
  if (!key.isGenuine) return 'refused: changed outside the program'
  if (key.revokedAt !== null) return `revoked ${key.revokedAt.toISOString().slice(0, 10)}`
  if (key.expiresAt === null) return 'live'
  const day = key.expiresAt.toISOString().slice(0, 10)
  return key.expiresAt <= now ? `expired ${day}` : `live until ${day}`
}

/** A publishable key is public in the shop's page, so no option may give it more rights than it should have. */
function parseScopes(line: CommandLine): readonly Scope[] | undefined {
  const text = line.options.scopes
  if (typeof text !== 'string') return undefined
  const allowed: readonly Scope[] = line.options.publishable === true ? PUBLISHABLE_SCOPES : SECRET_SCOPES
  const wanted = text.split(',').map(scope => scope.trim())
  const refused = wanted.filter(scope => !allowed.some(known => known === scope))
  if (refused.length > 0) {
    const kind = line.options.publishable === true ? 'a publishable' : 'a secret'
    throw new InputError(`--scopes of ${kind} key may hold ${allowed.join(', ')}, not ${refused.join(', ')}`)
  }
  return allowed.filter(scope => wanted.includes(scope))
}

/** The key expires when the day begins in Sao Paulo. */
function parseExpiry(line: CommandLine, now: Date): Date | undefined {
  const text = line.options.expires
  if (typeof text !== 'string') return undefined
  const expiresAt = new Date(`${text}T00:00:00-03:00`)
  if (!isCalendarDate(text)) throw new InputError('--expires must be a date such as 2027-12-31')
  if (expiresAt <= now) throw new InputError('--expires must lie in the future')
  return expiresAt
}

function isCalendarDate(text: string): boolean {
  try {
    return parseCalendarDate(text) === text
  } catch {
    return false
  }
}

function parseRateLimit(line: CommandLine): number | undefined {
  const text = line.options['rate-limit']
  if (typeof text !== 'string') return undefined
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new InputError('--rate-limit must be a whole number of requests per second')
  return Number(text)
}
