import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../platform/files/sync-folder.ts'
import { UsageError } from './command.ts'

/** Files for banks contain names, addresses, documents and accounts. */
const PRIVATE_FILE = 0o600

/**
 * Writes the whole file or nothing, and syncs it before reporting success. Never overwrites a file, which may not have
 * been sent yet.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const present = await readFile(path, 'latin1').catch(() => undefined)
  if (present === text) return
  if (present !== undefined) throw new UsageError(`${path} is there already and holds something else`)
  const part = `${path}.part`
  try {
    const file = await open(part, 'w', PRIVATE_FILE)
    try {
      await file.writeFile(text, 'latin1')
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${error instanceof Error ? error.message : error}`)
  }
}
