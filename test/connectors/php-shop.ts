import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_KEY, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/child-service.ts'
import { waitFor } from '../support/wait-for.ts'
import { ROOT } from '../tidy/source-files.ts'
import { execute } from './php-programs.ts'

const TRIAL = join(ROOT, 'connectors/php/tests/trial.php')

export interface TrialOrder {
  readonly state: 'waiting' | 'paid' | 'canceled' | 'refunded'
  readonly total: number
  readonly payments: number
  readonly refunds: Readonly<Record<string, number>>
  readonly comments: readonly string[]
}

export interface PhpShop {
  readonly url: string
  /** One command of the trial shop, in a process of its own. */
  run<Answer>(what: string, ...args: readonly string[]): Promise<Answer>
  place(key: string, more?: object): Promise<void>
  readOrder(key: string): Promise<TrialOrder>
  /** The same, this many seconds later. */
  later<Answer>(seconds: number, what: string, ...args: readonly string[]): Promise<Answer>
  startServer(): Promise<void>
  killServer(): Promise<void>
  stop(): Promise<void>
}

/** A shop in PHP that sells by connectors/php: its web server takes events, its commands do everything else. */
export async function startPhpShop(app: TestApp): Promise<PhpShop> {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-php-shop-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { TRIAL_FOLDER: folder, TRIAL_URL: url, TRIAL_LENDER: app.url, TRIAL_KEY: DEMO_KEY }
  let server: ChildProcess | undefined
  const later = async <Answer>(seconds: number, ...args: readonly string[]): Promise<Answer> =>
    JSON.parse(await execute('php', [TRIAL, ...args], { ...env, TRIAL_MOVED: String(seconds) })) as Answer
  const shop: PhpShop = {
    url,
    later,
    run: (...args) => later(0, ...args),
    async place(key, more = {}) {
      await shop.run('place', key, JSON.stringify({ ...ORDER, ...more }))
    },
    readOrder: key => shop.run('order', key),
    async startServer() {
      const options = { env: { ...process.env, ...env }, stdio: 'ignore' as const }
      server = spawn('php', ['-S', `127.0.0.1:${port}`, TRIAL], options)
      const isUp = () =>
        fetch(url).then(
          () => true,
          () => false,
        )
      await waitFor('the shop’s web server', isUp)
    },
    async killServer() {
      const running = server
      server = undefined
      if (running === undefined) return
      const ended = new Promise(done => running.once('exit', done))
      running.kill('SIGKILL')
      await ended
    },
    async stop() {
      await shop.killServer()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return shop
}

const ORDER = {
  state: 'waiting',
  total: 2_319_95,
  shipping: 79_90,
  payments: 0,
  refunds: {},
  comments: [],
  lines: [
    ['7', 'Geladeira Frost Free', 1, 1_999_90],
    ['8', 'Filtro de água', 3, 240_15],
  ],
  customer: {
    name: 'Maria da Silva',
    street: 'Avenida Paulista',
    number: '1578',
    city: 'São Paulo',
    state: 'SP',
  },
}
