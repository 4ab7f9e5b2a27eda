import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALL_MS = 120_000
const ATTEMPTS = 4
const PAUSE_MS = 5_000

/**
 * Programs or files that only tests use, with the Debian package that contains them. Missing ones are installed, so that the
 * tests pass on a machine with only Node; without permission to install, the error names the package.
 */
export function ensureDebianPackages(packageOfCommand: Readonly<Record<string, string>>): void {
  const findMissing = () => Object.keys(packageOfCommand).filter(command => !isInstalled(command))
  if (findMissing().length === 0) return
  const packages = [...new Set(findMissing().map(command => packageOfCommand[command] ?? command))]
  const sentence = `please install ${packages.join(' and ')}: apt-get install ${packages.join(' ')}`
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) throw new Error(sentence)
  const install = ['install', '-y', '-q', '--no-install-recommends', ...packages]
  for (let attempt = 0; attempt < ATTEMPTS && findMissing().length > 0; attempt++) {
    // Another test file may be updating the package lists, which only one process can do at a time.
    if (attempt > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    // The package lists of a fresh machine are empty or old: only then are they updated.
    if (!runAptGet(install) && runAptGet(['update', '-q'])) runAptGet(install)
  }
  if (findMissing().length > 0) throw new Error(`installing failed, ${sentence}`)
}

function isInstalled(command: string): boolean {
  if (command.startsWith('/')) return existsSync(command)
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
}

/** Waits for the lock of another installation. */
function runAptGet(args: readonly string[]): boolean {
  const options = ['-o', `DPkg::Lock::Timeout=${INSTALL_MS / 1000}`]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    spawnSync('apt-get', [...options, ...args], { env, timeout: INSTALL_MS, stdio: 'ignore' }).status === 0
  )
}
