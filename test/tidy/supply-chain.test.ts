import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { judgeAudit } from '../../scripts/supply-chain/advisories.ts'
import { readExceptions } from '../../scripts/supply-chain/exceptions.ts'
import { isPermissive, judgeLicenses } from '../../scripts/supply-chain/licenses.ts'
import { listRuntimePackages } from '../../scripts/supply-chain/locked-packages.ts'
import { judgeSbom, keepRuntimePackages } from '../../scripts/supply-chain/sbom.ts'
import { findSecrets, judgeSecrets } from '../../scripts/supply-chain/secrets.ts'
import { newApiKey } from '../../src/domains/retailers/api-key.ts'
import { newSigningSecret } from '../../src/domains/webhooks/signature.ts'
import { ROOT } from './source-files.ts'

/** Put together here: written out, each would be found in this file. */
const PLANTED: readonly (readonly [kind: string, text: string])[] = [
  ['private key', ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ')],
  ['private key', ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')],
  ['private key', ['-----BEGIN', 'PGP PRIVATE KEY BLOCK-----'].join(' ')],
  ['secret key', newApiKey('secret', 'production')],
  ['secret key', newApiKey('secret', 'homologation')],
  ['webhook secret', newSigningSecret()],
  ['assigned secret', `ENCRYPTION_KEY=${'0f'.repeat(32)}`],
  ['assigned secret', `"METRICS_TOKEN": "${'aB3'.repeat(12)}"`],
  ['database password', `postgres://app:${'x7'.repeat(8)}@db.example/crediario`],
  ['AWS access key', `AKIA${'A1'.repeat(8)}`],
  ['Google API key', `AIza${'b'.repeat(35)}`],
  ['GitHub token', `ghp_${'c'.repeat(36)}`],
  ['GitLab token', `glpat-${'d'.repeat(20)}`],
  ['npm token', `npm_${'e'.repeat(36)}`],
  ['Slack token', `xoxb-${'1'.repeat(12)}`],
  ['SendGrid key', `SG.${'f'.repeat(22)}.${'g'.repeat(43)}`],
  ['signed token', `eyJ${'h'.repeat(12)}.eyJ${'i'.repeat(12)}.${'j'.repeat(43)}`],
]

for (const [kind, text] of PLANTED)
  test(`a ${kind} is found in a line: ${text.slice(0, 12)}…`, () => {
    assert.deepEqual(
      findSecrets(`first\nconst a = '${text}'\n`).map(found => [found.kind, found.line]),
      [[kind, 2]],
    )
  })

test('keys of the demonstration and placeholders are no secrets', () => {
  const text = [
    'sk_homolog_demo_0000000000000000000000000000',
    'postgres://user:password@host:5432/crediario',
    'ENCRYPTION_KEY=',
    'whsec_…',
  ].join('\n')
  assert.deepEqual(findSecrets(text), [])
})

test('a planted secret fails with its place and without its value, also in a file that is no text', t => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const key = newApiKey('secret', 'production')
  writeFileSync(join(folder, 'notes.md'), `one\ntwo ${key}\n`)
  writeFileSync(join(folder, 'picture.png'), Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from(key)]))
  const files = ['notes.md', 'picture.png']
  assert.deepEqual(judgeSecrets(folder, files, []).defects, [
    'notes.md:2: secret key',
    'picture.png:1: secret key',
  ])
  assert.deepEqual(judgeSecrets(folder, files, [{ value: key, reason: 'planted' }]).defects, [])
  assert.match(
    judgeSecrets(folder, [], [{ value: key, reason: 'planted' }]).defects.join(),
    /no longer needed/,
  )
})

const GHSA = 'GHSA-aaaa-bbbb-cccc'
const TODAY = '2026-11-16'

function writeReport(severity: string): string {
  const advisory = {
    name: 'pg',
    title: 'reads too much',
    url: `https://github.com/advisories/${GHSA}`,
    severity,
  }
  const vulnerabilities = { pg: { via: [advisory] }, 'pg-pool': { via: ['pg', advisory] } }
  return JSON.stringify({ auditReportVersion: 2, vulnerabilities })
}

test('high and critical advisories fail, each named once; lesser ones do not', () => {
  for (const severity of ['high', 'critical'])
    assert.deepEqual(judgeAudit(writeReport(severity), [], TODAY).defects, [
      `${severity}: pg: reads too much (https://github.com/advisories/${GHSA})`,
    ])
  for (const severity of ['low', 'moderate'])
    assert.deepEqual(judgeAudit(writeReport(severity), [], TODAY).defects, [])
})

