import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/child-service.ts'
import { takeBlocks, takeServedBlocks } from '../support/documented-blocks.ts'
import { ROOT } from '../tidy/source-files.ts'

const RUN_MS = 120_000
const START_MS = 20_000

let app: TestApp
let folder: string
before(async () => {
  ensureDebianPackages({ php: 'php-cli', '/usr/share/doc/php-curl': 'php-curl', python3: 'python3' })
  folder = mkdtempSync(join(tmpdir(), 'crediario-pages-'))
  const port = await findFreePort()
  app = await startTestApp({ port, env: { PORT: String(port), ROLE: 'api' } })
})
after(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const CUSTOMER = {
  cpf: '000.001.000-64',
  phone: '(11) 98765-1234',
  email: 'maria@example.com',
  zipCode: '01310-100',
  source: 'checkout',
  price: 1240,
}

type Place = 'pt' | 'en'

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly secret: string
}

interface Language {
  readonly name: string
  /** The lines of the README: an example, and the verification of a webhook. */
  readonly listReadme: () => string[]
  readonly listClientGuide: (place: Place) => Promise<string[]>
  readonly listWebhookGuide: (place: Place) => Promise<string[]>
  /** After the lines that make a client: prints a decision. */
  readonly ask: string
  readonly execute: (lines: string) => Promise<string>
  /** Runs lines that verify a webhook as a receiver would, and gives the type of the event. */
  readonly receive: (lines: string, message: Message) => Promise<string>
}

async function run(command: string, extension: string, program: string, input = ''): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.${extension}`)
  writeFileSync(file, program)
  const env = { ...process.env, CREDIARIO_KEY: DEMO_KEY, CUSTOMER: JSON.stringify(CUSTOMER) }
  const running = promisify(execFile)(command, [file], { timeout: RUN_MS, env })
  running.child.stdin?.end(input)
  const { stdout, stderr } = await running
  assert.equal(stderr, '')
  return stdout
}

const PHP_OPENING = `<?php require '${join(ROOT, 'clients', 'php')}/autoload.php';\n`

const PYTHON_OPENING = `import sys
sys.dont_write_bytecode = True
sys.path.insert(0, '${join(ROOT, 'clients', 'python')}')
`

/** What the lines of a receiver find around them, in the shape that frameworks give a request. */
const PYTHON_REQUEST = `import json
from crediario import verify_webhook
message = json.load(sys.stdin)
secret = message["secret"]
class Request:
    headers = message["headers"]
    def get_data(self):
        return message["body"].encode()
request = Request()
`

const LANGUAGES: readonly Language[] = [
  {
    name: 'PHP',
    listReadme: () => takeBlocks('clients/php/README.md', 'php'),
    listClientGuide: place => takeServedBlocks(app.url, place, 'clients', 'php'),
    listWebhookGuide: place => takeServedBlocks(app.url, place, 'webhooks', 'php'),
    ask: "\necho $credit->preApprove(json_decode(getenv('CUSTOMER'), true))['result'];",
    execute: lines => run('php', 'php', PHP_OPENING + lines),
    async receive(lines, { headers, body, secret }) {
      const file = join(folder, `${crypto.randomUUID()}.php`)
      writeFileSync(file, `${PHP_OPENING}$secret = getenv('SECRET');\n${lines}\necho $event['type'];`)
      const place = `127.0.0.1:${await findFreePort()}`
      const env = { ...process.env, SECRET: secret }
      const server = spawn('php', ['-S', place, file], { env, stdio: 'ignore' })
      const send = () => fetch(`http://${place}/`, { method: 'POST', headers, body })
      try {
        const deadline = Date.now() + START_MS
        for (;;) {
          const answer = await send().catch(() => undefined)
          if (answer !== undefined) return await answer.text()
          assert.ok(Date.now() < deadline, 'the receiver did not start')
          await delay(50)
        }
      } finally {
        server.kill('SIGKILL')
      }
    },
  },
  {
    name: 'Python',
    listReadme: () => takeBlocks('clients/python/README.md', 'python'),
    listClientGuide: place => takeServedBlocks(app.url, place, 'clients', 'python'),
    listWebhookGuide: place => takeServedBlocks(app.url, place, 'webhooks', 'python'),
    ask: '\nimport json\nprint(credit.pre_approve(json.loads(os.environ["CUSTOMER"]))["result"], end="")\n',
    execute: lines => run('python3', 'py', PYTHON_OPENING + lines),
    receive(lines, message) {
      const program = `${PYTHON_OPENING}${PYTHON_REQUEST}${lines}\nprint(event["type"], end="")\n`
      return run('python3', 'py', program, JSON.stringify(message))
    },
  },
]

function signMessage(): Message {
  const secret = `whsec_${Buffer.from('secret of the endpoint').toString('base64')}`
  const body = '{"type":"transaction.approved"}'
  const time = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`id.${time}.${body}`)
    .digest('base64')
  const headers = { 'webhook-id': 'id', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  return { headers, body, secret }
}

for (const language of LANGUAGES)
  describe(language.name, () => {
    test('the example of the README, and the lines of the guides in both languages, print a decision', async () => {
      const [example = ''] = language.listReadme()
      assert.equal(await language.execute(example.replace('http://127.0.0.1:3000', app.url)), 'APPROVED\n')
      for (const place of ['pt', 'en'] as const) {
        const [lines = '', ...others] = await language.listClientGuide(place)
        assert.deepEqual(others, [])
        assert.equal(await language.execute(lines + language.ask), 'APPROVED')
      }
    })

    test('the lines of the README and of the guides that verify a webhook accept a signed one', async () => {
      const [, verification = '', ...others] = language.listReadme()
      assert.deepEqual(others, [])
      const pages = [
        verification,
        ...(await language.listWebhookGuide('pt')),
        ...(await language.listWebhookGuide('en')),
      ]
      assert.equal(pages.length, 3)
      for (const lines of pages)
        assert.equal(await language.receive(lines, signMessage()), 'transaction.approved')
    })
  })
