import { randomUUID } from 'node:crypto'
import { access, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, FilesUnavailable } from './file-store.ts'
import { syncFolder } from './sync-folder.ts'

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
