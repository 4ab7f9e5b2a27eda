import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { fileEvidence } from '../../src/app/upkeep/file-evidence.ts'
import { verifyBundle } from '../../src/domains/contracts/bundle.ts'
import { presentPublicKey } from '../../src/domains/contracts/statements.ts'
import { fileContract, forgetSignedContracts } from '../../src/domains/contracts/store.ts'
import {
  exportEvidence,
  fileDocument,
  listDocuments,
  listUnfiledDocuments,
  openDocument,
} from '../../src/domains/onboarding/evidence.ts'
import { forgetOnboardings } from '../../src/domains/onboarding/store.ts'
import { type FileStore, FilesUnavailable } from '../../src/platform/files/file-store.ts'
import { createFiles } from '../../src/platform/files/files.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen } from '../support/purchase-http.ts'

const AT_ONCE = { afterMs: -60_000, longestMs: 60_000 }
let app: TestApp
let folder: string
let transactionId: string
let bundle: string | undefined

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crediario-filed-'))
  app = await startTestApp({ env: { FILES_URL: pathToFileURL(folder).href } })
  ;({ transactionId } = await buyOpen(app, { downPayment: false }))
  bundle = await exportEvidence(app.services, transactionId)
})
after(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const listFiles = (): string[] => globSync(join(folder, '*', '*'))
const countBoxes = async (): Promise<number> => {
  const text = `SELECT ((SELECT count(*) FROM onboarding_documents WHERE box IS NOT NULL)
    + (SELECT count(*) FROM signed_contracts WHERE pdf_box IS NOT NULL))::integer AS count`
  return (await query<{ count: number }>(app, text))[0]?.count ?? Number.NaN
}

test('a storage that loses what it was given, gives other bytes back or is not there moves nothing', async () => {
  const { database, secrets } = app.services
  const accept = async (): Promise<void> => {}
  const refuse = () => Promise.reject(new FilesUnavailable('not there'))
  const stores: FileStore[] = [
    { put: accept, get: async () => undefined },
    { put: accept, get: async () => randomBytes(1_000) },
    { put: refuse, get: refuse },
  ]
  for (const store of stores) {
    const files = createFiles(store, secrets, database)
    await assert.rejects(fileEvidence({ ...app.services, files }, AT_ONCE), FilesUnavailable)
  }
  assert.equal(await countBoxes(), 4)
  assert.equal(await exportEvidence(app.services, transactionId), bundle)
})

test('what is young stays in its row, and one run does not go beyond its time', async () => {
  assert.equal(await fileEvidence(app.services), 0)
  assert.equal(await fileEvidence(app.services, { ...AT_ONCE, longestMs: 0 }), 0)
  assert.equal(await countBoxes(), 4)
})

const readTextBytes = async (): Promise<number> => {
  const text = 'SELECT length(agreement_box) + length(statement_box) AS bytes FROM signed_contracts'
  return (await query<{ bytes: number }>(app, text))[0]?.bytes ?? Number.NaN
}

test('pictures and the signed document leave the database, and the evidence is the same to the byte', async () => {
  const before = await readTextBytes()
  assert.equal(await fileEvidence(app.services, AT_ONCE), 4)
  assert.equal(await fileEvidence(app.services, AT_ONCE), 0)
  assert.equal(await countBoxes(), 0)
  assert.equal(listFiles().length, 4)
  // The texts of the contract, packed.
  const packed = await readTextBytes()
  assert.ok(packed < before * 0.7, `${packed} of ${before} bytes`)
  assert.equal(await exportEvidence(app.services, transactionId), bundle)
  const key = presentPublicKey(app.services.secrets.evidence)
  assert.deepEqual(verifyBundle(bundle ?? '', key).problems, [])
})

test('a file that is missing or was changed is one clear sentence, and right again once it is restored', async () => {
  for (const path of listFiles()) {
    const stored = readFileSync(path)
    const changed = Buffer.from(stored)
    changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1
    writeFileSync(path, changed)
    await assert.rejects(exportEvidence(app.services, transactionId), /is not as it was stored/)
    rmSync(path)
    await assert.rejects(exportEvidence(app.services, transactionId), /is missing where FILES_URL says/)
    writeFileSync(path, stored)
  }
  assert.equal(await exportEvidence(app.services, transactionId), bundle)
})

test('a row that names its file can get neither another file nor its box back', async () => {
  const name = `'${'0'.repeat(64)}'`
  for (const change of [
    `UPDATE onboarding_documents SET file_name = ${name}`,
    `UPDATE onboarding_documents SET box = 'x', file_name = NULL`,
    `UPDATE signed_contracts SET pdf_file = ${name}`,
    `UPDATE signed_contracts SET pdf_box = 'x', pdf_file = NULL`,
    `UPDATE signed_contracts SET agreement_box = 'x'`,
  ])
    await assert.rejects(query(app, change), /append-only/, change)
})

test('forgetting an onboarding takes the keys of its files away', async () => {
  const { database, secrets } = app.services
  const [document] = await listDocuments(database, transactionId)
  assert.ok(document)
  const keys = () => query(app, 'SELECT name FROM file_keys')
  assert.equal((await keys()).length, 4)
  await database.transaction(tx => forgetOnboardings(tx, secrets, [transactionId]))
  assert.equal((await keys()).length, 1)
  assert.equal(await openDocument(app.services, transactionId, document.id), undefined)
})

test('texts beside a document that becomes a file get no longer box', async () => {
  const other = await buyOpen(app, { downPayment: false })
  const file = `pdf_box = NULL, pdf_file = '${'0'.repeat(64)}'`
  for (const column of ['agreement_box', 'statement_box'])
    await assert.rejects(
      query(
        app,
        `UPDATE signed_contracts SET ${file}, ${column} = ${column} || 'x' WHERE transaction_id = $1`,
        [other.transactionId],
      ),
      /append-only/,
    )
  await app.database.transaction(tx => forgetSignedContracts(tx, app.services.secrets, [other.transactionId]))
})

test('what is forgotten while it becomes a file leaves no key behind', async () => {
  const other = await buyOpen(app, { downPayment: false })
  const { files, secrets, database } = app.services
  const names: string[] = []
  const forget = async (name: string): Promise<string> => {
    names.push(name)
    await database.transaction(async tx => {
      await forgetOnboardings(tx, secrets, [other.transactionId])
      await forgetSignedContracts(tx, secrets, [other.transactionId])
    })
    return name
  }
  const slow = { ...files, putOf: async (of: string, bytes: Buffer) => forget(await files.putOf(of, bytes)) }
  const [document] = await listUnfiledDocuments(database, new Date(8e15), 100).then(found =>
    found.filter(({ rootId }) => rootId === other.transactionId),
  )
  assert.ok(document)
  assert.equal(await fileDocument({ ...app.services, files: slow }, document), false)
  assert.equal(await fileContract({ ...app.services, files: slow }, other.transactionId), false)
  const left = await query(app, 'SELECT name FROM file_keys WHERE name = ANY ($1)', [names])
  assert.deepEqual(left, [])
})
