import { readdirSync, readFileSync } from 'node:fs'

const checkDelayMs = 1_000

/**
 * Ends test files that run for too long. The runner's own time-out is for tests: it does not reach a file whose
 * tests are over but whose open handle keeps it alive, nor one in an endless loop. Known on Linux only.
 */
export function enforceFileDeadline(timeoutMs: number): { stop(): void } {
  const firstSeen = new Map<number, number>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const { pid, file } of listTestProcesses()) {
      const since = firstSeen.get(pid) ?? now
      firstSeen.set(pid, since)
      if (now - since < timeoutMs) continue
      console.log(`✖ ${file} was ended after ${timeoutMs / 1000} s: an open handle, or a loop without end`)
      process.kill(pid, 'SIGKILL')
    }
  }, checkDelayMs)
  return { stop: () => clearInterval(timer) }
}

function listTestProcesses(): { pid: number; file: string }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap(name => {
    const pid = Number(name)
    if (!Number.isInteger(pid)) return []
    const stat = readProc(pid, 'stat')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent !== process.pid) return []
    const file = readProc(pid, 'cmdline')
      .split('\0')
      .find(word => word.endsWith('.test.ts'))
    return file === undefined ? [] : [{ pid, file }]
  })
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
