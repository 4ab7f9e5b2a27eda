import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { ROOT } from '../tidy/source-files.ts'

const run = promisify(execFile)
const RUN_MS = 240_000

/** PHP with what the connectors ask of a shop's PHP, and what their tests need besides. */
export function ensurePhp(): void {
  ensureDebianPackages({
    php: 'php-cli',
    '/usr/share/doc/php-curl': 'php-curl',
    '/usr/share/doc/php-mbstring': 'php-mbstring',
    '/usr/share/doc/php-sqlite3': 'php-sqlite3',
    '/usr/share/doc/php-xml': 'php-xml',
    phpunit: 'phpunit',
    xmllint: 'libxml2-utils',
  })
}

/** What a program prints; rejects when it fails or complains. */
export async function execute(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout, stderr } = await run(command, args, {
    cwd: ROOT,
    timeout: RUN_MS,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, ...env },
  })
  if (stderr !== '') throw new Error(stderr)
  return stdout
}

/** Runs the PHPUnit tests of a folder of connectors, and gives PHPUnit's own last line. */
export async function runPhpUnit(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const tests = join(ROOT, 'connectors', folder, 'tests')
  const options = ['--no-configuration', '--fail-on-warning', '--fail-on-risky', '--do-not-cache-result']
  const printed = await execute(
    'phpunit',
    ['--bootstrap', join(tests, 'bootstrap.php'), ...options, tests],
    env,
  ).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout ?? String(error))
  })
  return printed.trim().split('\n').at(-1) ?? ''
}
