import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { StartError } from '../../kernel/faults.ts'

const run = promisify(execFile)

/** The account that runs the server's programs: PostgreSQL refuses to run as root. */
export interface ServerAccount {
  readonly uid: number | undefined
  readonly gid: number | undefined
  /** Words before the command, used when the account cannot reach the folders by itself. */
  readonly prefix: readonly string[]
}

interface AccountCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly identity: { readonly uid?: number; readonly gid?: number }
}

const ownAccount: ServerAccount = { uid: undefined, gid: undefined, prefix: [] }

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** Root runs the server as the owner of existing data, else as `postgres`, else as `nobody`. */
export async function chooseServerAccount(
  owner: { uid: number; gid: number } | undefined,
): Promise<ServerAccount> {
  if (!runsAsRoot()) return ownAccount
  if (owner !== undefined && owner.uid !== 0) return { ...owner, prefix: [] }
  for (const name of ['postgres', 'nobody']) {
    const found = await findAccount(name)
    if (found !== undefined) return { ...found, prefix: [] }
  }
  throw new StartError(
    'PostgreSQL does not run as root and this machine has neither a user postgres nor a user nobody: ' +
      'start as an ordinary user, or set DATABASE_URL.',
  )
}

async function findAccount(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/** The account cannot reach a checkout below a closed folder (/root, mode 700) without a capability. */
export async function grantReach(account: ServerAccount, paths: readonly string[]): Promise<ServerAccount> {
  if (account.uid === undefined || (await reaches(account, paths))) return account
  for (const capability of listLendableCapabilities()) {
    const grant = `+${capability}`
    const prefix = [
      'setpriv',
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      // Without this, access(2), which PostgreSQL calls on its own files, ignores capabilities.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${grant}`,
      `--ambient-caps=${grant}`,
      // This one and no other, whatever it runs.
      '--no-new-privs',
      '--',
    ]
    const granted = { ...account, prefix }
    if (await reaches(granted, paths)) return granted
  }
  throw new StartError(
    `The database server runs as user ${account.uid}, which cannot enter ${paths.join(' or ')}: ` +
      'let others enter the folders above (chmod o+x), start as an ordinary user, or set DATABASE_URL.',
  )
}

export function commandAs(account: ServerAccount, file: string, args: readonly string[]): AccountCommand {
  const [wrapper, ...words] = account.prefix
  if (wrapper !== undefined) return { file: wrapper, args: [...words, file, ...args], identity: {} }
  if (account.uid === undefined || account.gid === undefined) return { file, args, identity: {} }
  return { file, args, identity: { uid: account.uid, gid: account.gid } }
}

async function reaches(account: ServerAccount, paths: readonly string[]): Promise<boolean> {
  try {
    await Promise.all(
      paths.map(path => {
        const { file, args, identity } = commandAs(account, 'test', ['-x', path])
        return run(file, args, { ...identity, cwd: '/' })
      }),
    )
    return true
  } catch {
    return false
  }
}

/**
 * A capability to read and enter everything is enough; containers often withhold it but leave root the wider one. Bit
 * numbers are those of capability.h.
 */
function listLendableCapabilities(): string[] {
  const held = BigInt(`0x${/^CapPrm:\s*(\w+)/m.exec(readOwnStatus())?.[1] ?? '0'}`)
  const candidates = [
    { name: 'dac_read_search', bit: 2n },
    { name: 'dac_override', bit: 1n },
  ]
  return candidates.filter(({ bit }) => (held >> bit) & 1n).map(({ name }) => name)
}

function readOwnStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8')
  } catch {
    return ''
  }
}
