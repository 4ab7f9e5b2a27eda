import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExampleRequest } from './samples.ts'

/** A call of the sandbox as it was made, and what came back; long lists and texts are shortened. */
export interface Example {
  readonly request: ExampleRequest
  /** Absent when the answer is a file. */
  readonly answer?: unknown
}

/** By the name of the operation. Written by `npm run generate -- examples`; a test compares them with the answers of today. */
export const EXAMPLES: Readonly<Record<string, Example>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'examples.json'), 'utf8'),
)
