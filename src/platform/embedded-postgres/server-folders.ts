import { createHash, randomBytes } from 'node:crypto'
import { access, chown, constants, lstat, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StartError } from '../../kernel/faults.ts'
import { chooseServerAccount, runsAsRoot, type ServerAccount } from './server-account.ts'

/**
 * The folders of one embedded server; all of them are inside the data folder, except a socket path that would be too
 * long.
 */
export interface ServerFolders {
  readonly cluster: string
  readonly socket: string
  readonly lockFile: string
  readonly logFile: string
  readonly passwordFile: string
  /** Of the superuser, whom the program never signs in as. */
  readonly administratorPasswordFile: string
}

export const socketPort = 5432

// sun_path holds 104 bytes on macOS and 108 on Linux, the closing zero included.
const longestSocketPath = 103

export async function prepareFolders(dataDir: string): Promise<ServerFolders> {
  const base = await makeDataFolder(dataDir)
  return {
    cluster: join(base, 'postgres'),
    socket: chooseSocketFolder(base),
    lockFile: join(base, 'postgres.lock'),
    logFile: join(base, 'postgres.log'),
    passwordFile: join(base, 'postgres-password'),
    administratorPasswordFile: join(base, 'postgres-administrator-password'),
  }
}

async function makeDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(resolve(dataDir), { recursive: true })
    await access(dataDir, constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The data folder cannot be used (${reason}): choose another DATA_DIR.`, {
      cause,
    })
  }
}

function chooseSocketFolder(base: string): string {
  const inside = join(base, 'postgres-socket')
  if (Buffer.byteLength(`${inside}/.s.PGSQL.${socketPort}`) <= longestSocketPath) return inside
  return join(tmpdir(), `crediario-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`)
}

export async function getAccountOf(folders: ServerFolders): Promise<ServerAccount> {
  const cluster = await stat(folders.cluster).catch(() => undefined)
  const self = process.getuid?.()
  if (cluster !== undefined && self !== undefined && self !== 0 && cluster.uid !== self) {
    throw new StartError(
      `The database in ${folders.cluster} belongs to another user (${cluster.uid}): ` +
        'start as that user or as root, or choose another DATA_DIR.',
    )
  }
  return chooseServerAccount(cluster && { uid: cluster.uid, gid: cluster.gid })
}

/** Makes a folder that only the server's account (and root) can enter. */
export async function makePrivateFolder(path: string, account: ServerAccount): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const found = await lstat(path)
  const expected = [account.uid ?? process.getuid?.(), runsAsRoot() ? 0 : undefined]
  // Another user could have created this folder under the shared temporary folder.
  if (!found.isDirectory() || !expected.includes(found.uid)) {
    throw new StartError(
      `${path} exists and belongs to somebody else (user ${found.uid}): remove it and start again.`,
    )
  }
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid)
}

/** The password is generated once, before the cluster exists, and only its owner can read it. */
export async function getPassword(folders: ServerFolders, clusterExists: boolean): Promise<string> {
  const kept = await readFile(folders.passwordFile, 'utf8').catch(() => undefined)
  if (kept !== undefined && kept.length > 0) return kept
  if (clusterExists) {
    throw new StartError(
      `${folders.passwordFile} cannot be read, and without it nobody can enter the database in ${folders.cluster}.`,
    )
  }
  return writePassword(folders.passwordFile)
}

export async function writePassword(path: string): Promise<string> {
  const password = randomBytes(32).toString('base64url')
  await writeFile(path, password, { mode: 0o600 })
  return password
}
