import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { StartError } from '../../kernel/faults.ts'
import { isTypedKey } from '../../platform/crypto/typed-key.ts'
import { parseConfig } from './config.ts'

const KEY = '8f3a1c5e9b7d24608e1f3a5c7b9d02468ace13579bdf02468ace1357f0e1d2c3'
const PRODUCTION = {
  ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://db.example/crediario?sslmode=verify-full',
  ENCRYPTION_KEY: KEY,
  PUBLIC_URL: 'https://credito.example/',
  TRUSTED_PROXIES: '10.0.0.0/8',
  BUREAU_URL: 'https://bureau.example/v1',
  BUREAU_TOKEN: 'token',
}
const folder = mkdtempSync(join(tmpdir(), 'crediario-config-'))
after(() => rmSync(folder, { recursive: true }))
/** In the form of a certificate and of a key; what they hold is the TLS library's matter. */
function writePem(name: string, label: string): string {
  const path = join(folder, name)
  writeFileSync(path, `-----BEGIN ${label}-----\nMA==\n-----END ${label}-----\n`)
  return path
}
const PIX = {
  PIX_API_URL: 'https://pix.example/v2/',
  PIX_TOKEN_URL: 'https://pix.example/oauth/token',
  PIX_CLIENT_ID: 'client',
  PIX_CLIENT_SECRET: 'secret',
  PIX_CERTIFICATE_FILE: writePem('client.pem', 'CERTIFICATE'),
  PIX_KEY_FILE: writePem('client.key', 'PRIVATE KEY'),
  PIX_LOCATION_HOSTS: 'qr.pix.example, QR2.pix.example',
}
const HOMOLOGATION_KEY = Buffer.from('crediario-homologation-only-key!')

test('without any setting the program runs homologation on loopback with the embedded database', () => {
  const config = parseConfig({})
  assert.deepEqual(
    [config.environment, config.role, config.host, config.port, config.databaseUrl, config.publicUrl],
    ['homologation', 'all', '127.0.0.1', 3000, undefined, 'http://127.0.0.1:3000'],
  )
  assert.deepEqual(
    [config.hasDefaultSecret, config.rateLimitPerSecond, config.unknownKeyLimitPerMinute, config.bureau],
    [true, 300, 20, undefined],
  )
  assert.ok(Object.isFrozen(config))
})

test('the sandbox bank listens a thousand ports above, or wherever it is told to', () => {
  assert.deepEqual(parseConfig({}).psp, { port: 4_000, mayMove: true })
  assert.deepEqual(parseConfig({ PORT: '3001' }).psp, { port: 4_001, mayMove: true })
  for (const PORT of ['0', '65000']) assert.deepEqual(parseConfig({ PORT }).psp, { port: 0, mayMove: true })
  assert.deepEqual(parseConfig({ PSP_PORT: '4100' }).psp, { port: 4_100, mayMove: false })
})

test('production starts when everything that it needs is set', () => {
  const config = parseConfig(PRODUCTION)
  assert.deepEqual(
    [config.environment, config.hasDefaultSecret, config.publicUrl, config.bureau],
    ['production', false, 'https://credito.example', { url: 'https://bureau.example/v1', token: 'token' }],
  )
  assert.equal(config.encryptionKey.toString('hex'), KEY)
})

test('a database on this machine needs no TLS, one elsewhere any mode that checks the certificate', () => {
  for (const url of [
    'postgres://localhost/crediario',
    'postgres://127.0.0.1:5432/crediario?sslmode=disable',
    'postgres://[::1]/crediario',
    'postgres:///crediario?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/crediario',
    'postgres://db.example/crediario?sslmode=require',
    'postgres://db1.example,db2.example:5433/crediario?sslmode=verify-full&target_session_attrs=read-write',
    'postgres://db.example/crediario?sslmode=verify-ca&sslrootcert=/ca.crt',
  ])
    assert.equal(parseConfig({ ...PRODUCTION, DATABASE_URL: url }).databaseUrl, url)
})

