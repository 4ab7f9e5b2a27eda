import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseConfig } from '../../src/app/config/config.ts'
import { openFoundation } from '../../src/app/program.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { findFreePort, type MainProcess, ROOT, startMain } from '../drills/chaos/main-process.ts'
import type { TestApp } from '../support/app.ts'
import { openTestDatabase, writeDatabaseUrl } from '../support/database.ts'
import { buy, read } from '../support/purchase-http.ts'
import { openAllBoxes } from '../support/sealed-boxes.ts'

const folder = mkdtempSync(join(tmpdir(), 'crediario-drill-'))
after(() => rmSync(folder, { recursive: true }))

const COMMAND_MS = 300_000
const PURCHASES_BEFORE = 30
/** Between orders of a program: a fast machine would use up the thousand people of a persona. */
const PAUSE_MS = 150

interface RunningCommand {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  /** Resolves with the exit code; null when it was killed. */
  readonly ended: Promise<number | null>
  /** Resolves at the first line that matches, or when the command has ended. */
  waitFor(pattern: RegExp): Promise<void>
}

function startCommand(words: readonly string[], env: Record<string, string>): RunningCommand {
  const child = spawn(process.execPath, [join(ROOT, 'src', 'cli.ts'), ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: COMMAND_MS,
  })
  const lines: string[] = []
  const waiting: { readonly pattern: RegExp; readonly done: () => void }[] = []
  createInterface({ input: child.stdout }).on('line', line => {
    lines.push(line)
    for (const { pattern, done } of waiting) if (pattern.test(line)) done()
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    child,
    lines,
    ended,
    waitFor: pattern =>
      new Promise(done => {
        waiting.push({ pattern, done })
        ended.then(() => done())
      }),
  }
}

/** What the calls of purchases need of a service in another process. */
function reach(main: MainProcess): TestApp {
  const url = `http://127.0.0.1:${main.port}`
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }
  return { url, port: main.port, post } as TestApp
}

test('ENCRYPTION_KEY is exchanged while orders are made, over a kill of the command: all boxes are of the new data key', async () => {
  const testDatabase = await openTestDatabase()
  const [first, second] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const common = {
    ENVIRONMENT: 'homologation',
    DATABASE_URL: writeDatabaseUrl(testDatabase.connection),
    DATA_DIR: folder,
    RATE_LIMIT_PER_SECOND: '1000000',
  }
  const both = { ...common, ENCRYPTION_KEY: second, ENCRYPTION_KEY_PREVIOUS: first }
  const start = async (env: Record<string, string>): Promise<MainProcess> => {
    const main = startMain(await findFreePort(), env)
    await main.ready
    assert.ok(!main.isGone, main.recentOutput)
    return main
  }

  const before = await start({ ...common, ENCRYPTION_KEY: first, ENCRYPTION_KEY_PREVIOUS: '' })
  const bought: string[] = []
  for (let each = 0; each < PURCHASES_BEFORE; each += 1) bought.push((await buy(reach(before))).transactionId)
  await before.end('SIGTERM')

  // Two programs share the traffic, and a third process rotates.
  const programs = await Promise.all([start(both), start(both)])
  let isOver = false
  const shop = async (main: MainProcess): Promise<void> => {
    while (!isOver) {
      const { transactionId } = await buy(reach(main))
      bought.push(transactionId)
      // What one program has sealed, the other opens at once.
      for (const each of programs) await read(reach(each), transactionId)
      await sleep(PAUSE_MS)
    }
  }
  const shopping = Promise.all(programs.map(shop))
  // A failure ends the drill when the shoppers are awaited, not before.
  shopping.catch(() => {})

  const words = ['encryption', 'rotate', '--as', 'Ana Souza']
  const cut = startCommand(words, both)
  await cut.waitFor(/boxes sealed again/)
  cut.child.kill('SIGKILL')
  assert.equal(await cut.ended, null, cut.lines.join('\n'))
  const whole = startCommand(words, both)
  assert.equal(await whole.ended, 0, whole.lines.join('\n'))
  assert.match(whole.lines.join('\n'), /\ndone: start every program without ENCRYPTION_KEY_PREVIOUS/)
  assert.doesNotMatch(whole.lines.join('\n'), /do not open/)
  isOver = true
  await shopping
  assert.ok(bought.length > PURCHASES_BEFORE + 10, `${bought.length} orders`)
  for (const main of programs) {
    assert.doesNotMatch(main.recentOutput, /data key|sealed box/)
    await main.end('SIGTERM')
  }

  const alone = { ...common, ENCRYPTION_KEY: second, ENCRYPTION_KEY_PREVIOUS: '' }
  const foundation = await openFoundation(parseConfig(alone), createLog({ level: 'silent' }))
  const boxes = await openAllBoxes(foundation.database, foundation.services.secrets).finally(() =>
    foundation.close(),
  )
  assert.ok(boxes.length > bought.length * 4)
  assert.deepEqual(
    boxes.filter(({ keyId, plain }) => keyId !== 2 || plain === undefined),
    [],
  )
  const last = await start(alone)
  for (const transactionId of bought) await read(reach(last), transactionId)
  await last.end('SIGTERM')
  await testDatabase.close()
})
