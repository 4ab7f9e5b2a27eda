import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../../kernel/faults.ts'
import { processStartMark } from './process-alive.ts'

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
