import { scrubLine } from '../telemetry/scrub.ts'

const MAX_LENGTH = 500

/**
 * Stored with the job for the operator. The text of a database error may quote a person's row, so only its code is
 * kept.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const isFromDatabase = 'severity' in error && 'routine' in error
  const message = isFromDatabase ? '' : `: ${error.message}`
  const line = scrubLine(JSON.stringify(`${error.constructor.name}${code}${message}`.slice(0, MAX_LENGTH)))
  return String(JSON.parse(line))
}
