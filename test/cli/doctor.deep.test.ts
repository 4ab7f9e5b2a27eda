import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app/app.ts'
import { examine } from '../../src/app/checks/doctor.ts'
import { type Finding, isHealthy, presentFindings, TOPICS } from '../../src/app/checks/finding.ts'
import { parseConfig } from '../../src/app/config/config.ts'
import { openFoundation } from '../../src/app/program.ts'
import { createAccount } from '../../src/domains/lender/accounts.ts'
import { createOperator } from '../../src/domains/operators/operators.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { plainDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'
import { LENDER_ACCOUNT } from '../support/lender-account.ts'

const log = createLog({ level: 'silent' })
const KEY = '8f3a1c5e9b7d24608e1f3a5c7b9d02468ace13579bdf02468ace1357f0e1d2c3'
const RETAILER = 'ab'.repeat(12)

const folder = mkdtempSync(join(tmpdir(), 'crediario-doctor-'))
let testDatabase: TestDatabase
let partnerDate = (): Date => new Date()
let partnerStatus = 405
const partner = createServer((_request, response) => {
  response.sendDate = false
  response.writeHead(partnerStatus, { date: partnerDate().toUTCString() }).end()
})
let production: Record<string, string>

before(async () => {
  testDatabase = await openTestDatabase()
  partner.listen(0, '127.0.0.1')
  await once(partner, 'listening')
  const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/v1`
  production = {
    ENVIRONMENT: 'production',
    ENCRYPTION_KEY: KEY,
    PUBLIC_URL: 'https://credito.example',
    TRUSTED_PROXIES: 'none',
    DATABASE_URL: writeDatabaseUrl(testDatabase.connection),
    DATA_DIR: join(folder, 'data'),
    // Pages are built by others; a worker serves none.
    ROLE: 'worker',
    BUREAU_URL: url,
    BUREAU_TOKEN: 'token',
    MESSAGES_URL: url,
    MESSAGES_TOKEN: 'token',
    METRICS_TOKEN: 'f'.repeat(32),
  }
})
after(async () => {
  partner.close()
  await testDatabase.close()
  rmSync(folder, { recursive: true })
})

const list = (findings: readonly Finding[], topic: string): string[] =>
  findings
    .filter(finding => finding.topic === topic)
    .map(({ verdict, text, fix = '' }) => `${verdict}: ${text}: ${fix}`)

const listUnhealthy = (findings: readonly Finding[]): string[] =>
  findings.filter(({ verdict }) => !['ok', 'warning'].includes(verdict)).map(({ topic }) => topic)

async function withServices(work: (services: App) => Promise<void>): Promise<void> {
  const foundation = await openFoundation(parseConfig(production), log)
  try {
    await work(foundation.services)
  } finally {
    await foundation.close()
  }
}

test('a production without settings is told each of them under its topic, and what needs the database is unknown', async () => {
  const findings = await examine({ ENVIRONMENT: 'production', ROLE: 'worker', DATA_DIR: folder })
  assert.match(list(findings, 'secrets').join(), /^missing: ENCRYPTION_KEY is missing/)
  assert.match(list(findings, 'address').join(), /^missing: PUBLIC_URL is missing/)
  assert.match(list(findings, 'database').join(), /^missing: DATABASE_URL is missing/)
  assert.match(list(findings, 'bureau').join(), /^missing: BUREAU_URL is not set.*set BUREAU_URL/)
  assert.match(list(findings, 'account').join(), /^unknown: /)
  const lines = presentFindings(findings).split('\n')
  assert.equal(lines.length, findings.length + 2)
  assert.match(lines.at(-1) ?? '', /^\d+ missing, 7 unknown, \d+ warnings: a purchase cannot be made yet$/)
})

test('a new database lacks what only people can give, each with its command, and is left as it was', async () => {
  const findings = await examine(production)
  assert.deepEqual(listUnhealthy(findings).toSorted(), ['account', 'desk', 'key', 'policy', 'retailer'])
  assert.match(list(findings, 'account').join(), /run `npm run crediario -- accounts create`$/)
  assert.match(list(findings, 'desk').join(), /^missing: .*every identification waits.*operators create`$/)
  const claimed = await testDatabase.database.run({ name: '', text: 'SELECT FROM deployment' }, [])
  const keys = await testDatabase.database.run({ name: '', text: 'SELECT FROM keyring' }, [])
  assert.deepEqual([claimed.length, keys.length, existsSync(join(folder, 'data'))], [0, 0, false])
})

