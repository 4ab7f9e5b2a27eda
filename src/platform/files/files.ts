import { createHash, createHmac } from 'node:crypto'
import { open, seal } from '../crypto/sealed-box.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import { type BucketOptions, createBucketStore } from './bucket-store.ts'
import { createDatabaseStore } from './database-store.ts'
import { type FileKey, findFileKey, getFileKey, openFileKey } from './file-keys.ts'
import { type FileStore, FilesUnavailable } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'

export type FilePlace =
  | { readonly kind: 'database' }
  | { readonly kind: 'folder'; readonly path: string }
  | ({ readonly kind: 'bucket' } & BucketOptions)

export interface StoredFile {
  readonly name: string
  readonly sha256: Buffer
}

/** Content-addressed files: the same bytes are one file, however often they are stored. */
export interface Files {
  /**
   * Durable when it returns. Must be called before the row that names the file is written: a crash in between leaves a
   * file without a row.
   */
  put(content: Buffer): Promise<StoredFile>
  /** Undefined when the file is missing or was forgotten. */
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

/**
 * Content is sealed before it is stored: the operator of the storage can neither read it nor see whether two
 * deployments store the same file.
 */
export function createFiles(store: FileStore, secrets: Secrets, database: Database): Files {
  const naming = secrets.deriveFixedKey(NAME_SALT)

  /**
   * The stored name depends on the salt too: a file that was forgotten and is stored again does not collide with
   * remains of the first.
   */
  const describe = (name: string, fileKey: FileKey) => ({
    key: openFileKey(secrets, name, fileKey),
    place: createHmac('sha256', secrets.deriveFixedKey(fileKey.salt)).update(name).digest('hex'),
  })

  return {
    async put(content) {
      const sha256 = createHash('sha256').update(content).digest()
      const name = createHmac('sha256', naming).update(sha256).digest('hex')
      const { key, place } = describe(name, await getFileKey(database, secrets, name))
      await limitWait(store.put(place, seal(key, `file:${name}`, content)))
      return { name, sha256 }
    },
    async get(name) {
      const fileKey = await findFileKey(database, name)
      if (fileKey === undefined) return undefined
      const { key, place } = describe(name, fileKey)
      const box = await limitWait(store.get(place))
      return box && open(key, `file:${name}`, box)
    },
  }
}

/** A network disk may never answer. */
async function limitWait<T>(call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(late.reject, CALL_MS, new FilesUnavailable('the place of files does not answer'))
  try {
    return await Promise.race([call, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
