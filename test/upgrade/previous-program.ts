import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../chaos/main-process.ts'

const run = promisify(execFile)
const MIGRATIONS = join('src', 'schema', 'migrations')
/** Where the previous release keeps its migrations. */
const PREVIOUS_MIGRATIONS = join('src', 'platform', 'db', 'migrations')
const TESTS_MS = 1_800_000
const LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024

/** The last release, which runs in production when this one is deployed. */
export const PREVIOUS_RELEASE = '5505b08'

/** Tests of its behaviour towards callers. Tests of the schema are left out: they cannot know later migrations. */
const INTERFACE_TESTS = [
  'src/api',
  'test/billets',
  'test/cnab',
  'test/flows',
  'test/http',
  'test/ledger',
  'test/onboarding',
  'test/purchase',
  'test/purchase-http',
  'test/sandbox',
]

/** Checks out a release from the git history, with the dependencies of this checkout. */
export async function checkOutRelease(release: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = join(folder, 'release.tar')
  await run('git', ['archive', '--format=tar', '-o', archive, release], { cwd: ROOT })
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  // Releases that serve pages refuse to start without them; the first ones had none.
  const build = join(folder, 'scripts', 'build-pages.ts')
  if (existsSync(build)) await run(process.execPath, [build], { cwd: folder })
}

/** Runs its own tests on this program's schema. */
export async function runInterfaceTests(folder: string): Promise<{ summary: string; defects: string[] }> {
  for (const file of await readdir(join(ROOT, MIGRATIONS)))
    await copyFile(join(ROOT, MIGRATIONS, file), join(folder, PREVIOUS_MIGRATIONS, file))
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
