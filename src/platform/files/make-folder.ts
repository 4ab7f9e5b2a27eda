import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** With the folders above it. Node's own recursive mkdir never returns where a parent exists but cannot hold folders, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || (await isThere(dirname(path)))) throw error
    await makeFolder(dirname(path))
    await makeFolder(path)
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** A rename survives a power cut only once the folder is synced too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
