import { isSameName } from '../../brazil/person-name.ts'
import type { NameSource } from '../../contract/identity.ts'
import type { AnalysisFindings, AnalysisResult } from './analysis.ts'

type KnownNames = Readonly<Partial<Record<NameSource, string | undefined>>>

/** Whether two of those who know a name know different ones. */
export function haveNamesThatDiffer(names: KnownNames): boolean {
  const known = Object.values(names).filter(name => name !== undefined)
  return known.some((one, index) => known.slice(index + 1).some(other => !isSameName(one, other)))
}

/**
 * What becomes of the purchase. A service that passes a case with a failed check contradicts itself, and names that
 * differ may be a stolen document or a marriage: a person looks at both. Nothing turns a refusal into less.
 */
export function computeVerdict(findings: AnalysisFindings, names: KnownNames): AnalysisResult {
  const hasFailed = Object.values(findings.checks).includes('fail')
  return findings.result === 'passed' && (hasFailed || haveNamesThatDiffer(names))
    ? 'unsure'
    : findings.result
}
