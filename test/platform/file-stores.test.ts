import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { forgetFiles } from '../../src/platform/files/file-keys.ts'
import {
  createBucketStore,
  createDatabaseStore,
  createFolderStore,
  type FileStore,
  FilesUnavailable,
} from '../../src/platform/files/file-store.ts'
import { createFiles } from '../../src/platform/files/files.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { S3_KEYS, startS3Server } from './s3-server.ts'

let database: TestDatabase
let folder: string
let storage: Awaited<ReturnType<typeof startS3Server>>

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crediario-files-'))
  database = await openTestDatabase()
  storage = await startS3Server(join(folder, 'storage'))
})
after(async () => {
  await storage.stop()
  await database.close()
  rmSync(folder, { recursive: true })
})

const stores: Record<string, () => FileStore> = {
  database: () => createDatabaseStore(database.database),
  folder: () => createFolderStore(join(folder, 'files')),
  bucket: () => createBucketStore({ url: storage.bucketUrl, ...S3_KEYS }),
  'folder of a bucket': () => createBucketStore({ url: `${storage.bucketUrl}/homolog/`, ...S3_KEYS }),
}
const newName = (): string => randomBytes(32).toString('hex')

for (const [name, create] of Object.entries(stores)) {
  test(`${name}: a stored file is read back to the byte, also by other processes, and an unknown name finds nothing`, async () => {
    const store = create()
    for (const box of [Buffer.of(0), randomBytes(100_000), randomBytes(3_000_000)]) {
      const file = newName()
      await store.put(file, box)
      assert.ok((await create().get(file))?.equals(box))
    }
    assert.equal(await store.get(newName()), undefined)
  })

  test(`${name}: a file is never overwritten, not even by ten parallel writers`, async () => {
    const [store, file] = [create(), newName()]
    const first = randomBytes(1_000)
    await store.put(file, first)
    await Promise.all(Array.from({ length: 10 }, () => store.put(file, randomBytes(1_000))))
    assert.ok((await store.get(file))?.equals(first))
  })
}

test('the folder holds whole files only, readable by their owner only', async () => {
  const file = newName()
  await Promise.all(Array.from({ length: 5 }, () => stores.folder?.().put(file, Buffer.from('sealed'))))
  const found = globSync('**/*', { cwd: join(folder, 'files') }).filter(path => path.includes(file))
  assert.deepEqual(found, [join(file.slice(0, 2), file)])
  assert.equal(statSync(join(folder, 'files', found[0] ?? '')).mode & 0o077, 0)
})

test('stored files are unreadable, their names reveal nothing, and a changed sealed box does not open', async () => {
  const secrets = deriveSecrets(randomBytes(32))
  const files = createFiles(createFolderStore(join(folder, 'sealed')), secrets, database.database)
  const content = Buffer.from(`%PDF-1.4 ${'muito particular '.repeat(100)}`)
  const { name, sha256 } = await files.put(content)
  assert.deepEqual(await files.put(content), { name, sha256 })
  assert.ok((await files.get(name))?.equals(content))
  assert.notEqual(name, sha256.toString('hex'))
  const [only = '', ...more] = globSync('*/*', { cwd: join(folder, 'sealed') })
  assert.deepEqual(more, [])
  const path = join(folder, 'sealed', only)
  assert.equal(only.includes(name), false)
  assert.equal(readFileSync(path).includes('particular'), false)
  const box = readFileSync(path)
  box[box.length - 1] = (box.at(-1) ?? 0) ^ 1
  chmodSync(path, 0o600)
  writeFileSync(path, box)
  await assert.rejects(files.get(name))
})

test('a forgotten file cannot be opened any more, and the same content can be stored again', async () => {
  const files = createFiles(
    stores.folder?.() ?? assert.fail(),
    deriveSecrets(randomBytes(32)),
    database.database,
  )
  const content = randomBytes(2_000)
  const { name } = await files.put(content)
  await database.database.transaction(tx => forgetFiles(tx, [name]))
  assert.equal(await files.get(name), undefined)
  assert.equal((await files.put(content)).name, name)
  assert.ok((await files.get(name))?.equals(content))
})

test('a failing or unreachable storage is distinguished from a missing file', async () => {
  const wrong = createBucketStore({ url: storage.bucketUrl, ...S3_KEYS, accessKeyId: 'nobody' })
  await assert.rejects(wrong.put(newName(), Buffer.of(1)), FilesUnavailable)
  await assert.rejects(wrong.get(newName()), FilesUnavailable)
  const nowhere = createBucketStore({ url: 'http://127.0.0.1:1/bucket', ...S3_KEYS })
  await assert.rejects(nowhere.get(newName()), FilesUnavailable)
  const busy = createFolderStore(join(folder, 'files', 'x\0y'))
  await assert.rejects(busy.put(newName(), Buffer.of(1)), FilesUnavailable)
})

test('a storage that fails briefly is retried, and one that never answers ends in a time-out', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    if (asked === 1) response.writeHead(503).end()
    else if (asked === 2) response.writeHead(200).end('box')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const store = createBucketStore({ url: `http://127.0.0.1:${port}/b`, ...S3_KEYS, timeoutMs: 1_500 })
  assert.equal(String(await store.get(newName())), 'box')
  assert.equal(asked, 2)
  await assert.rejects(store.get(newName()), FilesUnavailable)
  server.closeAllConnections()
  server.close()
})
