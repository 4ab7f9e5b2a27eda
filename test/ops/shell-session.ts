import { spawn } from 'node:child_process'
import { once } from 'node:events'

const MARK = '=== done ==='

/** One shell that a reader keeps open: variables and functions of one block are there in the next. */
export interface ShellSession {
  /** Resolves with the output; rejects when a command fails, or after the time. */
  paste(block: string, timeoutMs: number): Promise<string>
  close(): Promise<void>
}

export function openShell(cwd: string, env: Readonly<Record<string, string | undefined>>): ShellSession {
  const shell = spawn('bash', ['-eu'], { cwd, env: { ...env }, stdio: 'pipe', detached: true })
  let output = ''
  shell.stdout.on('data', chunk => (output += chunk))
  shell.stderr.on('data', chunk => (output += chunk))
  const exited = once(shell, 'exit')
  return {
    async paste(block, timeoutMs) {
      const deadline = Date.now() + timeoutMs
      output = ''
      shell.stdin.write(`${block}\necho; echo '${MARK}'\n`)
      while (!output.includes(`${MARK}\n`)) {
        if (shell.exitCode !== null) throw new Error(`the shell ended:\n${block}\n${output}`)
        if (Date.now() > deadline) throw new Error(`not done in time:\n${block}\n${output}`)
        await new Promise(done => setTimeout(done, 50))
      }
      return output.slice(0, output.indexOf(MARK))
    },
    /** With everything that it left running. */
    async close() {
      if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGTERM')
      await exited
    },
  }
}