test('random keys are never taken for typed ones', () => {
  for (let at = 0; at < 20_000; at++)
    assert.equal(isTypedKey(createHash('sha256').update(String(at)).digest()), false)
})

test('an empty variable counts as absent, and a key may be written in base64', () => {
  const base64 = Buffer.from(KEY, 'hex').toString('base64')
  const config = parseConfig({ PORT: '', HOST: ' ', LOG_LEVEL: '', ENCRYPTION_KEY: base64 })
  assert.deepEqual([config.port, config.host, config.logLevel], [3000, '127.0.0.1', 'info'])
  assert.equal(config.encryptionKey.toString('hex'), KEY)
  assert.deepEqual(parseConfig({ TRUSTED_PROXIES: ' 10.0.0.1, ,10.0.0.0/8,fd00::/64' }).trustedProxies, [
    '10.0.0.1',
    '10.0.0.0/8',
    'fd00::/64',
  ])
})

test('the lender of homologation can be reached, and production says where its own can', () => {
  assert.deepEqual(Object.keys(parseConfig({}).lender), [
    'sac',
    'ouvidoria',
    'privacy',
    'insurer',
    'susepProcess',
  ])
  assert.deepEqual(parseConfig(PRODUCTION).lender, {})
  const lender = {
    LENDER_SAC: '0800 123 4567',
    LENDER_PRIVACY: 'https://credito.example/privacidade',
    LENDER_INSURER: 'Seguros Exemplo S.A.',
    LENDER_INSURANCE_SUSEP: '15414.900123/2024-11',
    LENDER_INSURANCE_TERMS: 'https://seguros.example/condicoes',
  }
  assert.deepEqual(parseConfig({ ...PRODUCTION, ...lender, LENDER_OUVIDORIA: '(11) 3123-4567' }).lender, {
    sac: '0800 123 4567',
    ouvidoria: '(11) 3123-4567',
    privacy: 'https://credito.example/privacidade',
    insurer: 'Seguros Exemplo S.A.',
    susepProcess: '15414.900123/2024-11',
    insuranceTerms: 'https://seguros.example/condicoes',
  })
})

