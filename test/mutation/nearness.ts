import { basename } from 'node:path'

/** The test of the mutated file first, then the others in the order in which the area lists them. */
export function sortByNearness(
  tests: readonly string[],
  mutatedFile: string,
  listed: readonly string[],
): string[] {
  const name = basename(mutatedFile, '.ts')
  const rank = (test: string): number =>
    listed.indexOf(test) - (basename(test).startsWith(`${name}.`) ? listed.length : 0)
  return tests.toSorted((a, b) => rank(a) - rank(b))
}