test('with an account, a retailer, its policy and key, and two operators a purchase can be made', async () => {
  await withServices(async services => {
    const { database, secrets, retailers } = services
    await createAccount(database, secrets, LENDER_ACCOUNT, { now: new Date(), channel: 'file' })
    await retailers.createRetailer({
      id: RETAILER,
      name: 'Loja',
      gracePeriodEnabled: false,
      retentionEnabled: false,
      insuranceEnabled: false,
      scriptEnabled: true,
      isPublished: false,
      cnpj: null,
    })
  })
  const halfway = await examine(production)
  assert.deepEqual(listUnhealthy(halfway).toSorted(), ['desk', 'key', 'policy'])
  assert.match(list(halfway, 'policy').join(), new RegExp(`policies publish --retailer ${RETAILER}`))
  await withServices(async services => {
    await services.credit.policies.publish(RETAILER, plainDemonstrationPolicy)
    await services.retailers.issueKey({ retailerId: RETAILER, kind: 'publishable' })
  })
  assert.deepEqual(listUnhealthy(await examine(production)).toSorted(), ['desk', 'key'])
  await withServices(async services => {
    await services.retailers.issueKey({ retailerId: RETAILER, kind: 'secret' })
    await createOperator(services, { email: 'ana@example.com', name: 'Ana', role: 'analyst' })
    await createOperator(services, { email: 'bia@example.com', name: 'Bia', role: 'approver' })
  })
  const findings = await examine(production)
  assert.deepEqual(listUnhealthy(findings), [], presentFindings(findings))
  assert.ok(isHealthy(findings))
  assert.deepEqual(
    TOPICS.filter(topic => list(findings, topic).length === 0),
    [],
    'every topic has a line',
  )
  assert.match(
    list(findings, 'payouts').join(),
    new RegExp(`warning: retailer ${RETAILER} has no payout account`),
  )
})

test('an account whose billets run out of numbers is named from four fifths on', async () => {
  const give = (number: number) =>
    testDatabase.database.run({ name: '', text: `SELECT setval('billet_our_numbers', $1)` }, [number])
  await give(79_999_999_999)
  assert.equal(list(await examine(production), 'account').length, 1)
  await give(80_000_000_000)
  assert.match(
    list(await examine(production), 'account').join(),
    /warning: account [0-9a-f]{24} has used 80 % of the numbers that its billets can have: register one at a bank/,
  )
  await give(1)
})

test('a partner that is away, refuses the token or has another time is named', async () => {
  const away = await examine({ ...production, ANALYSIS_URL: 'http://127.0.0.1:9', ANALYSIS_TOKEN: 'token' })
  assert.match(list(away, 'analysis').join(), /missing: ANALYSIS_URL does not answer \(ECONNREFUSED\)/)
  partnerStatus = 401
  const refused = await examine(production)
  assert.match(list(refused, 'bureau').join(), /warning: BUREAU_URL answers 401: check BUREAU_TOKEN/)
  partnerStatus = 405
  partnerDate = () => new Date(Date.now() + 60_000)
  const late = await examine(production)
  assert.match(
    list(late, 'clock').join(),
    /missing: The clock of this machine is \d\d s behind that of BUREAU_URL: set it by NTP/,
  )
  partnerDate = () => new Date()
})

