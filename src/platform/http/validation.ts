import type { FastifySchemaValidationError, FastifyServerOptions } from 'fastify'
import { type ErrorDetail, RequestError } from '../../contract/errors.ts'
import { missingParameters } from '../../contract/parameter-errors.ts'
import { presentPath } from './json-body.ts'
import { describeViolation, type Violation } from './violation-sentences.ts'

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
