import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processStartMark } from '../src/platform/embedded-postgres/process-lock.ts'

/** Read by all test processes of a run. */
export interface Assignment {
  readonly root: string
  /** Relative to the root, in the order in which they are started. */
  readonly files: readonly string[]
  readonly fileTimeoutMs: number
}

export interface Claim {
  readonly file: string
  readonly ageMs: number
  readonly pid: number
  /** Whether the process that claimed the file is still alive. */
  readonly isAlive: boolean
}

export interface TestQueue {
  readonly folder: string
  /** The number of files that no process has started. */
  countWaiting(): number
  /** For each process, the file that it started last. */
  listLastClaims(): Claim[]
  remove(): void
}

/** A process claims the next file by creating its mark file: the first one wins. */
export function createTestQueue(parent: string, assignment: Assignment): TestQueue {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'queue-'))
  writeFileSync(join(folder, 'assignment.json'), JSON.stringify(assignment))
  const marks = assignment.files.map((file, place) => ({ file, mark: nameMark(folder, place) }))
  return {
    folder,
    countWaiting: () => marks.filter(({ mark }) => !existsSync(mark)).length,
    listLastClaims() {
      const last = new Map<number, Claim>()
      for (const { file, mark } of marks) {
        const claimedAt = statSync(mark, { throwIfNoEntry: false })?.mtimeMs
        if (claimedAt === undefined) continue
        const [pid, startMark] = readFileSync(mark, 'utf8').split(' ')
        // Process ids are reused: without its start mark another process could be mistaken for this one.
        const isAlive = startMark !== undefined && processStartMark(Number(pid)) === startMark
        last.set(Number(pid), { file, ageMs: Date.now() - claimedAt, pid: Number(pid), isAlive })
      }
      return [...last.values()]
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function readAssignment(folder: string): Assignment {
  return JSON.parse(readFileSync(join(folder, 'assignment.json'), 'utf8')) as Assignment
}

/** Whether this process may run the file. */
export function claimFile(folder: string, place: number): boolean {
  try {
    const holder = `${process.pid} ${processStartMark(process.pid)}`
    writeFileSync(nameMark(folder, place), holder, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function nameMark(folder: string, place: number): string {
  return join(folder, String(place))
}
