import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeAudit } from './advisories.ts'
import { readExceptions } from './exceptions.ts'
import { judgeLicenses } from './licenses.ts'
import { listRuntimePackages } from './locked-packages.ts'
import { runNpm } from './npm.ts'
import { judgeSbom, keepRuntimePackages, type Sbom } from './sbom.ts'
import { judgeSecrets, listCommittedFiles } from './secrets.ts'
import type { Verdict } from './verdict.ts'

const root = join(import.meta.dirname, '../..')
const buildFolder = join(root, 'build')
const exceptions = readExceptions()
const packages = listRuntimePackages(root)

/** From the lock file alone: what was installed here, on one platform, is less than what others install. */
async function writeSbom(): Promise<Verdict> {
  const { stdout, stderr } = await runNpm(root, [
    ...['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    ...['--package-lock-only', '--offline'],
  ])
  if (!stdout.startsWith('{')) throw new Error(`npm sbom failed: ${stderr.trim()}`)
  const sbom = keepRuntimePackages(JSON.parse(stdout) as Sbom, 'crediario', packages)
  mkdirSync(buildFolder, { recursive: true })
  writeFileSync(join(buildFolder, 'sbom.cdx.json'), `${JSON.stringify(sbom, undefined, 2)}\n`)
  return judgeSbom(sbom, packages)
}

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
  await runCheck('SBOM in build/sbom.cdx.json', writeSbom),
  await runCheck('advisories on runtime packages', auditPackages),
  await runCheck('licenses of runtime packages', () => judgeLicenses(packages, exceptions.licenses)),
  await runCheck('secrets in committed files', () =>
    judgeSecrets(root, listCommittedFiles(root), exceptions.secrets),
  ),
]
const failed = outcomes.filter(hasPassed => !hasPassed).length
process.exitCode = failed === 0 ? 0 : 1
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
