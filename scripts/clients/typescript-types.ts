import type { Schema } from '../../src/http/reference/list-operations.ts'
import type { TypeNames } from './type-names.ts'

export function composeType(types: TypeNames, schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(each => composeType(types, each)).join(' | ')
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `readonly (${composeType(types, schema.items ?? {})})[]`
    case 'object':
      return composeObject(types, schema)
    default:
      return 'unknown'
  }
}

function composeObject(types: TypeNames, schema: Schema): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = Object.keys(properties)
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `Readonly<Record<string, ${composeType(types, additionalProperties)}>>`
      : 'Readonly<Record<string, unknown>>'
  const members = Object.entries(properties).map(([name, each]) => {
    const note =
      each.description === undefined ? '' : `  /** ${each.description.replaceAll('*/', '* /')} */\n`
    const type = composeType(types, each).replaceAll('\n', '\n  ')
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${note}  readonly ${key}${required.includes(name) ? '' : '?'}: ${type}`
  })
  const body = `{\n${members.join('\n')}\n}`
  return schema.title === undefined ? body : types.add(schema.title, body)
}
