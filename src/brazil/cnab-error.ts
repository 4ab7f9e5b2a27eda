/** The file cannot be written, or is not a valid return file; nothing of it was used. */
export class CnabError extends Error {
  /** Counted from 1; undefined when the whole file is meant. */
  readonly line: number | undefined

  constructor(reason: string, line?: number) {
    super(line === undefined ? reason : `Line ${line}: ${reason}`)
    this.name = 'CnabError'
    this.line = line
  }
}
