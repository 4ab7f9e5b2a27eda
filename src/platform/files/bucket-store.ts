import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type FileStore, FilesUnavailable } from './file-store.ts'

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
