import type { AdvisoryException } from './exceptions.ts'
import type { Verdict } from './verdict.ts'

interface Advisory {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly severity: string
}

interface AuditReport {
  readonly auditReportVersion?: number
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>
  readonly statusCode?: number
  readonly message?: string
}

const FAILING = new Set(['high', 'critical'])

/**
 * Judges the output of `npm audit --json`. High and critical advisories fail. A registry that does not answer is no
 * defect of the repository: it is said, and passes. An exception that has ended fails even then.
 */
export function judgeAudit(output: string, exceptions: readonly AdvisoryException[], today: string): Verdict {
  const defects = exceptions
    .filter(({ until }) => until < today)
    .map(({ advisory, until }) => `the exception for ${advisory} ended on ${until}`)
  const report = parseReport(output)
  const unreachable = report && findUnreachable(report)
  if (unreachable !== undefined)
    return { summary: `not asked, the registry does not answer audits (${unreachable})`, defects }
  if (report?.vulnerabilities === undefined)
    return { summary: 'no report', defects: [...defects, `npm audit failed: ${output.trim().slice(0, 300)}`] }

  const advisories = listAdvisories(report.vulnerabilities)
  const excused = new Set(exceptions.map(({ advisory }) => advisory))
  for (const { name, title, url, severity } of advisories) {
    if (FAILING.has(severity) && !excused.has(getId(url)))
      defects.push(`${severity}: ${name}: ${title} (${url})`)
  }
  const reported = new Set(advisories.map(({ url }) => getId(url)))
  for (const { advisory } of exceptions) {
    if (!reported.has(advisory)) defects.push(`the exception for ${advisory} is no longer needed: remove it`)
  }
  return { summary: `${advisories.length} advisories`, defects }
}

function parseReport(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output) as AuditReport
  } catch {
    return undefined
  }
}

/** npm reports a refused or failed request in these two ways; every other failure is one of ours. */
function findUnreachable({ statusCode, message }: AuditReport): string | undefined {
  if (statusCode !== undefined) return `HTTP ${statusCode}`
  if (message === undefined) return undefined
  return /^request to .* failed|network timeout at/.test(message)
    ? (message.match(/\bE[A-Z_]{4,}\b/)?.[0] ?? 'no connection')
    : undefined
}

/** Each once: a package that is reached by several ways repeats its advisory. */
function listAdvisories(vulnerabilities: NonNullable<AuditReport['vulnerabilities']>): Advisory[] {
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter(each => typeof each !== 'string')
  return [...new Map(found.map(each => [each.url, each])).values()]
}

function getId(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
