import { randomUUID } from 'node:crypto'
import { access, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Database, Statement } from '../db/database.ts'
import { syncFolder } from './make-folder.ts'

/**
 * Stores sealed boxes under names that reveal nothing. One name always has the same content, so an existing file is
 * never written again.
 */
export interface FileStore {
  put(name: string, box: Buffer): Promise<void>
  /** Undefined when the file does not exist. */
  get(name: string): Promise<Buffer | undefined>
}

/** The store is unreachable or refuses; the same call may succeed later. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable'
}

/** A folder on a disk that all processes of the deployment share. */
export function createFolderStore(folder: string): FileStore {
  // Two levels, so that no folder holds all files.
  const place = (name: string): string => join(folder, name.slice(0, 2), name)
  return {
    async put(name, box) {
      const path = place(name)
      try {
        if (await exists(path)) return
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeOnce(path, box)
      } catch (cause) {
        throw new FilesUnavailable('a file could not be written', { cause })
      }
    },
    async get(name) {
      try {
        return await readFile(place(name))
      } catch (cause) {
        if (codeOf(cause) === 'ENOENT') return undefined
        throw new FilesUnavailable('a file could not be read', { cause })
      }
    },
  }
}

/** The file gets its name only when all bytes are on the disk: a crash leaves a temporary file, never half a file. */
async function writeOnce(path: string, box: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(box)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(draft, path).catch(error => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    await syncFolder(dirname(path))
  } finally {
    await rm(draft, { force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

const INSERT: Statement = {
  name: 'stored-files.insert',
  text: 'INSERT INTO stored_files (name, box) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
}
const EXISTS: Statement = {
  name: 'stored-files.exists',
  text: 'SELECT name FROM stored_files WHERE name = $1',
}
const SELECT: Statement = {
  name: 'stored-files.find',
  text: 'SELECT box FROM stored_files WHERE name = $1',
}

export function createDatabaseStore(database: Database): FileStore {
  return {
    async put(name, box) {
      // Checks first, so that megabytes that are already stored are not sent again.
      if ((await database.run(EXISTS, [name])).length === 0) await database.run(INSERT, [name, box])
    },
    async get(name) {
      return (await database.run<{ box: Buffer }>(SELECT, [name]))[0]?.box
    },
  }
}

export interface BucketOptions {
  /** Address of the bucket, with the folder in it where there is one. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const TRIES = 3
const RETRY_MS = 100

/** Any storage with an S3 interface. */
export function createBucketStore(options: BucketOptions): FileStore {
  const { url, region, accessKeyId, secretAccessKey, timeoutMs = TIMEOUT_MS } = options
  // The client's own retries have no deadline; ours do.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const place = (name: string): string => `${url.replace(/\/+$/, '')}/${name.slice(0, 2)}/${name}`

  async function ask(name: string, init: { method: string; body?: Buffer }): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs)
    let reason: unknown
    for (let count = 1; count <= TRIES && !signal.aborted; count += 1) {
      try {
        const response = await client.fetch(place(name), { ...init, redirect: 'error', signal })
        if (response.status < 500) return response
        await response.body?.cancel()
        reason = new Error(`the storage answered ${response.status}`)
      } catch (error) {
        reason = error
      }
      await delay(count * RETRY_MS)
    }
    throw new FilesUnavailable('the storage does not answer', { cause: reason })
  }

  return {
    async put(name, box) {
      const found = await ask(name, { method: 'HEAD' })
      if (found.ok) return
      const stored = await ask(name, { method: 'PUT', body: box })
      await stored.body?.cancel()
      if (!stored.ok) throw new FilesUnavailable(`the storage refused a file with ${stored.status}`)
    },
    async get(name) {
      const found = await ask(name, { method: 'GET' })
      if (found.ok) return Buffer.from(await found.arrayBuffer())
      await found.body?.cancel()
      if (found.status === 404) return undefined
      throw new FilesUnavailable(`the storage refused to give a file with ${found.status}`)
    },
  }
}
