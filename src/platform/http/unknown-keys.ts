import type { Database, Statement } from '../db/database.ts'
import { composeRemoval, removeInSteps } from '../db/removal.ts'

/*
 * Slows down the guessing of keys, on any route. Every unknown key is counted for the address that presented it, in
 * PostgreSQL, so that all processes share one count. A known key from the same address is never held back: many shops
 * may share one proxy.
 */
export interface UnknownKeyLimit {
  /** Counts one unknown key. Returns the seconds to wait when the address has presented too many, else undefined. */
  count(address: string): Promise<number | undefined>
}

const WINDOW_SECONDS = 60

const countAttempt: Statement = {
  name: 'count_unknown_key',
  text: `
    INSERT INTO unknown_key_attempts AS seen (address_hash, window_started_at, attempts)
    VALUES ($1, clock_timestamp(), 1)
    ON CONFLICT (address_hash) DO UPDATE SET
      attempts = CASE WHEN seen.window_started_at > clock_timestamp() - interval '${WINDOW_SECONDS} seconds'
        THEN least(seen.attempts + 1, 1000000) ELSE 1 END,
      window_started_at = CASE WHEN seen.window_started_at > clock_timestamp() - interval '${WINDOW_SECONDS} seconds'
        THEN seen.window_started_at ELSE clock_timestamp() END
    RETURNING attempts,
      ceil(${WINDOW_SECONDS} - extract(epoch FROM clock_timestamp() - window_started_at))::integer AS seconds_left`,
}

const KEPT_MS = 3_600_000
const removeOld: Statement = {
  name: 'remove_unknown_key_attempts',
  text: composeRemoval('unknown_key_attempts', 'window_started_at'),
}

export function createUnknownKeyLimit(options: {
  database: Database
  hash: (text: string) => Buffer
  limitPerMinute: number
}): UnknownKeyLimit {
  const { database, hash, limitPerMinute } = options
  return {
    async count(address) {
      const [row] = await database.run<{ attempts: number; secondsLeft: number }>(countAttempt, [
        hash(address),
      ])
      if (row === undefined) throw new Error('counting an unknown key gave no row')
      return row.attempts > limitPerMinute ? Math.max(1, row.secondsLeft) : undefined
    },
  }
}

export async function removeOldUnknownKeyAttempts(database: Database): Promise<void> {
  await removeInSteps(database, removeOld, new Date(Date.now() - KEPT_MS))
}

/*
 * `null` for an optional member counts as absent. The schemas stay plain (no member is nullable just for this): the
 * optional members are collected once per route, and their nulls are removed before validation.
 */
type RemoveNulls = (value: unknown) => void

export function compileNullRemoval(schema: unknown): RemoveNulls | undefined {
  if (!isRecord(schema)) return undefined
  const steps: RemoveNulls[] = []
  if (isRecord(schema.properties)) steps.push(compileMembers(schema.properties, schema.required))
  const items = compileNullRemoval(schema.items)
  if (items !== undefined) steps.push(value => applyToItems(items, value))
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf) {
      const step = compileNullRemoval(part)
      if (step !== undefined) steps.push(step)
    }
  }
  if (steps.length === 0) return undefined
  return value => {
    for (const step of steps) step(value)
  }
}

function applyToItems(removeNulls: RemoveNulls, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) removeNulls(item)
}

function compileMembers(properties: Record<string, unknown>, required: unknown): RemoveNulls {
  const isRequired = new Set(Array.isArray(required) ? required : [])
  const optional = Object.keys(properties).filter(
    name => !isRequired.has(name) && !acceptsNull(properties[name]),
  )
  const nested = Object.entries(properties).flatMap(([name, schema]) => {
    const remove = compileNullRemoval(schema)
    return remove === undefined ? [] : [{ name, remove }]
  })
  return value => {
    if (!isRecord(value)) return
    for (const name of optional) if (value[name] === null) delete value[name]
    for (const { name, remove } of nested) remove(value[name])
  }
}

function acceptsNull(schema: unknown): boolean {
  if (!isRecord(schema)) return false
  if (schema.type === 'null' || schema.const === null) return true
  if (Array.isArray(schema.type) && schema.type.includes('null')) return true
  if (Array.isArray(schema.enum) && schema.enum.includes(null)) return true
  return [schema.anyOf, schema.oneOf].some(branches => Array.isArray(branches) && branches.some(acceptsNull))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
