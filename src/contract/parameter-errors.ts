import { RequestError } from './errors.ts'

export function missingParameters(fields: readonly string[]): RequestError {
  return new RequestError('missing_parameters', {
    message: `Missing parameters: ${fields.join(', ')}`,
    details: fields.map(field => ({ field, message: `${field} is required` })),
  })
}

export function invalidParameter(field: string, sentence: string): RequestError {
  const message = `${field} ${sentence}`
  return new RequestError('invalid_parameters', { message, details: [{ field, message }] })
}
