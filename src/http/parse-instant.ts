import { invalidParameter } from '../contract/parameter-errors.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

export function parseInstant(field: string, text: string): Date {
  const instant = new Date(INSTANT.test(text) ? text : Number.NaN)
  if (Number.isNaN(instant.getTime()) || instant.getTime() < 0)
    throw invalidParameter(field, 'must be an ISO 8601 instant such as 2026-03-10T15:00:00Z')
  return instant
}
