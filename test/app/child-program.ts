import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface ChildProgram {
  readonly child: ChildProcess
  /** Every line it has written so far. */
  readonly lines: readonly string[]
  /** Ends it and waits until it is gone and all its lines are read. */
  end(signal: NodeJS.Signals): Promise<void>
}

export const insertLoad = join(import.meta.dirname, 'insert-load.ts')

/** Starts a program and waits for its line `ready`; if it does not come, the error contains the program's stderr. */
export async function startChild(
  program: string,
  args: readonly string[],
  identity: { uid?: number; gid?: number; env?: Record<string, string> } = {},
): Promise<ChildProgram> {
  const child = spawn(process.execPath, [program, ...args], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const complaints: Buffer[] = []
  const reader = createInterface({ input: child.stdout })
  const closed = once(reader, 'close')
  const exited = once(child, 'exit')
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
  const ready = Promise.withResolvers<void>()
  reader.on('line', line => {
    lines.push(line)
    if (line === 'ready') ready.resolve()
  })
  closed.then(() =>
    ready.reject(new Error(`${program} ended before it was ready\n${Buffer.concat(complaints)}`)),
  )
  await ready.promise
  return {
    child,
    lines,
    async end(signal) {
      child.kill(signal)
      await Promise.all([exited, closed])
    },
  }
}
