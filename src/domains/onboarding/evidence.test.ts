import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { TestClock } from '../../../test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { partOfApp } from '../../../test/support/part-of-app.ts'
import type { App } from '../../app/app.ts'
import { newId } from '../../kernel/ids.ts'
import { deriveSecrets } from '../../platform/crypto/secrets.ts'
import { createDatabaseStore } from '../../platform/files/file-store.ts'
import { createFiles } from '../../platform/files/files.ts'
import { sandboxAnalysis } from '../../sandbox/personas.ts'
import { createCode } from '../codes/codes.ts'
import {
  continueOnboarding,
  type DocumentKind,
  findSignature,
  listDocuments,
  openDocument,
  openOnboarding,
  sealDocument,
  storeConsent,
  storeDocument,
  storeSignature,
} from './evidence.ts'

const secrets = deriveSecrets(randomBytes(32))
const clock = new TestClock()
const retailerId = newId()
const origin = { ip: '203.0.113.9', userAgent: 'Mozilla/5.0 (test)' }
let db: TestDatabase
let app: App
let transactionId: string

before(async () => {
  db = await openTestDatabase()
  const { database } = db
  app = partOfApp({ database, secrets, files: createFiles(createDatabaseStore(database), secrets, database) })
})
after(() => db.close())
beforeEach(async () => {
  transactionId = newId()
  await db.database.transaction(tx => openOnboarding(tx, { transactionId, retailerId }, clock.now()))
})

async function receive(kind: DocumentKind, bytes: Buffer): Promise<string> {
  const document = { kind, type: 'image/jpeg' as const, bytes }
  const row = await sealDocument(db.database, secrets, transactionId, document, clock.now())
  await db.database.transaction(tx => storeDocument(tx, row))
  return row.id
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

test('a picture comes back byte for byte, is stored sealed, and the newest of its kind counts', async () => {
  const [blurred, sharp, selfie] = [randomBytes(1000), randomBytes(200_000), randomBytes(2000)]
  await receive('front', blurred)
  const id = await receive('front', sharp)
  await receive('selfie', selfie)
  assert.deepEqual(
    (await listDocuments(db.database, transactionId)).map(({ kind, sha256 }) => ({ kind, sha256 })),
    [
      { kind: 'front', sha256: sha256(sharp) },
      { kind: 'selfie', sha256: sha256(selfie) },
    ],
  )
  const opened = await openDocument(app, transactionId, id)
  assert.deepEqual(opened, { mediaType: 'image/jpeg', bytes: sharp })
  assert.equal(await openDocument(app, newId(), id), undefined)
  const [row] = await db.database.run<{ box: Buffer }>(
    { name: '', text: 'SELECT box FROM onboarding_documents WHERE id = $1' },
    [id],
  )
  assert.equal(row?.box.includes(sharp.subarray(0, 16)), false)
})

test('a signature holds what was signed, with which code, when, from where, and the pictures; it cannot change', async () => {
  const front = randomBytes(100)
  await receive('front', front)
  const contractHash = sha256(Buffer.from('the contract'))
  const issued = await db.database.transaction(tx =>
    createCode(
      tx,
      secrets,
      { id: newId(), transactionId, purpose: 'signature', phone: '11987650001' },
      clock.now(),
    ),
  )
  const codeId = issued.id
  const signature = { transactionId, contractHash, codeId, origin }
  await db.database.transaction(tx => storeSignature(tx, secrets, signature, clock.now()))
  assert.deepEqual(await findSignature(db.database, secrets, transactionId), {
    ...signature,
    signedAt: clock.now(),
    documents: { front: sha256(front) },
  })
  for (const text of [
    `UPDATE signatures SET signed_at = now()`,
    `DELETE FROM signatures`,
    `UPDATE onboarding_documents SET sha256 = sha256`,
    `DELETE FROM onboarding_consents`,
  ])
    await assert.rejects(db.database.run({ name: '', text }, []), text)
})

test('a replacement purchase continues with the pictures of the one before', async () => {
  const [front, back] = [randomBytes(60), randomBytes(70)]
  const frontId = await receive('front', front)
  const first = transactionId
  for (let round = 0; round < 2; round++) {
    const [fromId, toId] = [transactionId, newId()]
    await db.database.transaction(tx => continueOnboarding(tx, { fromId, toId }, clock.now()))
    transactionId = toId
  }
  await receive('back', back)
  for (const id of [first, transactionId]) {
    assert.deepEqual(
      (await listDocuments(db.database, id)).map(({ sha256 }) => sha256),
      [sha256(back), sha256(front)],
    )
    assert.deepEqual((await openDocument(app, id, frontId))?.bytes, front)
  }
})

test('an answer about insurance is stored once', async () => {
  const consent = { transactionId, subject: 'insurance' as const, accepted: true, origin }
  await db.database.transaction(tx => storeConsent(tx, secrets, consent, clock.now()))
  await assert.rejects(db.database.transaction(tx => storeConsent(tx, secrets, consent, clock.now())))
})

test('without the salt of its key nothing of an onboarding can be decrypted', async () => {
  const id = await receive('selfie', randomBytes(50))
  await db.database.run(
    { name: '', text: 'UPDATE onboardings SET key_salt = $2 WHERE transaction_id = $1' },
    [transactionId, randomBytes(16)],
  )
  await assert.rejects(openDocument(app, transactionId, id))
})

test('the sandbox analysis sends 011 to the desk, refuses 012 and passes everyone else', async () => {
  const analyse = (cpf: string) =>
    sandboxAnalysis.analyse({ transactionId, cpf, documents: [], openPicture: async () => Buffer.alloc(0) })
  assert.deepEqual(await analyse('00001100009'), { status: 'DONE', result: 'unsure', checks: {} })
  assert.deepEqual(await analyse('00001200062'), { status: 'DONE', result: 'refused', checks: {} })
  assert.deepEqual(await analyse('00000100064'), { status: 'DONE', result: 'passed', checks: {} })
  assert.deepEqual(await analyse('12301100009'), { status: 'DONE', result: 'passed', checks: {} })
})
