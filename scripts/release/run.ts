import { join } from 'node:path'
import { writeSbom } from '../supply-chain/write-sbom.ts'
import { applyRelease, planRelease } from './release.ts'

// npm run release             says what would be released, and writes its SBOM into build/
// npm run release -- --apply  writes the version, commits and tags; push it yourself
const root = join(import.meta.dirname, '..', '..')
const isApplied = process.argv.includes('--apply')
const plan = planRelease(root, new Date().toISOString().slice(0, 10))

function fail(problems: readonly string[]): void {
  for (const problem of problems) console.error(`release: ${problem}`)
  process.exitCode = 1
}

if (!('tag' in plan)) fail(plan)
else {
  const { tag, message, outdated } = plan
  if (isApplied) applyRelease(root, plan)
  const sbom = `crediario-${plan.version}.cdx.json`
  const { summary, defects } = await writeSbom(root, sbom)
  console.log(`${isApplied ? 'Tagged' : 'Would tag'} ${tag}:\n\n${message}`)
  if (outdated.length > 0)
    console.log(`${isApplied ? 'Wrote' : 'Would write'} the version into ${outdated.join(', ')}`)
  console.log(`SBOM in build/${sbom}: ${summary}`)
  if (defects.length > 0) fail(defects)
  else if (isApplied) console.log(`Now push: git push origin HEAD ${tag}`)
  else console.log('Nothing was changed: npm run release -- --apply does it')
}
