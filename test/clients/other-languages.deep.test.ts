import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { ROOT } from '../tidy/source-files.ts'

const run = promisify(execFile)
const RUN_MS = 120_000

interface Language {
  readonly name: string
  readonly command: string
  readonly clients: string
  readonly extension: string
  readonly serve: (port: number) => string[]
  /** A program that calls `call` and prints its outcome, with the client in `credit`. */
  readonly compose: (call: Call, url: string, key: string, timeoutSeconds?: number) => string
  readonly verify: string
}

type Call = 'authorize' | 'status' | 'patient'

const php = join(ROOT, 'clients', 'php')
const python = join(ROOT, 'clients', 'python')

const LANGUAGES: readonly Language[] = [
  {
    name: 'PHP',
    command: 'php',
    clients: php,
    extension: 'php',
    serve: port => ['-S', `127.0.0.1:${port}`, join(php, 'examples', 'receiver.php')],
    compose: (call, url, key, timeoutSeconds = 0.5) => `<?php require '${php}/autoload.php';
$credit = new Crediario\\Client('${url}/', '${key}', timeoutSeconds: ${timeoutSeconds});
try {
  ${
    {
      authorize: "$credit->authorize(['optionId' => 'x', 'orderId' => 'ç']);",
      status: "$credit->readStatus('../x?y', ['retries' => 1]);",
      patient: "$credit->cancel(['transactionId' => 'x'], ['idempotencyKey' => 'mine']);",
    }[call]
  }
  echo 'ok';
} catch (Crediario\\CrediarioError $error) {
  echo $error->status, ' ', $error->errorCode, ' ', $error->retryAfterSeconds, ' ', $error->trackId;
} catch (Crediario\\ConnectionError $error) {
  echo 'no answer';
}`,
    verify: `<?php require '${php}/autoload.php';
foreach (json_decode(stream_get_contents(STDIN), true) as [$headers, $body, $secret]) {
  try {
    echo Crediario\\Webhook::verify($headers, $body, $secret)['type'], "\\n";
  } catch (Crediario\\WebhookError $error) {
    echo $error->getMessage(), "\\n";
  }
}`,
  },
  {
    name: 'Python',
    command: 'python3',
    clients: python,
    extension: 'py',
    serve: port => [join(python, 'examples', 'receiver.py'), String(port)],
    compose: (call, url, key, timeoutSeconds = 0.5) => `import sys
sys.path.insert(0, '${python}')
from crediario import Client, ConnectionFailed, CrediarioError
credit = Client('${url}/', '${key}', timeout=${timeoutSeconds})
try:
    ${
      {
        authorize: "credit.authorize({'optionId': 'x', 'orderId': 'ç'})",
        status: "credit.read_status('../x?y', retries=1)",
        patient: "credit.cancel({'transactionId': 'x'}, idempotency_key='mine')",
      }[call]
    }
    print('ok', end='')
except CrediarioError as error:
    print(error.status, error.code, error.retry_after or '', error.track_id, end='')
except ConnectionFailed:
    print('no answer', end='')
`,
    verify: `import json, sys
sys.path.insert(0, '${python}')
from crediario import WebhookError, verify_webhook
for headers, body, secret in json.load(sys.stdin):
    try:
        print(verify_webhook(headers, body, secret)['type'])
    except WebhookError as error:
        print(error)
`,
  },
]

