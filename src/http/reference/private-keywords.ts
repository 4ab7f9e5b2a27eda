/** Removes `x-error`, which is for the validator only. */
export function withoutPrivateKeywords<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutPrivateKeywords) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([name]) => name !== 'x-error')
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutPrivateKeywords(value)])) as T
}
