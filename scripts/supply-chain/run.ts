import { join } from 'node:path'
import { judgeAudit } from './advisories.ts'
import { readExceptions } from './exceptions.ts'
import { judgeLicenses } from './licenses.ts'
import { listRuntimePackages } from './locked-packages.ts'
import { runNpm } from './npm.ts'
import { judgeSecrets, listCommittedFiles } from './secrets.ts'
import type { Verdict } from './verdict.ts'
import { writeSbom } from './write-sbom.ts'

const root = join(import.meta.dirname, '../..')
const exceptions = readExceptions()
const packages = listRuntimePackages(root)

async function auditPackages(): Promise<Verdict> {
  const today = new Date().toISOString().slice(0, 10)
  const limits = ['--fetch-retries', '0', '--fetch-timeout', '15000']
  const { stdout } = await runNpm(root, [
    'audit',
    '--omit',
    'dev',
    '--package-lock-only',
    '--json',
    ...limits,
  ])
  return judgeAudit(stdout, exceptions.advisories, today)
}

async function runCheck(name: string, check: () => Verdict | Promise<Verdict>): Promise<boolean> {
  let verdict: Verdict
  try {
    verdict = await check()
  } catch (error) {
    verdict = { summary: 'failed', defects: [(error as Error).message] }
  }
  const hasPassed = verdict.defects.length === 0
  console.log(`${hasPassed ? '✔' : '✖'} ${name}: ${verdict.summary}`)
  for (const defect of verdict.defects) console.log(`    ${defect}`)
  return hasPassed
}

const outcomes = [
  await runCheck('SBOM in build/sbom.cdx.json', () => writeSbom(root)),
  await runCheck('advisories on runtime packages', auditPackages),
  await runCheck('licenses of runtime packages', () => judgeLicenses(packages, exceptions.licenses)),
  await runCheck('secrets in committed files', () =>
    judgeSecrets(root, listCommittedFiles(root), exceptions.secrets),
  ),
]
const failed = outcomes.filter(hasPassed => !hasPassed).length
process.exitCode = failed === 0 ? 0 : 1
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