test('files are stored in the database, in a folder, or in a bucket with its keys', () => {
  assert.deepEqual(parseConfig({}).files, { kind: 'database' })
  assert.deepEqual(parseConfig({ FILES_URL: 'file:///var/lib/notas%20fiscais' }).files, {
    kind: 'folder',
    path: '/var/lib/notas fiscais',
  })
  const keys = { FILES_ACCESS_KEY_ID: 'id', FILES_SECRET_ACCESS_KEY: 'secret', FILES_REGION: 'sa-east-1' }
  const url = 'https://s3.sa-east-1.amazonaws.com/notas/homolog'
  assert.deepEqual(parseConfig({ FILES_URL: url, ...keys }).files, {
    kind: 'bucket',
    url,
    region: 'sa-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
})

const production = (change: Record<string, string | undefined>) => ({ ...PRODUCTION, ...change })

test('a payment service provider is read with its certificate, and absent without its address', () => {
  const { pix } = parseConfig(PIX)
  assert.deepEqual(
    [pix?.apiUrl, pix?.clientAuth, pix?.locationHosts],
    ['https://pix.example/v2', 'basic', ['qr.pix.example', 'qr2.pix.example']],
  )
  assert.match(pix?.identity.certificate ?? '', /^-----BEGIN CERTIFICATE-----/)
  assert.equal(parseConfig({ ...PIX, PIX_API_URL: '' }).pix, undefined)
})

/** Each of these settings would start a program that its operator did not intend. */
const REFUSED: readonly (readonly [variable: string, env: Record<string, string | undefined>])[] = [
  ['ENVIRONMENT', { ENVIRONMENT: 'prod' }],
  ['ENVIRONMENT', { ENVIRONMENT: 'Production' }],
  ['ROLE', { ROLE: 'web' }],
  ['DESK_FOUR_EYES_ABOVE', { DESK_FOUR_EYES_ABOVE: '5,000.00' }],
  ['RETENTION_YEARS', { RETENTION_YEARS: 'ten' }],
  ['DESK_ALONE_DAILY_LIMIT', { DESK_ALONE_DAILY_LIMIT: '-1' }],
  ['DESK_WAIVE_ALONE_UP_TO', { DESK_WAIVE_ALONE_UP_TO: '20000' }],
  ['FILES_URL', { FILES_URL: '/var/lib/files' }],
  ['FILES_URL', { FILES_URL: 'ftp://files.example/bucket' }],
  ['FILES_URL', { FILES_URL: 'file://elsewhere/folder' }],
  ['FILES_URL', { FILES_URL: 'https://s3.example', FILES_ACCESS_KEY_ID: 'a', FILES_SECRET_ACCESS_KEY: 'b' }],
  [
    'FILES_URL',
    { FILES_URL: 'https://a:b@s3.example/c', FILES_ACCESS_KEY_ID: 'a', FILES_SECRET_ACCESS_KEY: 'b' },
  ],
  ['FILES_ACCESS_KEY_ID', { FILES_URL: 'https://s3.example/bucket', FILES_SECRET_ACCESS_KEY: 'b' }],
  ['FILES_SECRET_ACCESS_KEY', { FILES_URL: 'https://s3.example/bucket', FILES_ACCESS_KEY_ID: 'a' }],
  ['INVOICE_QUOTA_MB_PER_DAY', { INVOICE_QUOTA_MB_PER_DAY: '0' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '3000.5' }],
  ['PORT', { PORT: '0x50' }],
  ['PORT', { PORT: 'http' }],
  ['PSP_PORT', { PSP_PORT: '65536' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'credito.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://credito.example' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db/x' }],
  ['DATABASE_URL', { DATABASE_URL: '/var/run/postgresql' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://one,,two/db' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://one,two/db?target_session_attrs=standby' }],
  ['DATABASE_MIGRATION_URL', { DATABASE_URL: 'postgres://db/x', DATABASE_MIGRATION_URL: 'db' }],
  ['DATABASE_MIGRATION_URL', { DATABASE_MIGRATION_URL: 'postgres://db/x' }],
  ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '1' }],
  ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: 'many' }],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: 'short' }],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: KEY.slice(2) }],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: `${KEY}00` }],
  ['BUREAU_URL', { BUREAU_URL: 'bureau' }],
  ['MESSAGES_URL', { MESSAGES_URL: 'sms' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example', SMTP_FROM: 'a@example.com' }],
  ['SMTP_URL', { SMTP_URL: 'https://mail.example', SMTP_FROM: 'a@example.com' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?ignoreTLS=true', SMTP_FROM: 'a@example.com' }],
  ['SMTP_FROM', { SMTP_URL: 'smtps://mail.example' }],
  ['SMTP_FROM', { SMTP_URL: 'smtps://mail.example', SMTP_FROM: 'Crediário' }],
  ['ANALYSIS_URL', { ANALYSIS_URL: 'faces' }],
  ['SCANNER_URL', { SCANNER_URL: 'viruses' }],
  ['PIX_API_URL', { PIX_API_URL: 'http://127.0.0.1/v2' }],
  ['PIX_CLIENT_ID', { ...PIX, PIX_CLIENT_ID: '' }],
  ['PIX_TOKEN_URL', { ...PIX, PIX_TOKEN_URL: '' }],
  ['PIX_CLIENT_AUTH', { ...PIX, PIX_CLIENT_AUTH: 'none' }],
  ['PIX_CERTIFICATE_FILE', { ...PIX, PIX_CERTIFICATE_FILE: '/nowhere.pem' }],
  ['PIX_KEY_FILE', { ...PIX, PIX_KEY_FILE: join(import.meta.dirname, 'config.ts') }],
  ['PIX_CA_FILE', { ...PIX, PIX_CA_FILE: '/nowhere.pem' }],
  ['PIX_LOCATION_HOSTS', { ...PIX, PIX_LOCATION_HOSTS: '' }],
  ['PIX_LOCATION_HOSTS', { ...PIX, PIX_LOCATION_HOSTS: 'https://qr.example.com' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.1, proxy' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '*' }],
  ['RATE_LIMIT_PER_SECOND', { RATE_LIMIT_PER_SECOND: '0' }],
  ['UNKNOWN_KEY_LIMIT_PER_MINUTE', { UNKNOWN_KEY_LIMIT_PER_MINUTE: '1e3' }],
  ['WEBHOOK_ALLOW_PRIVATE', { WEBHOOK_ALLOW_PRIVATE: 'yes' }],
  ['LENDER_SAC', { LENDER_SAC: 'call us' }],
  ['LENDER_SAC', { LENDER_SAC: '190' }],
  ['LENDER_INSURER', { LENDER_INSURER: 'x'.repeat(201) }],
  ['LENDER_INSURANCE_SUSEP', { LENDER_INSURANCE_SUSEP: '15414' }],
  ['LENDER_INSURANCE_TERMS', { LENDER_INSURANCE_TERMS: 'http://seguros.example' }],
  ['LENDER_OUVIDORIA', { LENDER_OUVIDORIA: '0800 123 4567, ramal 8' }],
  ['LENDER_PRIVACY', { LENDER_PRIVACY: 'http://credito.example/privacidade' }],
  ['LENDER_PRIVACY', { LENDER_PRIVACY: 'javascript:alert(1)' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'verbose' }],
  ['ENCRYPTION_KEY', production({ ENCRYPTION_KEY: undefined })],
  ['ENCRYPTION_KEY', production({ ENCRYPTION_KEY: '' })],
  ['ENCRYPTION_KEY', production({ ENCRYPTION_KEY: HOMOLOGATION_KEY.toString('hex') })],
  ['ENCRYPTION_KEY', production({ ENCRYPTION_KEY: HOMOLOGATION_KEY.toString('base64') })],
  ['ENCRYPTION_KEY', production({ ENCRYPTION_KEY: '00'.repeat(32) })],
  ['ENCRYPTION_KEY', production({ ENCRYPTION_KEY: 'deadbeef'.repeat(8) })],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: 'my secret key that nobody will ever guess, I hope' }],
  ['ENCRYPTION_KEY', production({ ENCRYPTION_KEY: 'thisKeyWasTypedByaPersonWhoThinksItIsRandom' })],
  ['ENCRYPTION_KEY', production({ ENCRYPTION_KEY: 'THISKEYWASTYPEDBYAPERSONWHOTHINKSITISRANDOM' })],
  [
    'ENCRYPTION_KEY',
    production({ ENCRYPTION_KEY: Buffer.from('32 letters of a sentence, typed.').toString('hex') }),
  ],
  ...['', '?sslmode=disable', '?sslmode=prefer', '?sslmode=no-verify', '?ssl=false', '?host=10.0.0.7'].map(
    (mode): [string, Record<string, string | undefined>] => [
      'DATABASE_URL',
      production({ DATABASE_URL: `postgres://db.example/crediario${mode}` }),
    ],
  ),
  ['DATABASE_URL', production({ DATABASE_URL: 'postgres://localhost/crediario?host=db.example' })],
  [
    'DATABASE_MIGRATION_URL',
    production({ DATABASE_MIGRATION_URL: 'postgres://db.example/crediario?sslmode=disable' }),
  ],
  ['DATABASE_URL', production({ DATABASE_URL: undefined })],
  ['DATABASE_URL', production({ DATABASE_URL: 'postgres://localhost,db.example/crediario' })],
  ['PUBLIC_URL', production({ PUBLIC_URL: 'http://credito.example' })],
  ['PUBLIC_URL', production({ PUBLIC_URL: undefined })],
  ['PUBLIC_URL', production({ PUBLIC_URL: ' ' })],
  ['TRUSTED_PROXIES', production({ TRUSTED_PROXIES: '0.0.0.0/0' })],
  ['TRUSTED_PROXIES', production({ TRUSTED_PROXIES: undefined })],
  ['TRUSTED_PROXIES', production({ TRUSTED_PROXIES: ' ' })],
  ['METRICS_TOKEN', production({ METRICS_TOKEN: 'short' })],
  ['BUREAU_URL', production({ BUREAU_URL: 'http://bureau.example' })],
  ['BUREAU_TOKEN', production({ BUREAU_TOKEN: undefined })],
  ['BUREAU_TOKEN', production({ BUREAU_TOKEN: '  ' })],
  ['WEBHOOK_ALLOW_PRIVATE', production({ WEBHOOK_ALLOW_PRIVATE: 'true' })],
  ['MESSAGES_URL', production({ MESSAGES_URL: 'http://sms.example', MESSAGES_TOKEN: 'token' })],
  ['MESSAGES_TOKEN', production({ MESSAGES_URL: 'https://sms.example' })],
  ['ANALYSIS_URL', production({ ANALYSIS_URL: 'http://faces.example', ANALYSIS_TOKEN: 'token' })],
  ['ANALYSIS_TOKEN', production({ ANALYSIS_URL: 'https://faces.example' })],
  ['SCANNER_URL', production({ SCANNER_URL: 'http://viruses.example', SCANNER_TOKEN: 'token' })],
  ['SCANNER_TOKEN', production({ SCANNER_URL: 'https://viruses.example' })],
  ['LOG_LEVEL', production({ LOG_LEVEL: 'debug' })],
  ['LOG_LEVEL', production({ LOG_LEVEL: 'trace' })],
]

for (const [variable, env] of REFUSED) {
  const { ENVIRONMENT = 'homologation', [variable]: value } = env
  test(`${ENVIRONMENT} with ${variable}=${value ?? ''} is refused by a sentence that names the variable`, () => {
    assert.throws(
      () => parseConfig(env),
      (error: unknown) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, new RegExp(`^${variable} (must|is|repeats) `))
        assert.equal(error.problems.length, 1, error.message)
        if (variable === 'ENCRYPTION_KEY' && value) assert.ok(!error.message.includes(value))
        return true
      },
    )
  })
}

test('production behind https names its proxies or says that there are none; plain http on this machine needs neither', () => {
  assert.deepEqual(parseConfig(PRODUCTION).trustedProxies, ['10.0.0.0/8'])
  assert.deepEqual(parseConfig(production({ TRUSTED_PROXIES: 'none' })).trustedProxies, [])
  const local = { PUBLIC_URL: 'http://127.0.0.1:3000', TRUSTED_PROXIES: undefined }
  assert.deepEqual(parseConfig(production(local)).trustedProxies, [])
  assert.deepEqual(parseConfig({ PUBLIC_URL: 'https://homolog.example' }).trustedProxies, [])
})

test('webhooks may go to this machine on a laptop, or where homologation says so, and nowhere else', () => {
  const DATABASE_URL = 'postgres://db.example/crediario'
  assert.equal(parseConfig({}).webhookAllowPrivate, true)
  for (const HOST of ['localhost', '::1']) assert.equal(parseConfig({ HOST }).webhookAllowPrivate, true, HOST)
  for (const HOST of ['0.0.0.0', '::', '10.0.0.5', 'homolog.example'])
    assert.equal(parseConfig({ HOST }).webhookAllowPrivate, false, HOST)
  assert.equal(parseConfig({ HOST: '0.0.0.0', WEBHOOK_ALLOW_PRIVATE: 'true' }).webhookAllowPrivate, true)
  assert.equal(parseConfig({ WEBHOOK_ALLOW_PRIVATE: 'false' }).webhookAllowPrivate, false)
  assert.equal(parseConfig({ DATABASE_URL }).webhookAllowPrivate, false)
  assert.equal(parseConfig({ DATABASE_URL, WEBHOOK_ALLOW_PRIVATE: 'true' }).webhookAllowPrivate, true)
  assert.equal(parseConfig(PRODUCTION).webhookAllowPrivate, false)
})

test('all problems are reported at once', () => {
  assert.throws(
    () => parseConfig({ ENVIRONMENT: 'production', PORT: 'x' }),
    (error: unknown) =>
      error instanceof StartError &&
      ['PORT', 'ENCRYPTION_KEY', 'DATABASE_URL'].every(name =>
        error.problems.some(problem => problem.startsWith(name)),
      ),
  )
})
