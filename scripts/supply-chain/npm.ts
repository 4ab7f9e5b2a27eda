import { spawn } from 'node:child_process'

const TIMEOUT_MS = 25_000

export interface NpmOutput {
  readonly stdout: string
  readonly stderr: string
}

/** Runs npm whatever its exit code: `npm audit` fails for what it has found, and its output says more. */
export function runNpm(root: string, args: readonly string[]): Promise<NpmOutput> {
  const path = process.env.npm_execpath
  const [file, ...words] = path?.endsWith('.js') ? [process.execPath, path, ...args] : ['npm', ...args]
  return new Promise((done, fail) => {
    const npm = spawn(file, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT_MS })
    let stdout = ''
    let stderr = ''
    npm.stdout.setEncoding('utf8').on('data', text => (stdout += text))
    npm.stderr.setEncoding('utf8').on('data', text => (stderr += text))
    npm.once('error', fail)
    npm.once('close', (_code, signal) => {
      if (signal === null) done({ stdout, stderr })
      else fail(new Error(`npm ${args[0]} did not end within ${TIMEOUT_MS / 1000} s`))
    })
  })
}
