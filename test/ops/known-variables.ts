import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** The variables of `.env.example`, where every one that the program reads is described. */
export const KNOWN_VARIABLES: ReadonlySet<string> = new Set(
  [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  ),
)

/** Variables that a package sets and the program does not know; `NODE_ENV` belongs to libraries. */
export function listUnknownVariables(names: Iterable<string>): string[] {
  return [...names].filter(name => !KNOWN_VARIABLES.has(name) && name !== 'NODE_ENV')
}
