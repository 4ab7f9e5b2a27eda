import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { composeTagMessage, isNewer, readNewestSection } from '../../scripts/release/changelog.ts'
import { applyRelease, planRelease, type Release } from '../../scripts/release/release.ts'
import { ROOT } from './known-variables.ts'

const TODAY = '2026-12-01'
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A repository with the files of this one that name its version. */
function createRepository(changelog: string): { root: string; git: (...args: string[]) => string } {
  const root = mkdtempSync(join(tmpdir(), 'crediario-release-'))
  folders.push(root)
  const files = [
    'package.json',
    'package-lock.json',
    'ops/helm/crediario/Chart.yaml',
    'ops/compose/compose.yaml',
    'docs/api/openapi.json',
  ]
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(ROOT, file), join(root, file))
  }
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@a', GIT_COMMITTER_NAME: 'A' }
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...author } }).trim()
  git('init', '--quiet')
  git('config', 'user.email', 'a@a')
  git('config', 'user.name', 'A')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  return { root, git }
}

const CHANGELOG = `# Changelog\n\n## 7.8.9, ${TODAY}\n\n- A [page](docs/a.md).\n\n## 0.1.0, 2026-01-01\n\n- First.\n`

function expectRelease(plan: ReturnType<typeof planRelease>): Release {
  assert.ok('tag' in plan, String(plan))
  return plan
}

test('the version, its date and the message of the tag come from the newest section of the changelog', () => {
  const section = readNewestSection(CHANGELOG)
  assert.ok(typeof section === 'object')
  assert.deepEqual(section, { version: '7.8.9', date: TODAY, text: '- A [page](docs/a.md).' })
  assert.equal(composeTagMessage(section), `Crediário 7.8.9, ${TODAY}\n\n- A page.\n`)
  assert.match(String(readNewestSection('# Changelog\n\n## Unreleased\n\n- A.\n')), /name it as the release/)
  assert.match(
    String(readNewestSection(`## 1.0.0, ${TODAY}\n\n## 0.9.0, ${TODAY}\n- A\n`)),
    /1\.0\.0 .* is empty/,
  )
  assert.match(String(readNewestSection('# Changelog\n')), /no section/)
})

test('versions are compared by number', () => {
  const newer: [string, string][] = [
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.99.99'],
    ['1.2.4', '1.2.3'],
  ]
  for (const [one, other] of newer)
    assert.deepEqual([isNewer(one, other), isNewer(other, one)], [true, false])
  assert.equal(isNewer('1.2.3', '1.2.3'), false)
})

test('a plan changes nothing; applied, every file names the version and the commit has an annotated tag', () => {
  const { root, git } = createRepository(CHANGELOG)
  const plan = expectRelease(planRelease(root, TODAY))
  assert.deepEqual([git('tag'), git('status', '--porcelain')], ['', ''])
  assert.equal(plan.outdated.length, 4)
  applyRelease(root, plan)
  assert.equal(git('tag', '--list', '--format=%(objecttype) %(refname:short)'), 'tag v7.8.9')
  assert.match(git('tag', '--list', '--format=%(contents)'), /^Crediário 7\.8\.9, 2026-12-01\n\n- A page\.$/)
  assert.equal(git('log', '-1', '--format=%s', 'v7.8.9'), 'chore(release): 7.8.9')
  assert.equal(git('status', '--porcelain'), '')
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  assert.deepEqual([lock.version, lock.packages[''].version], ['7.8.9', '7.8.9'])
  const changed = git('diff', '--stat=200', 'HEAD~1', '--', ...plan.outdated)
  assert.match(changed, /4 files changed, 6 insertions\(\+\), 6 deletions\(-\)/)
  const kept = git('diff', '--name-only', '--diff-filter=A', 'HEAD~1')
  assert.equal(kept, `docs/api/changelog.md\ndocs/api/releases/${TODAY}.json`)
})

test('a version that was released, is not newer, or lies ahead is refused, and so are uncommitted changes', () => {
  const { root, git } = createRepository(CHANGELOG)
  assert.match(String(planRelease(root, '2026-11-30')), /which is to come/)
  git('tag', 'v7.8.9')
  assert.match(String(planRelease(root, TODAY)), /7\.8\.9 does not follow the release 7\.8\.9/)
  git('tag', '--delete', 'v7.8.9')
  git('tag', 'v7.10.0')
  assert.match(String(planRelease(root, TODAY)), /7\.8\.9 does not follow the release 7\.10\.0/)
  git('tag', '--delete', 'v7.10.0')
  writeFileSync(join(root, 'new'), '')
  assert.match(String(planRelease(root, TODAY)), /the working tree has changes/)
})
