import type { LicenseException } from './exceptions.ts'
import type { LockedPackage } from './locked-packages.ts'
import type { Verdict } from './verdict.ts'

/** Licenses that ask for no more than a notice. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Of typefaces: they may be embedded and sent, and not sold by themselves.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** An SPDX expression: of an OR we choose, of an AND everything binds us. Nested ones are left to a person. */
export function isPermissive(license: string): boolean {
  const expression = license.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(expression)) return false
  return expression
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(name => PERMISSIVE.has(name.trim())))
}

export function judgeLicenses(
  packages: readonly LockedPackage[],
  exceptions: readonly LicenseException[],
): Verdict {
  const counts = new Map<string, number>()
  const defects: string[] = []
  const used = new Set<string>()
  for (const { name, version, license } of packages) {
    counts.set(license ?? 'none named', (counts.get(license ?? 'none named') ?? 0) + 1)
    if (license !== null && isPermissive(license)) continue
    const exception = exceptions.find(each => each.license === license && each.packages.includes(name))
    if (exception) used.add(name)
    else defects.push(`${name} ${version} has the license ${license ?? 'of nobody: it names none'}`)
  }
  const unused = exceptions.flatMap(each => each.packages).filter(name => !used.has(name))
  for (const name of unused) defects.push(`the exception for ${name} is no longer needed: remove it`)
  const listed = [...counts].sort(([, a], [, b]) => b - a).map(([license, count]) => `${license} ${count}`)
  return { summary: listed.join(', '), defects }
}
