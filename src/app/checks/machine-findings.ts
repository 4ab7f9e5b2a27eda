import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { findPagesProblem } from '../../platform/pages/built-pages.ts'
import type { Config } from '../config/config.ts'
import { type Finding, ok, refuse, warn } from './finding.ts'

const GIGABYTE = 1024 ** 3
/** Below this the next log line, head or mark may not fit. */
const LEAST_BYTES = GIGABYTE / 4
const FEW_BYTES = 2 * GIGABYTE
/** Room for some thousand marks: below this a running program counts the disk as full. */
const FULL_BYTES = 1024 ** 2
const ANSWER_MS = 3_000

/** A worker serves no page. */
export function listPageFindings({ role }: Pick<Config, 'role'>, root?: string): Finding[] {
  if (role === 'worker') return [ok('pages', 'a worker needs none')]
  const problem = findPagesProblem(root)
  return [problem === undefined ? ok('pages', 'built from these sources') : refuse('pages', problem)]
}

/** The running program writes heads and marks here: a purchase fails when a folder cannot be written. */
export async function listFolderFindings(config: Config): Promise<Finding[]> {
  const folders: [name: string, path: string][] = [
    ['DATA_DIR', config.dataDir],
    ['MARKS_DIR', config.marksDir],
    ...(config.files.kind === 'folder' ? [['FILES_URL', config.files.path] as [string, string]] : []),
  ]
  const findings = await Promise.all(
    folders.map(async ([name, path]) => {
      const problem = await findFolderProblem(path)
      return problem === undefined ? [] : [refuse('folders', `${name} (${path}) ${problem[0]}`, problem[1])]
    }),
  )
  const flat = findings.flat()
  return flat.length > 0 ? flat : [ok('folders', folders.map(([, path]) => path).join(', '))]
}

export async function listDiskFindings({ dataDir, marksDir }: Config): Promise<Finding[]> {
  const free = await Promise.all([dataDir, marksDir].map(readFreeBytes))
  const leastBytes = Math.min(...free)
  const text = `${(leastBytes / GIGABYTE).toFixed(1)} GB are free for DATA_DIR and MARKS_DIR`
  const fix = 'make room, or move them to another disk'
  if (leastBytes < LEAST_BYTES) return [{ topic: 'disk', verdict: 'missing', text, fix }]
  return [leastBytes < FEW_BYTES ? warn('disk', text, fix) : ok('disk', text)]
}

/** Which of the folders has no room left for the next mark or head; undefined when all have. */
export async function findFullFolder(
  { dataDir, marksDir }: Pick<Config, 'dataDir' | 'marksDir'>,
  readFree: (path: string) => Promise<number> = readFreeBytes,
): Promise<'DATA_DIR' | 'MARKS_DIR' | undefined> {
  const [data, marks] = await Promise.all([readFree(dataDir), readFree(marksDir)])
  if (marks < FULL_BYTES) return 'MARKS_DIR'
  return data < FULL_BYTES ? 'DATA_DIR' : undefined
}

async function findFolderProblem(path: string): Promise<readonly [text: string, fix: string] | undefined> {
  if (!(await answers(path)))
    return [`did not answer within ${ANSWER_MS / 1000} s`, 'mount it again, or choose another folder']
  const code = await findAccessError(path)
  if (code === undefined) return undefined
  if (code === 'ENOTDIR') return ['is a file, or below one', 'choose another folder']
  if (code === 'EROFS') return ['is on a read-only file system', 'choose another folder']
  if (code === 'EACCES') return ['cannot be written by this user', 'give it to this user']
  return [`cannot be used (${code})`, 'choose another folder']
}

/**
 * Checked by another process: a call that hangs, as on a network drive whose server is gone, would keep this one from
 * ever ending.
 */
async function answers(path: string): Promise<boolean> {
  const child = spawn('test', ['-w', path], { stdio: 'ignore' })
  const timer = new AbortController()
  // Without the `test` program there is no check in advance.
  const asked = once(child, 'exit').then(
    () => true,
    () => true,
  )
  // On a busy machine the answer may arrive together with the timer: read it first.
  const late = delay(ANSWER_MS, undefined, timer)
    .then(() => setImmediate(false))
    .catch(() => false)
  try {
    return await Promise.race([asked, late])
  } finally {
    timer.abort()
    child.kill('SIGKILL')
    child.unref()
  }
}

/** The first start creates a folder that does not exist yet. */
async function findAccessError(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return 'ENOTDIR'
    await access(path, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    if (isAbsent(error) && path !== dirname(path)) return findAccessError(dirname(path))
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

async function readFreeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch (error) {
    if (path === dirname(path)) throw error
    return readFreeBytes(dirname(path))
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
