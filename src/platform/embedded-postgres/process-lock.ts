import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../../kernel/faults.ts'

const pollDelayMs = 25

/**
 * Runs the work while holding a lock file, so that programs sharing a folder run it one at a time. The file names its
 * holder by process id and start mark: the lock of a killed process is taken over, and a reused id is not mistaken for
 * the holder.
 */
export async function withProcessLock<T>(
  path: string,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const release = await acquireProcessLock(path, timeoutMs)
  try {
    return await work()
  } finally {
    await release()
  }
}

async function acquireProcessLock(path: string, timeoutMs: number): Promise<() => Promise<void>> {
  const deadline = Date.now() + timeoutMs
  const own = `${process.pid} ${processStartMark(process.pid)} ${randomUUID()}`
  const draft = `${path}.${process.pid}.${randomUUID()}`
  await writeFile(draft, own, { mode: 0o600 })
  try {
    for (;;) {
      if (await tryLink(draft, path)) return () => rm(path, { force: true })
      const holder = await readIfPresent(path)
      if (holder !== undefined && !holderIsAlive(holder)) {
        await discardStale(path, holder, draft)
        continue
      }
      if (Date.now() > deadline) {
        throw new StartError(
          `Process ${holder?.split(' ')[0] ?? 'unknown'} has held ${path} for more than ${timeoutMs / 1000} s: ` +
            'stop that process and start again.',
        )
      }
      await delay(pollDelayMs)
    }
  } finally {
    await rm(draft, { force: true })
  }
}

/** A hard link appears with its content already in it: no reader ever sees a lock without a holder. */
async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function holderIsAlive(holder: string): boolean {
  const [pid, mark] = holder.split(' ')
  return processStartMark(Number(pid)) === mark
}

/**
 * A second lock file lets one waiter at a time remove the stale lock, and it checks again: another waiter may have
 * taken the lock over, and a valid lock must never disappear. A second lock file left by a killed process is removed.
 */
async function discardStale(path: string, stale: string, draft: string): Promise<void> {
  const discardLock = `${path}.discard`
  if (!(await tryLink(draft, discardLock))) {
    const other = await readIfPresent(discardLock)
    if (other !== undefined && !holderIsAlive(other)) await rm(discardLock, { force: true })
    await delay(1)
    return
  }
  try {
    if ((await readIfPresent(path)) === stale) await rm(path, { force: true })
  } finally {
    await rm(discardLock, { force: true })
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const onLinux = process.platform === 'linux'

/**
 * A text that differs between two processes that had the same pid one after the other; undefined when no such process
 * runs. A zombie counts as gone: in a container without an init process it may never be reaped.
 */
export function processStartMark(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return onLinux ? linuxStartMark(pid) : answersSignal(pid) ? 'alive' : undefined
}

/** The command line of a running process, or undefined where it cannot be read. */
export function readCommandLine(pid: number): string | undefined {
  if (!onLinux) return undefined
  return readProc(pid, 'cmdline')?.replaceAll('\0', ' ')
}

function linuxStartMark(pid: number): string | undefined {
  const stat = readProc(pid, 'stat')
  // The second field is the command in parentheses and may contain spaces: fields are counted after the last
  // parenthesis.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields?.[0]
  return state === undefined || state === 'Z' || state === 'X' ? undefined : fields?.[19]
}

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

/** True for a zombie as well: PostgreSQL checks a pid file the same way. */
export function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
