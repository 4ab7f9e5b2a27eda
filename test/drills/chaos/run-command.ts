import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './main-process.ts'

const run = promisify(execFile)
const COMMAND_MS = 120_000

/** Runs an operator's command in a process of its own; rejects when it fails. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'src', 'cli.ts'), ...words], {
    env: { ...process.env, ...env },
    timeout: COMMAND_MS,
  })
  return stdout.trim()
}
