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
