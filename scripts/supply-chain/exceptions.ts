import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An advisory that is known and does not reach us, until a day at which somebody looks again. */
export interface AdvisoryException {
  /** GHSA-… */
  readonly advisory: string
  /** The last day, YYYY-MM-DD. */
  readonly until: string
  readonly reason: string
}

export interface LicenseException {
  readonly packages: readonly string[]
  /** As the lock file has it; null where the package names none. */
  readonly license: string | null
  readonly reason: string
}

/** A value that looks like a secret and is none. */
export interface SecretException {
  readonly value: string
  readonly reason: string
}

export interface Exceptions {
  readonly advisories: readonly AdvisoryException[]
  readonly licenses: readonly LicenseException[]
  readonly secrets: readonly SecretException[]
}

export function readExceptions(): Exceptions {
  const text = readFileSync(join(import.meta.dirname, 'exceptions.json'), 'utf8')
  return JSON.parse(text) as Exceptions
}
