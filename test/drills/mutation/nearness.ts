import { basename } from 'node:path'

/** The tests named after the mutated file first, then the others in the order in which the area lists them. */
export function sortByNearness(
  tests: readonly string[],
  mutatedFile: string,
  listed: readonly string[],
): string[] {
  const name = basename(mutatedFile, '.ts')
  const isNear = (test: string): boolean =>
    [`${name}.`, `${name}-`].some(start => basename(test).startsWith(start))
  const rank = (test: string): number => listed.indexOf(test) - (isNear(test) ? listed.length : 0)
  return tests.toSorted((a, b) => rank(a) - rank(b))
}
