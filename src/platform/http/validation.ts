import type { FastifySchemaValidationError, FastifyServerOptions } from 'fastify'
import { type ErrorDetail, RequestError } from '../../contract/errors.ts'
import { missingParameters } from '../../contract/parameter-errors.ts'
import { presentPath } from './json-body.ts'

/** Named text formats that schemas may ask for. */
export type Formats = Readonly<Record<string, (text: string) => boolean>>

/** A body of 10,000 wrong values must not become an answer of 10,000 sentences. */
const MAX_DETAILS = 50

/**
 * Nothing is coerced, defaulted or removed: the value is validated as the caller sent it. All errors are collected,
 * which is bounded by the number of values a body may hold; `verbose` attaches its schema to each error, where the
 * sentences are.
 */
export function createValidatorOptions(formats: Formats): NonNullable<FastifyServerOptions['ajv']> {
  return {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      allErrors: true,
      verbose: true,
      strict: true,
      strictNumbers: true,
      allowUnionTypes: true,
      keywords: ['x-error'],
      formats: { ...formats },
      // Optimizing makes an object for each variable of the generated code, keyed by the variable's name. V8 shares the
      // shapes of objects that begin as `{}` up to some 1,500 names; beyond, every object with four members is slow.
      code: { optimize: false },
    },
  }
}

export function toRequestError(errors: readonly FastifySchemaValidationError[]): RequestError {
  const violations = errors as readonly Violation[]
  const missing = violations.filter(each => each.instancePath === '' && each.keyword === 'required')
  return missing.length > 0 ? reportMissing(missing) : reportInvalid(violations)
}

function reportMissing(violations: readonly Violation[]): RequestError {
  const fields = violations.map(each => String(each.params.missingProperty))
  return missingParameters(fields)
}

/**
 * One sentence per field: the first violation of a field is the most basic one, and the others often follow from it.
 */
function reportInvalid(violations: readonly Violation[]): RequestError {
  const details = new Map<string, ErrorDetail>()
  for (const violation of dropBranches(violations)) {
    if (details.size === MAX_DETAILS) break
    const field = locate(violation)
    if (!details.has(field))
      details.set(field, { field, message: `${field} ${describeViolation(violation)}` })
  }
  const all = [...details.values()]
  const first = all[0]
  return new RequestError('invalid_parameters', {
    ...(first === undefined ? {} : { message: first.message }),
    details: all,
  })
}

/**
 * A value that fits no branch of a union violates each branch too; only the union's own violation is worth reporting.
 */
function dropBranches(violations: readonly Violation[]): readonly Violation[] {
  const unions = violations.filter(each => each.keyword === 'anyOf' || each.keyword === 'oneOf')
  const paths = [...new Set(unions.map(each => `${each.schemaPath}/`))]
  return violations.filter(each => !paths.some(path => each.schemaPath.startsWith(path)))
}

function locate(violation: Violation): string {
  const labels = violation.instancePath
    .split('/')
    .slice(1)
    .map(part => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
  if (violation.keyword === 'required') labels.push(String(violation.params.missingProperty))
  return presentPath(labels) || 'body'
}

/** What the validator reports about one value, with the schema that the value violates. */
interface Violation extends FastifySchemaValidationError {
  readonly parentSchema?: Readonly<Record<string, unknown>>
}

type Schema = Readonly<Record<string, unknown>>

/**
 * The rest of a sentence that begins with the field. A schema may bring its own in `x-error`: one text, or one per
 * keyword with `*` for the others. The value itself is never repeated: it may be a key or personal data.
 */
function describeViolation(violation: Violation): string {
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
