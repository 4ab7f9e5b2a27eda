import { readFileSync } from 'node:fs'

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
