import { createHash, createHmac } from 'node:crypto'
import { open, seal } from '../crypto/sealed-box.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import { type BucketOptions, createBucketStore } from './bucket-store.ts'
import { createDatabaseStore } from './database-store.ts'
import { type FileStore, FilesUnavailable } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'

/** Where files are kept. */
export type FilePlace =
  | { readonly kind: 'database' }
  | { readonly kind: 'folder'; readonly path: string }
  | ({ readonly kind: 'bucket' } & BucketOptions)

export interface StoredFile {
  readonly name: string
  readonly sha256: Buffer
}

/** Files by their content: the same bytes are one file, however often they come. */
export interface Files {
  /** Written for good when it returns. Must come before the row that names the file: a crash in between leaves a file without a row. */
  put(content: Buffer): Promise<StoredFile>
  get(name: string): Promise<Buffer | undefined>
}

export function openFileStore(place: FilePlace, database: Database): FileStore {
  switch (place.kind) {
    case 'folder':
      return createFolderStore(place.path)
    case 'bucket':
      return createBucketStore(place)
    case 'database':
      return createDatabaseStore(database)
  }
}

const CALL_MS = 12_000
const NAME_SALT = Buffer.from('names of files')

/** What leaves here is sealed: whoever keeps the files can neither read them nor tell whether two deployments keep the same one. */
export function createFiles(store: FileStore, secrets: Secrets): Files {
  const naming = secrets.deriveDataKey(NAME_SALT)
  const keyOf = (name: string) => secrets.deriveDataKey(Buffer.from(name, 'hex'))
  return {
    async put(content) {
      const sha256 = createHash('sha256').update(content).digest()
      const name = createHmac('sha256', naming).update(sha256).digest('hex')
      await limitWait(store.put(name, seal(keyOf(name), `file:${name}`, content)))
      return { name, sha256 }
    },
    async get(name) {
      const box = await limitWait(store.get(name))
      return box && open(keyOf(name), `file:${name}`, box)
    },
  }
}

/** A disk over the network may never answer. */
async function limitWait<T>(call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(late.reject, CALL_MS, new FilesUnavailable('the place of files does not answer'))
  try {
    return await Promise.race([call, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
