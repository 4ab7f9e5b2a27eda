import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DEMO_KEY, DEMO_RETAILER, startTestApp, type TestApp } from '../../test/support/app.ts'
import { newPerson, optionsBody, preApproveBody } from '../../test/support/people.ts'
import { InputError } from '../kernel/faults.ts'
import { richDemonstrationPolicy } from '../sandbox/demonstration-policies.ts'
import { creditCommands } from './credit.ts'
import { keyCommands } from './keys.ts'
import { retailerCommands } from './retailers.ts'

const COMMANDS = { ...retailerCommands, ...keyCommands, ...creditCommands }

let app: TestApp
let folder: string

before(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'crediario-commands-'))
})
after(async () => {
  await rm(folder, { recursive: true })
  await app.stop()
})

async function run(line: string, options: Record<string, string | boolean> = {}): Promise<string> {
  const words = line.split(' ')
  const command = COMMANDS[words.slice(0, 2).join(' ')]
  assert.ok(command, line)
  return command.run(app.services, { words, options })
}

const expectInputError = (work: Promise<string>, message: RegExp) =>
  assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof InputError, String(error))
    assert.match(error.message, message)
    return true
  })

async function writePolicy(name: string, document: unknown): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document))
  return file
}

test('a retailer, its policy and its key, made by commands alone, serve a request', async () => {
  const [id = ''] = (await run('retailers create', { name: 'Loja Nova', insurance: true })).split('\n')
  assert.match(id, /^[0-9a-f]{24}$/)
  const file = await writePolicy('new.json', richDemonstrationPolicy)
  assert.match(
    await run('policies publish', { retailer: id, file }),
    /^version 1 is in force \([0-9a-f]{24}\)$/,
  )
  const [key = ''] = (await run('keys create', { retailer: id, 'rate-limit': '50' })).split('\n')
  const { body, headers } = await app.post(
    '/options',
    optionsBody(key, newPerson(), 2000, { hasGracePeriod: true }),
  )
  assert.deepEqual([body.result, body.hasGracePeriod, 'retentionOptions' in body], ['APPROVED', false, false])
  assert.equal(headers.get('ratelimit-limit'), '50')
  assert.match(await run('retailers list'), new RegExp(`${id} +Loja Nova +no +no +yes +yes`))
})

test('the policy in force is printed as a document that can be published again', async () => {
  const shown = await run('policies show', { retailer: DEMO_RETAILER })
  assert.deepEqual(JSON.parse(shown), richDemonstrationPolicy)
  const file = await writePolicy('again.json', shown)
  assert.match(await run('policies publish', { retailer: DEMO_RETAILER, file }), /^version 2 is in force/)
})

test('a policy that is invalid, not JSON or missing is refused in one sentence and nothing changes', async () => {
  const wrong = { ...richDemonstrationPolicy, minimumAge: 16, scorecut: 1 }
  const publish = (file: string) => run('policies publish', { retailer: DEMO_RETAILER, file })
  await expectInputError(
    publish(await writePolicy('wrong.json', wrong)),
    /is not a valid policy:\n(.*\n)*.*minimumAge/,
  )
  await expectInputError(publish(await writePolicy('text.json', '{,}')), /cannot be read as JSON/)
  await expectInputError(publish(join(folder, 'absent.json')), /cannot be read as JSON/)
  await expectInputError(run('policies publish', { retailer: DEMO_RETAILER }), /--file is missing/)
  assert.deepEqual(
    JSON.parse(await run('policies show', { retailer: DEMO_RETAILER })),
    richDemonstrationPolicy,
  )
})

test('a key is shown once, then listed by its first and last characters with its state', async () => {
  const created = await run('keys create', {
    retailer: DEMO_RETAILER,
    expires: '2026-12-31',
    scopes: ' checkout',
  })
  const [key = ''] = created.split('\n')
  const id = /Key ([0-9a-f]{24})\./.exec(created)?.[1]
  assert.match(key, /^sk_homolog_[0-9A-Za-z]{49}$/)
  const list = await run('keys list', { retailer: DEMO_RETAILER })
  assert.ok(!list.includes(key) && !list.includes(DEMO_KEY))
  assert.match(
    list,
    new RegExp(
      `${id} +${DEMO_RETAILER} +${key.slice(0, 14)}….{4} +checkout +2026-11-01 +2026-03-10 +live until 2026-12-31`,
    ),
  )
  assert.equal(await run(`keys revoke ${id}`), `${id} is revoked`)
  assert.match(await run('keys list'), new RegExp(`${id} .* revoked 2026-03-10`))
  await expectInputError(run(`keys revoke ${id}`), /there is no live key/)
  await expectInputError(run(`keys rotate ${id}`), /there is no live key/)
})

