import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { open, seal } from '../crypto/sealed-box.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import { type FileKey, findFileKey, getFileKey, openFileKey } from './file-keys.ts'
import {
  type BucketOptions,
  createBucketStore,
  createDatabaseStore,
  createFolderStore,
  type FileStore,
  FilesUnavailable,
} from './file-store.ts'

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
  /**
   * A file of one subject, under a name that no other subject has, so that it is forgotten alone. Returns the name once
   * the storage has given the same bytes back: the caller then removes the only other copy.
   */
  putOf(subject: string, content: Buffer): Promise<string>
  /** Undefined when the file is missing or was forgotten. */
  get(name: string): Promise<Buffer | undefined>
  /** Throws when the file is missing: a row that names it proves that it was stored. */
  getStored(name: string): Promise<Buffer>
  /** False where files are rows of the database. */
  readonly isOutside: boolean
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

/** The name of a subject's file, whether it is stored or not. */
export function composeFileName(secrets: Secrets, subject: string): string {
  return createHmac('sha256', secrets.deriveFixedKey(NAME_SALT)).update(subject).digest('hex')
}

/**
 * Content is sealed before it is stored: the operator of the storage can neither read it nor see whether two
 * deployments store the same file.
 */
export function createFiles(
  store: FileStore,
  secrets: Secrets,
  database: Database,
  { isOutside = true } = {},
): Files {
  const naming = secrets.deriveFixedKey(NAME_SALT)

  /**
   * The stored name depends on the salt too: a file that was forgotten and is stored again does not collide with
   * remains of the first.
   */
  const describe = (name: string, fileKey: FileKey) => ({
    key: openFileKey(secrets, name, fileKey),
    place: createHmac('sha256', secrets.deriveFixedKey(fileKey.salt)).update(name).digest('hex'),
  })

  async function write(name: string, content: Buffer): Promise<void> {
    const { key, place } = describe(name, await getFileKey(database, secrets, name))
    await limitWait(store.put(place, seal(key, `file:${name}`, content)))
  }

  async function get(name: string): Promise<Buffer | undefined> {
    const fileKey = await findFileKey(database, name)
    if (fileKey === undefined) return undefined
    const { key, place } = describe(name, fileKey)
    const box = await limitWait(store.get(place))
    return box && openFile(key, name, box)
  }

  async function getStored(name: string): Promise<Buffer> {
    const content = await get(name)
    if (content === undefined)
      throw new FilesUnavailable(`file ${name} is missing where FILES_URL says: restore it from a backup`)
    return content
  }

  return {
    isOutside,
    get,
    getStored,
    async put(content) {
      const sha256 = createHash('sha256').update(content).digest()
      const name = createHmac('sha256', naming).update(sha256).digest('hex')
      await write(name, content)
      return { name, sha256 }
    },
    async putOf(subject, content) {
      const name = composeFileName(secrets, subject)
      await write(name, content)
      if (!(await getStored(name)).equals(content))
        throw new FilesUnavailable(`file ${name} is stored where FILES_URL says, but with other content`)
      return name
    },
  }
}

/** A storage that returns other bytes than were stored counts as unavailable: the file may be restored. */
function openFile(key: KeyObject, name: string, box: Buffer): Buffer {
  try {
    return open(key, `file:${name}`, box)
  } catch (cause) {
    throw new FilesUnavailable(`file ${name} is not as it was stored: restore it from a backup`, { cause })
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
