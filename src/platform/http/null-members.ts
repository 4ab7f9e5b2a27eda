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
