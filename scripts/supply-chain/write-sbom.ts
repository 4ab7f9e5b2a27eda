import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listRuntimePackages } from './locked-packages.ts'
import { runNpm } from './npm.ts'
import { judgeSbom, keepRuntimePackages, type Sbom } from './sbom.ts'
import type { Verdict } from './verdict.ts'

/** From the lock file alone: what was installed here, on one platform, is less than what others install. */
export async function writeSbom(root: string, name = 'sbom.cdx.json'): Promise<Verdict> {
  const packages = listRuntimePackages(root)
  const { stdout, stderr } = await runNpm(root, [
    ...['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    ...['--package-lock-only', '--offline'],
  ])
  if (!stdout.startsWith('{')) throw new Error(`npm sbom failed: ${stderr.trim()}`)
  const sbom = keepRuntimePackages(JSON.parse(stdout) as Sbom, 'crediario', packages)
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(join(root, 'build', name), `${JSON.stringify(sbom, undefined, 2)}\n`)
  return judgeSbom(sbom, packages)
}