test('an exception excuses its advisory until its last day, and must not outlive the advisory', () => {
  const exception = { advisory: GHSA, until: TODAY, reason: 'not called' }
  assert.deepEqual(judgeAudit(writeReport('high'), [exception], TODAY).defects, [])
  assert.match(
    judgeAudit(writeReport('high'), [exception], '2026-11-17').defects.join(),
    /ended on 2026-11-16/,
  )
  const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} })
  assert.match(judgeAudit(clean, [exception], TODAY).defects.join(), /no longer needed/)
})

test('a registry that does not answer audits is said in one line and passes; an ended exception still fails', () => {
  const answers = [
    JSON.stringify({ message: '405 Method Not Allowed - POST https://registry.example', statusCode: 405 }),
    JSON.stringify({ message: 'request to http://registry.example failed, reason: connect ECONNREFUSED' }),
    JSON.stringify({ message: 'request to http://registry.example failed, reason: getaddrinfo ENOTFOUND' }),
  ]
  for (const answer of answers) {
    const { summary, defects } = judgeAudit(answer, [], TODAY)
    assert.match(
      summary,
      /^not asked, the registry does not answer audits \((HTTP 405|ECONNREFUSED|ENOTFOUND)\)$/,
    )
    assert.deepEqual(defects, [])
  }
  const ended = { advisory: GHSA, until: '2026-11-15', reason: 'not called' }
  assert.equal(judgeAudit(answers[0] ?? '', [ended], TODAY).defects.length, 1)
})

test('an audit that failed for a reason of ours fails', () => {
  for (const output of [
    '',
    'npm error',
    JSON.stringify({ error: { code: 'ENOLOCK', summary: 'no lock file' } }),
  ])
    assert.equal(judgeAudit(output, [], TODAY).defects.length, 1)
})

test('a license binds with every part of an AND, and by the best part of an OR', () => {
  for (const license of ['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])
    assert.ok(isPermissive(license), license)
  for (const license of [
    'GPL-3.0-only',
    'MIT AND LGPL-3.0-or-later',
    'SEE LICENSE IN LICENSE',
    '(MIT AND (A OR B))',
  ])
    assert.ok(!isPermissive(license), license)
})

test('a runtime package under another license, or under none, fails without an exception of its own', () => {
  const packages = [
    { name: 'a', version: '1.0.0', license: 'AGPL-3.0-only' },
    { name: 'b', version: '2.0.0', license: null },
  ]
  assert.deepEqual(judgeLicenses(packages, []).defects.length, 2)
  const exceptions = [{ packages: ['a'], license: 'AGPL-3.0-only', reason: 'asked' }]
  assert.match(judgeLicenses(packages, exceptions).defects.join(), /^b 2\.0\.0/)
  assert.match(judgeLicenses([], exceptions).defects.join(), /the exception for a is no longer needed/)
})

test('every runtime package of the lock file has a license that we may ship', () => {
  assert.deepEqual(judgeLicenses(listRuntimePackages(ROOT), readExceptions().licenses).defects, [])
})

test('the SBOM keeps runtime packages only, and one that is missing or has no hash fails', () => {
  const component = (name: string, hashes: readonly object[] = [{ alg: 'SHA-512' }]) => ({
    'bom-ref': `${name}@1.0.0`,
    name,
    version: '1.0.0',
    hashes,
  })
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: component('folder') },
    components: [component('pg'), component('vite'), component('bare', [])],
    dependencies: [
      { ref: 'folder@1.0.0', dependsOn: ['pg@1.0.0', 'vite@1.0.0'] },
      { ref: 'vite@1.0.0', dependsOn: [] },
    ],
  }
  const packages = ['pg', 'bare', 'lost'].map(name => ({ name, version: '1.0.0', license: 'MIT' }))
  const kept = keepRuntimePackages(sbom, 'crediario', packages)
  assert.equal(kept.metadata.component.name, 'crediario')
  assert.deepEqual(
    kept.components.map(({ name }) => name),
    ['pg', 'bare'],
  )
  assert.deepEqual(kept.dependencies, [{ ref: 'folder@1.0.0', dependsOn: ['pg@1.0.0'] }])
  assert.deepEqual(judgeSbom(kept, packages).defects, ['lost@1.0.0 is missing', 'bare has no hash'])
})
