import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SIZE = 4 * 1024 ** 3
const NEEDED_MEMORY = 6 * 1024 ** 3
const ROOM = 64 * 1024

/** A file system of its own, which can be full from one moment to the next. */
export interface SmallDisk {
  fill(): Promise<void>
  empty(): Promise<void>
  unmount(): Promise<void>
}

/** Undefined without the right to mount one, or the memory that it may take. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | undefined> {
  if (freemem() < NEEDED_MEMORY) return undefined
  const resize = (bytes: number) => run('mount', ['-o', `remount,size=${bytes}`, folder])
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder])
  } catch {
    return undefined
  }
  return {
    async fill() {
      const { blocks, bfree, bsize } = await statfs(folder)
      await resize((blocks - bfree) * bsize + ROOM)
    },
    async empty() {
      await resize(SIZE)
    },
    async unmount() {
      await resize(SIZE).catch(() => {})
      await run('umount', ['-l', folder])
    },
  }
}