test('a command line with a missing or invalid argument is refused in one sentence', async () => {
  const retailer = DEMO_RETAILER
  const cases: [string, Record<string, string | boolean>, RegExp][] = [
    ['keys create', {}, /--retailer is missing/],
    ['keys create', { retailer: 'f'.repeat(24) }, /there is no retailer/],
    ['keys create', { retailer, scopes: 'checkout,all' }, /not all$/],
    ['keys create', { retailer, scopes: '' }, /^--scopes of a secret key may hold/],
    ['keys create', { retailer, expires: 'tomorrow' }, /--expires must be a date/],
    ['keys create', { retailer, expires: '2026-02-31' }, /--expires must be a date/],
    ['keys create', { retailer, 'rate-limit': '0' }, /--rate-limit must be/],
    ['keys create', { retailer, 'rate-limit': '1e3' }, /--rate-limit must be/],
    ['keys create', { retailer, publishable: true, scopes: 'checkout' }, /^--scopes of a publishable key/],
    ['keys rotate', {}, /the id of the key is missing/],
    ['keys revoke', {}, /the id of the key is missing/],
    ['retailers create', {}, /--name is missing/],
    ['retailers origins', { retailer }, /add, remove or list is missing/],
    ['retailers origins change', { retailer }, /not change$/],
    ['retailers origins list', {}, /--retailer is missing/],
    ['retailers origins add', { retailer }, /the origin is missing/],
    ['retailers origins add loja.example', { retailer }, /written like https/],
    ['retailers origins add https://*.loja.example', { retailer }, /names one host/],
    ['retailers origins add http://loja.example', { retailer }, /an origin is https/],
    ['retailers origins remove https://loja.example', { retailer }, /is not allowed$/],
    ['retailers schemes', { retailer }, /add, remove or list is missing/],
    ['retailers schemes change', { retailer }, /not change$/],
    ['retailers schemes add', { retailer }, /the scheme is missing/],
    ['retailers schemes add 1loja', { retailer }, /before the colon/],
    ['retailers schemes add loja://pedido', { retailer }, /before the colon/],
    ['retailers schemes add JavaScript:', { retailer }, /belongs to browsers/],
    ['retailers schemes add data', { retailer }, /belongs to browsers/],
    ['retailers schemes add http://', { retailer }, /belongs to browsers/],
    ['retailers schemes remove loja', { retailer }, /is not allowed$/],
    ['policies show', { retailer: 'f'.repeat(24) }, /there is no retailer/],
    [
      'policies publish',
      { retailer: 'f'.repeat(24), file: await writePolicy('ok.json', richDemonstrationPolicy) },
      /there is no retailer/,
    ],
    ['decisions replay', {}, /tracking id of the call is missing/],
  ]
  for (const [line, options, message] of cases) await expectInputError(run(line, options), message)
})

test('origins of a retailer are added once, listed and removed, in whatever form they are typed', async () => {
  const [id = ''] = (await run('retailers create', { name: 'Loja com Página' })).split('\n')
  const origins = (words: string) => run(`retailers origins ${words}`, { retailer: id })
  assert.equal(await origins('list'), 'no page may use the publishable keys')
  assert.equal(await origins('add https://loja.example'), 'https://loja.example is allowed')
  assert.equal(await origins('add HTTPS://Loja.Example:443/'), 'https://loja.example is allowed')
  assert.equal(await origins('add http://localhost:8080'), 'http://localhost:8080 is allowed')
  assert.equal(await origins('list'), 'http://localhost:8080\nhttps://loja.example')
  assert.equal(await origins('remove https://Loja.example/'), 'https://loja.example is removed')
  assert.equal(await origins('list'), 'http://localhost:8080')
})

test('schemes of a retailer’s apps are added once, listed and removed, in whatever form they are typed', async () => {
  const [id = ''] = (await run('retailers create', { name: 'Loja com Aplicativo' })).split('\n')
  const schemes = (words: string) => run(`retailers schemes ${words}`, { retailer: id })
  assert.equal(await schemes('list'), 'payment links cannot return to any app')
  assert.equal(await schemes('add loja://'), 'loja is allowed')
  assert.equal(await schemes('add LOJA:'), 'loja is allowed')
  assert.equal(await schemes('add com.loja.app'), 'com.loja.app is allowed')
  assert.equal(await schemes('list'), 'com.loja.app\nloja')
  assert.equal(await schemes('remove Loja://'), 'loja is removed')
  assert.equal(await schemes('list'), 'com.loja.app')
})

test('the demonstration retailer allows the pages of the service itself', async () => {
  const listed = await run('retailers origins list', { retailer: DEMO_RETAILER })
  assert.equal(listed, 'http://127.0.0.1:3000\nhttp://localhost:3000')
})

test('a decision is replayed by the tracking id of its call', async () => {
  const { body } = await app.post('/preApprove', preApproveBody(DEMO_KEY, newPerson('002'), 1000))
  const replayed = JSON.parse(await run(`decisions replay ${body.trackId}`))
  assert.deepEqual([replayed.id, replayed.refusalReason], [body.trackId, 'USER_DENIED'])
})
