import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../../kernel/faults.ts'
import { serverEnvironment } from './cluster.ts'
import { answersSignal, processStartMark, readCommandLine } from './process-lock.ts'
import { commandAs, type ServerAccount } from './server-account.ts'
import { type ServerFolders, socketPort } from './server-folders.ts'

const pollDelayMs = 10
const fastStopTimeoutMs = 6_000
const immediateStopTimeoutMs = 2_000
const logKeptBytes = 1_000_000

interface RunningPostmaster {
  readonly pid: number
  readonly stopping: boolean
}

/** The server that runs on this cluster, according to its pid file; undefined when the file is stale. */
export function findPostmaster(cluster: string): RunningPostmaster | undefined {
  const lines = readPidFile(cluster)?.split('\n')
  const pid = Number(lines?.[0])
  if (lines === undefined || lines[1] !== cluster || processStartMark(pid) === undefined) return undefined
  const commandLine = readCommandLine(pid)
  if (commandLine !== undefined && !commandLine.includes(cluster)) return undefined
  return { pid, stopping: lines[7]?.trim() === 'stopping' }
}

/**
 * Removes what would make PostgreSQL refuse to start although no server runs: a pid file whose pid now belongs to
 * another process, or to a dead server that was never reaped. Children that outlived their server still prevent the
 * start, by the shared memory that they hold.
 */
export function clearRemains(folders: ServerFolders): void {
  const pid = Number(readPidFile(folders.cluster)?.split('\n')[0])
  if (pid > 0 && answersSignal(pid)) rmSync(join(folders.cluster, 'postmaster.pid'), { force: true })
  rmSync(join(folders.socket, `.s.PGSQL.${socketPort}`), { force: true })
  rmSync(join(folders.socket, `.s.PGSQL.${socketPort}.lock`), { force: true })
}

export interface LaunchedPostmaster {
  /** The reason, once the server has ended by itself. */
  findExit(): string | undefined
}

/** Starts the server in its own session: Ctrl-C in a terminal must reach our program first. */
export function launchPostmaster(
  binary: string,
  account: ServerAccount,
  folders: ServerFolders,
  settings: Readonly<Record<string, string>>,
): LaunchedPostmaster {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandAs(account, binary, ['-D', folders.cluster, ...options])
  const log = openLog(folders.logFile)
  const logStart = statSync(folders.logFile).size
  let exit: string | undefined
  const child = spawn(command.file, command.args, {
    ...command.identity,
    cwd: '/',
    env: serverEnvironment,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  child.on('error', error => {
    exit = error.message
  })
  child.on('exit', (code, signal) => {
    exit = `it ended with ${signal ?? code}\n${readLogSince(folders.logFile, logStart)}`
  })
  child.unref()
  return { findExit: () => exit }
}

/** Fast shutdown; after its deadline an immediate one, after which the next start recovers from the WAL. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const steps = [
    { signal: 'SIGINT', timeoutMs: fastStopTimeoutMs },
    { signal: 'SIGQUIT', timeoutMs: immediateStopTimeoutMs },
  ] as const
  for (const { signal, timeoutMs } of steps) {
    const running = findPostmaster(cluster)
    if (running === undefined) return
    sendSignal(running.pid, signal)
    if (await waitUntilGone(cluster, timeoutMs)) return
  }
  throw new StartError(
    `The database server on ${cluster} does not stop: end process ${findPostmaster(cluster)?.pid}.`,
  )
}

export async function waitUntilGone(cluster: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (findPostmaster(cluster) !== undefined) {
    if (Date.now() > deadline) return false
    await delay(pollDelayMs)
  }
  return true
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It may have ended since the pid file was read.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function readPidFile(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
}

/** The server logs little (no statement errors), so rotating a large file at each start is enough. */
function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > logKeptBytes) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

/** Empty when the folder was removed as soon as the server ended: that must not crash the program. */
function readLogSince(path: string, start: number): string {
  try {
    return readFileSync(path).subarray(start).toString().trim()
  } catch {
    return ''
  }
}
