/** A file that cannot be written, or that is no bank's return file; nothing of it was used. */
export class CnabError extends Error {
  /** Counted from 1; undefined when the file as a whole is meant. */
  readonly line: number | undefined

  constructor(reason: string, line?: number) {
    super(line === undefined ? reason : `Line ${line}: ${reason}`)
    this.name = 'CnabError'
    this.line = line
  }
}
