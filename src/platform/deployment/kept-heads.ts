import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import type { FileStore } from '../files/file-store.ts'
import { syncFolder } from '../files/make-folder.ts'
import type { Log } from '../telemetry/log.ts'

export type ChainName = 'ledger' | 'audit'

/** The end of a chain when it was signed. */
export interface ChainHead {
  readonly position: number
  readonly hash: string
}

/**
 * The last head of each chain that a program on this machine signed, kept where an administrator of the database cannot
 * reach it. It may be older than the database, when another machine signed or a process died before it wrote; it is
 * newer only if the database was restored or rewritten.
 */
export interface KeptHeads {
  /** Where they are, for messages. */
  readonly place: string
  find(chain: ChainName): Promise<ChainHead | undefined>
  keep(chain: ChainName, head: ChainHead): Promise<void>
  /** Whether heads are kept here, but none of this database. */
  isOfOthers(): Promise<boolean>
  /** Continues from what the database holds. */
  forget(): Promise<void>
}

type Content = Record<string, Partial<Record<ChainName, ChainHead>>>

/** One file for all databases that programs of this machine use, by the id of the deployment. */
export function openHeadFile(path: string, deploymentId: string): KeptHeads {
  const writeNow = async (change: (content: Content) => Content): Promise<void> => {
    const text = JSON.stringify(change(await readContent(path)), null, 2)
    await mkdir(dirname(path), { recursive: true })
    // Processes share the folder: each writes its own file, and the last one wins.
    const part = `${path}.${process.pid}.part`
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(`${text}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    await syncFolder(dirname(path))
  }
  // Both chains are signed at once: one write after the other, or they would share a part file and lose a head.
  let last: Promise<void> = Promise.resolve()
  const write = (change: (content: Content) => Content): Promise<void> => {
    const written = last.then(() => writeNow(change))
    last = written.catch(() => undefined)
    return written
  }
  return {
    place: path,
    find: async chain => (await readContent(path))[deploymentId]?.[chain],
    keep: (chain, head) =>
      write(content => {
        const known = content[deploymentId]
        if ((known?.[chain]?.position ?? 0) >= head.position) return content
        return { ...content, [deploymentId]: { ...known, [chain]: head } }
      }),
    async isOfOthers() {
      const known = Object.keys(await readContent(path))
      return known.length > 0 && !known.includes(deploymentId)
    },
    forget: () => write(({ [deploymentId]: _, ...others }) => others),
  }
}

/** For a process that has no folder of its own. */
export function createHeadMemory(): KeptHeads {
  const heads = new Map<ChainName, ChainHead>()
  return {
    place: 'the memory of this process',
    find: async chain => heads.get(chain),
    keep: async (chain, head) => void heads.set(chain, head),
    isOfOthers: async () => false,
    forget: async () => heads.clear(),
  }
}

async function readContent(path: string): Promise<Content> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return JSON.parse(text) as Content
}

const EVERY_MS = 60 * 60_000

/**
 * Also puts one head an hour of each chain into the bucket. With a lock on its objects nobody can remove them, not
 * even the administrator of database and machine.
 */
export function shipHeads(
  kept: KeptHeads,
  options: {
    readonly bucket: FileStore
    readonly deploymentId: string
    readonly clock: Clock
    readonly log: Pick<Log, 'warn'>
  },
): KeptHeads {
  const { bucket, deploymentId, clock, log } = options
  const shippedAtMs = new Map<ChainName, number>()
  return {
    ...kept,
    async keep(chain, head) {
      await kept.keep(chain, head)
      const nowMs = clock.now().getTime()
      if (nowMs - (shippedAtMs.get(chain) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
      const name = `heads-${deploymentId}-${chain}-${head.position}.txt`
      try {
        await bucket.put(name, Buffer.from(`${chain} ${head.position}:${head.hash}\n`))
        shippedAtMs.set(chain, nowMs)
      } catch (error) {
        // File and log have the head; the next minute tries again.
        log.warn({ err: error }, 'a head could not be copied to the bucket')
      }
    },
  }
}
