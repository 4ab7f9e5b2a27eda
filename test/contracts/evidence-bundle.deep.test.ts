import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { evidenceChecks } from '../../src/cli/evidence.ts'
import { composeBundle, verifyBundle } from '../../src/domains/contracts/bundle.ts'
import { presentPublicKey, sealStatement } from '../../src/domains/contracts/statements.ts'
import { findSignedContract } from '../../src/domains/contracts/store.ts'
import { exportEvidence } from '../../src/domains/onboarding/evidence.ts'
import { openStage, type Stage } from '../onboarding/onboarding-stage.ts'

let stage: Stage
let transactionId: string
let bundle: string
let folder: string
let key: string
const changes = { release: undefined, addenda: [] }

before(async () => {
  stage = await openStage()
  const purchase = await stage.authorize({ choose: option => option.downPaymentValue > 0 })
  await stage.play(purchase, 'COMPLETE')
  transactionId = purchase.id
  bundle = (await exportEvidence(stage.services, transactionId)) ?? ''
  key = presentPublicKey(stage.services.secrets.evidence)
  folder = await mkdtemp(join(tmpdir(), 'crediario-evidence-'))
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
  await stage.app.stop()
})

test('the evidence of a signature verifies, and states what was signed, when, from where and with which pictures', () => {
  const { problems, statement } = verifyBundle(bundle, key)
  assert.deepEqual(problems, [])
  assert.equal(statement?.transactionId, transactionId)
  assert.deepEqual(statement?.origin, { ip: '203.0.113.7', userAgent: 'sandbox' })
  assert.deepEqual(Object.keys(statement?.documents ?? {}).sort(), ['back', 'front', 'selfie'])
})

test('any byte that is changed, dropped or added is found', () => {
  const bytes = Buffer.from(bundle)
  // Every byte of the text parts, and every 97th byte of the pictures and the document.
  const statementAt = bundle.indexOf('"publicKey"')
  const agreementEnd = bundle.indexOf('"format"')
  const places = [...bytes.keys()].filter(
    place => place >= statementAt || place <= agreementEnd + 40 || place % 97 === 0,
  )
  assert.ok(places.length > 2_000, `${places.length} places`)
  for (const place of places) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    assert.notDeepEqual(verifyBundle(changed.toString(), key).problems, [], `byte ${place}`)
  }
  for (const place of places.filter((_, index) => index % 50 === 0)) {
    const [head, tail] = [bytes.subarray(0, place), bytes.subarray(place)]
    const dropped = Buffer.concat([head, tail.subarray(1)]).toString()
    assert.notDeepEqual(verifyBundle(dropped, key).problems, [], `without byte ${place}`)
    const added = Buffer.concat([head, Buffer.from(' '), tail]).toString()
    assert.notDeepEqual(verifyBundle(added, key).problems, [], `with a blank before byte ${place}`)
  }
})

test('parts of another contract, and a seal with another key, are found', async () => {
  const other = await stage.play(await stage.authorize(), 'COMPLETE')
  const [mine, theirs] = [
    await findSignedContract(stage.services, transactionId),
    await findSignedContract(stage.services, other.id),
  ]
  assert.ok(mine && theirs)
  const pictures = (
    JSON.parse(bundle) as { pictures: { kind: string; mediaType: string; content: string }[] }
  ).pictures.map(({ kind, mediaType, content }) => ({
    kind,
    mediaType,
    bytes: Buffer.from(content, 'base64'),
  }))
  const problemsOf = (contract: typeof mine, shown = pictures, publicKey = key) =>
    verifyBundle(composeBundle({ contract, pictures: shown, changes, publicKey }), publicKey).problems.length
  assert.equal(problemsOf(mine), 0)
  assert.ok(problemsOf({ ...mine, terms: theirs.terms }) > 0)
  assert.ok(problemsOf({ ...mine, pdf: theirs.pdf }) > 0)
  assert.ok(problemsOf({ ...mine, statement: theirs.statement }) > 0)
  assert.ok(problemsOf({ ...mine, seal: theirs.seal }) > 0)
  assert.ok(problemsOf(mine, pictures.slice(1)) > 0)
  const forger = generateKeyPairSync('ed25519').privateKey
  const statement = { ...mine.statement, signedAt: '2020-01-01T00:00:00.000Z' }
  const forged = { ...mine, statement, seal: sealStatement(forger, statement) }
  assert.ok(problemsOf(forged) > 0)
  const withOwnKey = composeBundle({
    contract: forged,
    pictures,
    changes,
    publicKey: presentPublicKey(forger),
  })
  assert.deepEqual(verifyBundle(withOwnKey, presentPublicKey(forger)).problems, [])
  assert.deepEqual(verifyBundle(withOwnKey, key).problems, [
    'the seal was made with another key than the one given',
  ])
  const path = join(folder, 'forged.json')
  await writeFile(path, withOwnKey)
  for (const options of [{}, { key: '' }])
    await assert.rejects(async () => verify(path, options), /^InputError: --key is missing/)
  await assert.rejects(async () => verify(path, { key }), /another key than the one given/)
})

const verify = (path: string, options: Readonly<Record<string, string>>) =>
  evidenceChecks['evidence verify']?.runOffline({ words: ['evidence', 'verify', path], options })

test('an operator verifies a bundle offline, and gets one sentence about what is wrong', async () => {
  const path = join(folder, 'bundle.json')
  await writeFile(path, `\n> crediario\n\n${bundle}\n`)
  const good = await run(['evidence', 'verify', path, '--key', key])
  assert.deepEqual([good.code, good.errors], [0, ''])
  assert.match(good.out, new RegExp(`transaction ${transactionId}, signed at 2026-03-10`))
  await writeFile(path, bundle.replace('203.0.113.7', '203.0.113.8'))
  await assert.rejects(
    async () => verify(path, { key }),
    /^InputError: the evidence is not valid: the statement is not the one/,
  )
})

/** An environment without a database and without secrets. */
function run(args: readonly string[]): Promise<{ code: number; out: string; errors: string }> {
  const script = join(import.meta.dirname, '..', '..', 'src', 'cli.ts')
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  return new Promise(done => {
    execFile(process.execPath, [script, ...args], { env, timeout: 60_000 }, (error, out, errors) =>
      done({ code: error === null ? 0 : Number(error.code), out, errors }),
    )
  })
}
