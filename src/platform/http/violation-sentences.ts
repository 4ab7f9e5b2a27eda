import type { FastifySchemaValidationError } from 'fastify'

/** What the validator reports about one value, with the schema that the value violates. */
export interface Violation extends FastifySchemaValidationError {
  readonly parentSchema?: Readonly<Record<string, unknown>>
}

type Schema = Readonly<Record<string, unknown>>

/**
 * The rest of a sentence that begins with the field. A schema may bring its own in `x-error`: one text, or one per
 * keyword with `*` for the others. The value itself is never repeated: it may be a key or personal data.
 */
export function describeViolation(violation: Violation): string {
  const schema = violation.parentSchema ?? {}
  return findOwnSentence(schema['x-error'], violation.keyword) ?? describeDefault(violation.keyword, schema)
}

function findOwnSentence(own: unknown, keyword: string): string | undefined {
  if (typeof own === 'string') return own
  if (typeof own !== 'object' || own === null) return undefined
  const sentences: Readonly<Record<string, unknown>> = { ...own }
  const sentence = sentences[keyword] ?? sentences['*']
  return typeof sentence === 'string' ? sentence : undefined
}

function describeDefault(keyword: string, schema: Schema): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return describeType(schema)
    case 'enum':
    case 'anyOf':
    case 'const':
      return describeChoices(schema)
    case 'minimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return describeNumber(schema)
    case 'exclusiveMinimum':
      return `must be greater than ${schema.exclusiveMinimum}`
    case 'minItems':
    case 'maxItems':
      return `must have ${describeCount(schema.minItems, schema.maxItems, 'item')}`
    case 'minLength':
    case 'maxLength':
      return `must have ${describeCount(schema.minLength, schema.maxLength, 'character')}`
    default:
      return 'is not valid'
  }
}

function describeType(schema: Schema): string {
  switch (schema.type) {
    case 'string':
      return 'must be a string'
    case 'boolean':
      return 'must be a boolean'
    case 'array':
      return 'must be a list'
    case 'object':
      return 'must be an object'
    case 'number':
    case 'integer':
      return describeNumber(schema)
    default:
      return 'has the wrong type'
  }
}

function describeNumber(schema: Schema): string {
  const kind = schema.type === 'integer' ? 'a whole number' : 'a number'
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (minimum !== undefined && maximum !== undefined) return `must be ${kind} from ${minimum} to ${maximum}`
  const bounds = [
    minimum === undefined ? undefined : `≥ ${minimum}`,
    exclusiveMinimum === undefined ? undefined : `greater than ${exclusiveMinimum}`,
    maximum === undefined ? undefined : `at most ${maximum}`,
    exclusiveMaximum === undefined ? undefined : `less than ${exclusiveMaximum}`,
  ].filter(bound => bound !== undefined)
  return bounds.length === 0 ? `must be ${kind}` : `must be ${kind} ${bounds.join(' and ')}`
}

/** A choice is written in two ways: a list of values, or a union of single values. */
function describeChoices(schema: Schema): string {
  const choices = Array.isArray(schema.enum) ? schema.enum : listConstants(schema.anyOf)
  if (schema.const !== undefined) return `must be ${schema.const}`
  return choices.length === 0 ? 'is not valid' : `must be one of ${choices.join(', ')}`
}

function listConstants(branches: unknown): unknown[] {
  if (!Array.isArray(branches)) return []
  const constants = branches.map((branch: Schema) => branch.const)
  return constants.includes(undefined) ? [] : constants
}

function describeCount(minimum: unknown, maximum: unknown, noun: string): string {
  const plural = (count: unknown) => (count === 1 ? noun : `${noun}s`)
  if (minimum === maximum) return `exactly ${maximum} ${plural(maximum)}`
  if (maximum === undefined) return `at least ${minimum} ${plural(minimum)}`
  if (minimum === undefined || minimum === 0) return `at most ${maximum} ${plural(maximum)}`
  return `${minimum} to ${maximum} ${plural(maximum)}`
}