test('another key, another environment and a standby are named before anything that depends on them', async () => {
  const otherKey = await examine({ ...production, ENCRYPTION_KEY: KEY.replace('8f', '9f') })
  assert.match(
    list(otherKey, 'secrets').join(),
    /missing: this database was written with another ENCRYPTION_KEY/,
  )
  assert.match(list(otherKey, 'account').join(), /^unknown: the key comes first/)
  const homologation = await examine({ DATABASE_URL: production.DATABASE_URL, DATA_DIR: folder })
  assert.match(list(homologation, 'database').join(), /missing: this database belongs to production/)
  const readOnly = `${production.DATABASE_URL}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
  const standby = await examine({ ...production, DATABASE_URL: readOnly })
  assert.match(list(standby, 'database').join(), /missing: the database is read-only/)
  const nowhere = await examine({ ...production, DATABASE_URL: 'postgres://u:p@127.0.0.1:9/x' })
  assert.match(list(nowhere, 'database').join(), /^missing: .*cannot be reached.*check DATABASE_URL/)
})

test('the reference gateway is not fit for production, and doctor says so there', async t => {
  const path = join(import.meta.dirname, '..', '..', 'docs', 'ports', 'reference-gateway.mjs')
  const gateway = spawn(process.execPath, [path], {
    env: { ...process.env, PORT: '0', TOKEN: 'token' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => gateway.kill())
  const [line] = (await once(gateway.stdout, 'data', { signal: AbortSignal.timeout(20_000) })) as [Buffer]
  const base = /http:\S+/.exec(line.toString())?.[0]
  const env = { BUREAU_URL: `${base}/bureau`, BUREAU_TOKEN: 'token' }
  assert.match(
    list(await examine({ ...production, ...env }), 'bureau').join(),
    /^missing: BUREAU_URL is the reference gateway, which is not fit for production: .*connect your provider/,
  )
  assert.match(list(await examine({ ...env, DATA_DIR: folder }), 'bureau').join(), /^ok: /)
})

test('an https address on a loopback HOST without a trusted proxy is a finding of doctor and of a start', async () => {
  const lacking = (env: Record<string, string>): Promise<string> =>
    examine({ ...production, ROLE: 'api', ...env }).then(findings => list(findings, 'proxies').join())
  assert.match(
    await lacking({}),
    /^warning: PUBLIC_URL is https, but only this machine reaches HOST 127\.0\.0\.1, and no proxy is trusted: .* set TRUSTED_PROXIES=127\.0\.0\.1$/,
  )
  assert.match(await lacking({ TRUSTED_PROXIES: '127.0.0.1' }), /^ok: 127\.0\.0\.1/)
  assert.match(await lacking({ HOST: '0.0.0.0' }), /^ok: no proxy is trusted/)
  assert.match(await lacking({ ROLE: 'worker' }), /^ok: no proxy is trusted/)
})

test('a folder that cannot be written is named by doctor, and stops a start in one sentence', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const env = { ...production, MARKS_DIR: join(file, 'marks') }
  assert.match(
    list(await examine(env), 'folders').join(),
    /^missing: MARKS_DIR \(.*file\/marks\) is a file, or below one: choose another folder$/,
  )
  await assert.rejects(openFoundation(parseConfig(env), log), {
    constructor: StartError,
    message: /^MARKS_DIR \(.*file\/marks\) is a file, or below one: choose another folder$/,
  })
})

test('the command prints one line for each finding and ends with 1 while something is missing', async () => {
  const cli = join(import.meta.dirname, '..', '..', 'src', 'cli.ts')
  const run = (env: Record<string, string>) =>
    new Promise<{ code: number; stdout: string; stderr: string }>(done => {
      const options = { env: { PATH: process.env.PATH, ...env }, timeout: 60_000 }
      execFile(process.execPath, [cli, 'doctor'], options, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      )
    })
  const sound = await run(production)
  assert.deepEqual([sound.code, sound.stderr], [0, ''], sound.stdout)
  assert.match(sound.stdout, /^ok +settings +production, role worker\n/)
  assert.match(sound.stdout, /\n0 missing, 0 unknown, \d+ warnings: a purchase can be made\n$/)
  assert.ok(!sound.stdout.includes(KEY) && !sound.stdout.includes('token'), 'no secret is printed')
  const lacking = await run({ ...production, BUREAU_URL: '' })
  assert.equal(lacking.code, 1)
  assert.match(lacking.stdout, /^missing +bureau +BUREAU_URL is not set/m)
})
