import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../chaos/main-process.ts'

const run = promisify(execFile)
export const MIGRATIONS = join(ROOT, 'src', 'schema', 'migrations')
const TESTS_MS = 1_800_000
const INSTALL_MS = 300_000
const LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024

/**
 * The tag of the last release, which runs in production when this one is deployed. Undefined because 1.0.0 is the first:
 * set it to `v1.0.0` with the next one.
 */
export const PREVIOUS_RELEASE: string | undefined = undefined

/** Tests of its behaviour towards callers. Tests of the schema are left out: they cannot know later migrations. */
const INTERFACE_TESTS = [
  'src/http',
  'test/contracts',
  'test/http',
  'test/ledger',
  'test/loans',
  'test/onboarding',
  'test/purchases',
  'test/quoting',
  'test/receivables/billets',
  'test/receivables/cnab',
  'test/retailers',
  'test/sandbox',
]

/** Checks out a release from the git history, with its own dependencies. */
export async function checkOutRelease(release: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = join(folder, 'release.tar')
  await run('git', ['archive', '--format=tar', '-o', archive, release], { cwd: ROOT })
  await run('tar', ['-xf', archive, '-C', folder])
  await installDependencies(folder)
  // Releases that serve pages refuse to start without them; the first ones had none.
  const build = join(folder, 'scripts', 'build-pages.ts')
  if (existsSync(build)) await run(process.execPath, [build], { cwd: folder })
}

/** Those of this checkout where they are the same: installing takes half a minute. */
async function installDependencies(folder: string): Promise<void> {
  const [own, ours] = await Promise.all(
    [folder, ROOT].map(each => readFile(join(each, 'package-lock.json'), 'utf8')),
  )
  if (own === ours) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, timeout: INSTALL_MS })
}

/** Tests that go through all tables find those in parts too, each once. */
async function countTablesInParts(folder: string): Promise<void> {
  for (const file of await readdir(join(folder, 'test'), { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    const path = join(folder, 'test', file)
    const text = await readFile(path, 'utf8')
    const followed = text.replaceAll("relkind = 'r'", "relkind IN ('r', 'p') AND NOT relispartition")
    if (followed !== text) await writeFile(path, followed)
  }
}

/** Runs its own tests on this program's schema. */
export async function runInterfaceTests(folder: string): Promise<{ summary: string; defects: string[] }> {
  const target = join(folder, relative(ROOT, MIGRATIONS))
  for (const file of await readdir(MIGRATIONS)) await copyFile(join(MIGRATIONS, file), join(target, file))
  await countTablesInParts(folder)
  const { INIT_CWD: _, ...env } = process.env
  const output = await run(process.execPath, [join('scripts', 'test.ts'), ...INTERFACE_TESTS], {
    cwd: folder,
    env,
    timeout: TESTS_MS,
    maxBuffer: LARGEST_OUTPUT_BYTES,
  }).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout?: string }) => `${error.stdout ?? ''}\n${error.message}`,
  )
  const summary = /^\d+ passed, \d+ failed$/m.exec(output)?.[0] ?? 'the tests did not end'
  if (/^[1-9]\d* passed, 0 failed$/.test(summary)) return { summary, defects: [] }
  const failures = output.split('\n').filter(line => /^\s*✖ /.test(line))
  return {
    summary,
    defects: [`tests of the previous program fail on the new schema: ${summary}`, ...new Set(failures)],
  }
}
