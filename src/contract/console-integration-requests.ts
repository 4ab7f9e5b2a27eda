import { type Static, Type } from 'typebox'
import { OVERLAP_HOURS } from './console-integration.ts'
import { SECRET_SCOPES } from './scopes.ts'
import { WEBHOOK_EVENT_TYPES } from './webhooks.ts'

const Id = Type.String({ pattern: '^[0-9a-f]{24}$', 'x-error': { '*': 'must be an id' } })
const Day = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\d$',
  'x-error': { '*': 'must be a day, written YYYY-MM-DD' },
})
const Url = Type.String({ minLength: 1, maxLength: 2048 })
const Events = Type.Array(Type.Enum([...WEBHOOK_EVENT_TYPES]), { minItems: 1, maxItems: 50 })

export const NewKeyRequest = Type.Object({
  kind: Type.Enum(['secret', 'publishable']),
  /** Of a secret key; a publishable one has one scope, whatever is asked. */
  scopes: Type.Optional(Type.Array(Type.Enum([...SECRET_SCOPES]), { minItems: 1, maxItems: 20 })),
  /** The first day on which it does not work any more. */
  expiresOn: Type.Optional(Day),
})
export type NewKeyRequest = Static<typeof NewKeyRequest>

export const RotateKeyRequest = Type.Object({ overlapHours: Type.Enum([...OVERLAP_HOURS]) })
export type RotateKeyRequest = Static<typeof RotateKeyRequest>

export const OriginRequest = Type.Object({ origin: Type.String({ minLength: 1, maxLength: 300 }) })
export type OriginRequest = Static<typeof OriginRequest>

export const ConsoleEndpointRequest = Type.Object({ url: Url, events: Events })
export type ConsoleEndpointRequest = Static<typeof ConsoleEndpointRequest>

export const ConsoleTestRequest = Type.Object({
  type: Type.Optional(Type.Enum([...WEBHOOK_EVENT_TYPES])),
})
export type ConsoleTestRequest = Static<typeof ConsoleTestRequest>

export const ConsoleReplayRequest = Type.Object({
  eventId: Type.Optional(Id),
  /** Instead of an event: from the beginning of a day in Sao Paulo to the end of another. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type ConsoleReplayRequest = Static<typeof ConsoleReplayRequest>

export const EnablePlatformRequest = Type.Object({
  /** What the platform calls the shop, or the shop's address; each platform has its own form. */
  account: Type.String({ minLength: 1, maxLength: 255 }),
})
export type EnablePlatformRequest = Static<typeof EnablePlatformRequest>

export const FixDifferenceRequest = Type.Object({ differenceId: Id })
export type FixDifferenceRequest = Static<typeof FixDifferenceRequest>