let app: TestApp
let folder: string
before(async () => {
  ensureDebianPackages({ php: 'php-cli', '/usr/share/doc/php-curl': 'php-curl', python3: 'python3' })
  folder = mkdtempSync(join(tmpdir(), 'crediario-languages-'))
  app = await startTestApp({ pixApi: 'sandbox' })
})
after(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const PLAIN = { PYTHONDONTWRITEBYTECODE: '1' }

async function execute({ command, extension }: Language, program: string, input = ''): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.${extension}`)
  writeFileSync(file, program)
  const running = run(command, [file], { timeout: RUN_MS, env: { ...process.env, ...PLAIN } })
  running.child.stdin?.end(input)
  const { stdout, stderr } = await running
  assert.equal(stderr, '')
  return stdout
}

/** A port that was free a moment ago. */
async function findPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function waitUntilServed(url: string): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await delay(50))
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
  assert.fail('the receiver did not start')
}

/** A server that answers each request by the next of these, the last one for ever. */
async function script(
  ...answers: readonly ((request: IncomingMessage, response: ServerResponse) => void)[]
): Promise<{ url: string; seen: IncomingMessage[]; stop: () => void }> {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    request.resume()
    seen.push(request)
    answers[Math.min(seen.length, answers.length) - 1]?.(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const silent = () => {}
const fine = (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
const refuse =
  (status: number, headers: Record<string, string>, code: string) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, headers).end(JSON.stringify({ code, message: code, details: [] }))

for (const language of LANGUAGES)
  describe(language.name, () => {
    const { command, clients, extension } = language
    let receiver: ChildProcess | undefined
    after(() => receiver?.kill('SIGKILL'))

    test('a purchase goes from the decision to an event whose signature the receiver verified, and leaves no file behind', async () => {
      const known = readdirSync(clients, { recursive: true })
      const cwd = mkdtempSync(join(folder, 'current-'))
      const port = await findPort()
      const url = `http://127.0.0.1:${port}/`
      const env = {
        ...process.env,
        // As on a machine where nobody has turned bytecode off.
        PYTHONDONTWRITEBYTECODE: '',
        BASE_URL: app.url,
        API_KEY: DEMO_KEY,
        RECEIVER_URL: url,
        SECRET_FILE: join(folder, `${extension}-secret`),
        EVENTS_FILE: join(folder, `${extension}-events`),
      }
      writeFileSync(env.SECRET_FILE, 'whsec_AAAA')
      receiver = spawn(command, language.serve(port), { cwd, env, stdio: 'ignore' })
      await waitUntilServed(url)
      const forged = await fetch(url, {
        method: 'POST',
        headers: {
          'webhook-id': 'x',
          'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
          'webhook-signature': 'v1,AAAA',
        },
        body: '{}',
      })
      assert.equal(forged.status, 401)
      const example = join(clients, 'examples', `purchase.${extension}`)
      const { stdout, stderr } = await run(command, [example], { cwd, env, timeout: RUN_MS })
      assert.equal(stderr, '')
      assert.deepEqual(stdout.trim().split('\n'), [
        'decision: APPROVED',
        'refused: 400 invalid_parameters orderId',
        'status: OPEN',
        'billets: %PDF-',
        'event: verified',
      ])
      assert.deepEqual(readdirSync(cwd), [])
      assert.deepEqual(readdirSync(clients, { recursive: true }), known)
    })

    test('a wrong key and a strange id are refusals with their code and trackId', async () => {
      assert.match(
        await execute(language, language.compose('status', app.url, 'sk_homolog_nobody', 30)),
        /^401 invalid_api_key {2}[0-9a-f]{24}$/,
      )
      assert.match(
        await execute(language, language.compose('status', app.url, DEMO_KEY, 30)),
        /^404 transaction_not_found {2}[0-9a-f]{24}$/,
      )
    })

    test('a call without an answer is repeated with the same Idempotency-Key, and the version goes along', async () => {
      const server = await script(silent, (request, _) => request.socket.destroy(), fine)
      assert.equal(await execute(language, language.compose('authorize', server.url, DEMO_KEY)), 'ok')
      server.stop()
      assert.equal(server.seen.length, 3)
      const keys = new Set(server.seen.map(({ headers }) => headers['idempotency-key']))
      assert.equal(keys.size, 1)
      assert.match(String([...keys][0]), /^[0-9a-f-]{32,36}$/)
      for (const { headers } of server.seen) assert.equal(headers['x-service-version'], '2026-11-01')
    })

    test('a read is repeated without a key, as often as was said, and then told as no answer', async () => {
      const server = await script(silent)
      assert.equal(await execute(language, language.compose('status', server.url, DEMO_KEY)), 'no answer')
      server.stop()
      assert.deepEqual(
        server.seen.map(({ url, headers }) => [url, headers['idempotency-key']]),
        Array(2).fill(['/public/transaction/..%2Fx%3Fy/status', undefined]),
      )
    })

    test('refusals that pass are waited for as they say; others, redirects and long waits are not repeated', async () => {
      const busy = refuse(409, { 'retry-after': '1' }, 'idempotency_in_progress')
      const server = await script(busy, refuse(503, {}, 'service_unavailable'), fine)
      const startedAt = performance.now()
      assert.equal(await execute(language, language.compose('patient', server.url, DEMO_KEY)), 'ok')
      assert.ok(performance.now() - startedAt > 1_000)
      assert.deepEqual(
        server.seen.map(({ headers }) => headers['idempotency-key']),
        ['mine', 'mine', 'mine'],
      )
      server.stop()
      const cases = [
        [refuse(409, {}, 'transaction_closed'), /^409 transaction_closed/],
        [refuse(429, { 'retry-after': '3600' }, 'rate_limited'), /^429 rate_limited 3600/],
        [refuse(302, { location: app.url }, 'elsewhere'), /^302 elsewhere/],
        [refuse(500, {}, 'internal_error'), /^500 internal_error/],
      ] as const
      for (const [answer, expected] of cases) {
        const other = await script(answer)
        assert.match(await execute(language, language.compose('patient', other.url, DEMO_KEY)), expected)
        assert.equal(other.seen.length, 1)
        other.stop()
      }
    })

    test('only a message that was signed with a secret of the endpoint, lately and as it is, is believed', async () => {
      const secret = `whsec_${Buffer.from('secret of the endpoint').toString('base64')}`
      const other = `whsec_${Buffer.from('another').toString('base64')}`
      const body = '{"type":"ação"}'
      const now = Math.floor(Date.now() / 1_000)
      const compose = (at: number, signed = body, key = secret) => {
        const bytes = Buffer.from(key.slice(6), 'base64')
        const digest = createHmac('sha256', bytes).update(`id.${at}.${signed}`).digest('base64')
        return { 'Webhook-Id': 'id', 'WEBHOOK-TIMESTAMP': String(at), 'webhook-signature': `v1,${digest}` }
      }
      const right = compose(now)
      const several = { ...right, 'webhook-signature': `v1,AAAA v1a,x ${right['webhook-signature']}` }
      const messages = [
        [right, body, secret],
        [several, body, secret],
        [right, body, [other, secret]],
        [right, body, other],
        [right, `${body} `, secret],
        [compose(now - 400), body, secret],
        [compose(now + 400), body, secret],
        [{ ...right, 'WEBHOOK-TIMESTAMP': 'now' }, body, secret],
        [{ 'webhook-id': 'id' }, body, secret],
        [compose(now, '<html>'), '<html>', secret],
      ]
      const lines = (await execute(language, language.verify, JSON.stringify(messages))).trim().split('\n')
      assert.deepEqual(lines, [
        ...Array(3).fill('ação'),
        ...Array(2).fill('no signature fits the message'),
        'the message is too old',
        'the message is from the future',
        'webhook-timestamp is not a number of seconds',
        'webhook-timestamp is missing',
        'the message is not JSON',
      ])
    })
  })
