import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs, promisify } from 'node:util'
import { runAudited } from '../../src/cli/audited.ts'
import type { Command } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/table.ts'
import type { TestApp } from './app.ts'

const MARK = '=== next ==='

/**
 * Runs all blocks in one shell against this server, as a reader would paste them, and returns each block's output. Lines
 * with `npm run -s crediario --` run one of `commands`, in this process and on the server's own services. What is
 * pasted may leave no file in the current folder.
 */
export async function pasteBlocks(
  app: TestApp,
  blocks: readonly string[],
  commands: Readonly<Record<string, Command>> = {},
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-pasted-'))
  const server = createServer((request, response) => {
    void answerCommand(app, commands, request).then(text => response.end(text))
  })
  try {
    provideCurl(folder)
    if (Object.keys(commands).length > 0) await provideNpm(folder, server)
    const script = blocks.map(block => `${block}\necho; echo '${MARK}'\n`).join('')
    const path = [folder, dirname(process.execPath), process.env.PATH].join(delimiter)
    const cwd = join(folder, 'current')
    mkdirSync(cwd)
    const running = promisify(execFile)('sh', ['-euc', script.replaceAll('http://127.0.0.1:3000', app.url)], {
      cwd,
      env: { PATH: path },
      timeout: 300_000,
      maxBuffer: 10_000_000,
    })
    running.child.stdin?.end()
    const { stdout } = await running
    assert.deepEqual(readdirSync(cwd), [], 'files that pasting left in the current folder')
    return stdout.split(`${MARK}\n`)
  } finally {
    server.close()
    rmSync(folder, { recursive: true })
  }
}

/** The words after `--`, and what is piped in, go to the server of the test, and its answer is printed. */
async function provideNpm(folder: string, server: Server): Promise<void> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const script = `const words = process.argv.slice(process.argv.indexOf('--') + 1)
const typed = require('node:fs').readFileSync(0, 'utf8').split('\\n')
fetch('http://127.0.0.1:${address.port}', { method: 'POST', body: JSON.stringify({ words, typed }) })
  .then(answer => answer.text()).then(text => console.log(text))`
  writeFileSync(join(folder, 'npm.cjs'), script)
  writeFileSync(
    join(folder, 'npm'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'npm.cjs')}' -- "$@"\n`,
  )
  chmodSync(join(folder, 'npm'), 0o755)
}

async function answerCommand(
  app: TestApp,
  commands: Readonly<Record<string, Command>>,
  request: IncomingMessage,
): Promise<string> {
  try {
    const { words, typed } = (await new Response(Readable.toWeb(request) as ReadableStream).json()) as {
      readonly words: readonly string[]
      readonly typed: readonly string[]
    }
    const { values, positionals } = parseArgs({
      args: words.slice(words.lastIndexOf('--') + 1),
      options: { as: { type: 'string' }, reason: { type: 'string' }, retailer: { type: 'string' } },
      allowPositionals: true,
    })
    const name = positionals.slice(0, 2).join(' ')
    const command = commands[name]
    if (command === undefined) return `there is no command ${positionals.join(' ')}`
    const line = { words: positionals, options: values, ask: async () => typed }
    return await (COMMANDS.get(name)?.isAudited
      ? runAudited(app.services, command, line)
      : command.run(app.services, line))
  } catch (error) {
    return String(error)
  }
}

function provideCurl(folder: string): void {
  if (spawnSync('curl', ['--version']).status === 0) return
  const standIn = join(import.meta.dirname, 'curl-stand-in.ts')
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$@"\n`)
  chmodSync(join(folder, 'curl'), 0o755)
}
