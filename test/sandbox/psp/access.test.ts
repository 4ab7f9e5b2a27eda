import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Agent } from 'undici'
import { makeCertificates } from '../../../src/sandbox/psp/make-certificates.ts'
import { cob, composeBasic, createAgent, newTxid, startTestPsp, type TestPsp } from './test-psp.ts'

let bank: TestPsp

before(async () => {
  bank = await startTestPsp()
})
after(() => bank.stop())

const ask = (options: { headers?: Record<string, string>; body?: string; agent?: Agent } = {}) =>
  bank.call('POST', '/oauth/token', {
    token: '',
    body: 'grant_type=client_credentials',
    ...options,
    headers: {
      authorization: composeBasic(bank.access),
      'content-type': 'application/x-www-form-urlencoded',
      ...options.headers,
    },
  })

test('a token is given to the client with its certificate, for the scopes that it asks for', async () => {
  const all = await ask()
  assert.equal(all.status, 200)
  assert.equal(all.headers['cache-control'], 'no-store')
  assert.deepEqual([all.body.token_type, all.body.expires_in], ['Bearer', 3_600])
  const some = await ask({ body: 'grant_type=client_credentials&scope=cob.read%20pix.read' })
  assert.equal(some.body.scope, 'cob.read pix.read')
  const json = await ask({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', scope: 'cob.read' }),
  })
  assert.equal(json.body.scope, 'cob.read')
})

test('a wrong secret, another grant and a scope that does not exist get no token', async () => {
  const wrong = await ask({ headers: { authorization: composeBasic({ ...bank.access, clientSecret: 'x' }) } })
  assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client'])
  const grant = await ask({ body: 'grant_type=password' })
  assert.deepEqual([grant.status, grant.body.error], [400, 'unsupported_grant_type'])
  for (const scope of ['cob.read lotecobv.write', ' ', 'cob.*']) {
    const refused = await ask({
      body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
    })
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_scope'], scope)
  }
})

const expectProblem = (
  answer: { status: number; headers: object; body: Record<string, unknown> },
  status: number,
) => {
  assert.equal(answer.status, status)
  assert.match(
    String((answer.headers as Record<string, string>)['content-type']),
    /^application\/problem\+json/,
  )
  assert.equal(answer.body.type, 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado')
  assert.equal(answer.body.status, status)
}

test('without a certificate of the bank nobody gets a token, or further with one', async () => {
  const { ca } = bank.access
  const none = new Agent({ connect: { ca } })
  const made = await makeCertificates('crediario-sandbox', new Date())
  const foreign = new Agent({ connect: { ca, cert: made.client.certificate, key: made.client.key } })
  for (const agent of [none, foreign]) {
    expectProblem(await ask({ agent }), 403)
    const token = await bank.getToken()
    expectProblem(await bank.call('PUT', `/v2/cob/${newTxid()}`, { agent, token, body: cob() }), 403)
    await agent.destroy()
  }
  assert.equal((await bank.database.run({ name: '', text: 'SELECT txid FROM psp_charges' }, [])).length, 0)
})

test('a token is of no use with another certificate of the same bank', async () => {
  const token = await bank.getToken()
  const { server } = await readOwnFiles()
  const agent = new Agent({ connect: { ca: bank.access.ca, cert: server.certificate, key: server.key } })
  expectProblem(await bank.call('GET', `/v2/cob/${newTxid()}`, { agent, token }), 401)
  await agent.destroy()
})

test('a missing, invented or expired token is 401, and one of another scope is 403', async () => {
  const path = `/v2/cob/${newTxid()}`
  expectProblem(await bank.call('GET', path, { token: '' }), 401)
  expectProblem(await bank.call('GET', path, { token: 'invented' }), 401)
  expectProblem(await bank.call('GET', path, { token: await bank.getToken('cobv.read cob.write') }), 403)
  expectProblem(await bank.call('PUT', path, { token: await bank.getToken('cob.read'), body: cob() }), 403)
  const token = await bank.getToken('webhook.read')
  const list = (): Promise<{ status: number; headers: object; body: Record<string, unknown> }> =>
    bank.call('GET', '/v2/webhook', { token })
  assert.equal((await list()).status, 200)
  await bank.database.run(
    { name: '', text: `UPDATE psp_tokens SET expires_at = now() - interval '1 second'` },
    [],
  )
  expectProblem(await list(), 401)
})

test('the files of the folder are readable by their owner only, and the next start uses them again', async () => {
  const folder = join(bank.dataDir, 'psp')
  for (const name of await readdir(folder))
    assert.equal((await stat(join(folder, name))).mode & 0o077, 0, name)
  const another = await bank.openAnother().getAccess()
  assert.deepEqual(
    [another.ca, another.certificate, another.clientSecret],
    [bank.access.ca, bank.access.certificate, bank.access.clientSecret],
  )
  assert.notEqual(another.baseUrl, bank.access.baseUrl)
})

test('a process whose port is taken listens on another one', async () => {
  const port = Number(new URL(bank.access.baseUrl).port)
  const moved = await bank.openAnother(port).getAccess()
  assert.notEqual(moved.baseUrl, bank.access.baseUrl)
  const agent = createAgent(moved)
  assert.equal((await ask({ agent })).status, 200)
  await agent.destroy()
})

test('neither tokens nor the secret are in the log or readable in the database', async () => {
  const token = await bank.getToken()
  const rows = await bank.database.run<{ row: string }>(
    { name: '', text: 'SELECT t::text AS row FROM psp_tokens t' },
    [],
  )
  for (const secret of [token, bank.access.clientSecret]) {
    assert.ok(!bank.logged().includes(secret))
    assert.ok(
      !rows.some(({ row }) => row.includes(Buffer.from(secret).toString('hex')) || row.includes(secret)),
    )
  }
})

async function readOwnFiles() {
  const { openAccessFiles } = await import('../../../src/sandbox/psp/access-files.ts')
  return openAccessFiles(join(bank.dataDir, 'psp'))
}
