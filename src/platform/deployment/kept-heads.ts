import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../files/sync-folder.ts'

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
  /** Starts anew from what the database holds. */
  forget(): Promise<void>
}

type Content = Record<string, Partial<Record<ChainName, ChainHead>>>

/** One file for all databases that programs of this machine use, by the id of the deployment. */
export function openHeadFile(path: string, deploymentId: string): KeptHeads {
  const writeNow = async (change: (content: Content) => Content): Promise<void> => {
    const text = JSON.stringify(change(await readContent(path)), null, 2)
    await mkdir(dirname(path), { recursive: true })
    // Processes share the folder: each writes a file of its own, and the last one stands.
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
