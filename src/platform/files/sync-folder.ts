import { open } from 'node:fs/promises'

/** A rename survives a power cut only once the folder is synced too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
