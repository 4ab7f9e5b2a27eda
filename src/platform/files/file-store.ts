/** Keeps sealed boxes under names that tell nothing. A name stands for one content, so what is there is never written again. */
export interface FileStore {
  put(name: string, box: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  get(name: string): Promise<Buffer | undefined>
}

/** The store cannot be reached or refuses; the same call may succeed later. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable'
}
