import { mkdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../files/make-folder.ts'

/**
 * The highest numbers issued, kept outside the database: a database restored from a backup has forgotten
 * the last ones and must not issue them again.
 */
export interface NumberMarks {
  /** Resolves when it is on disk that this number, and every one below it, may have been issued. */
  cover(name: string, number: number): Promise<void>
  /** The highest number of each name, as on disk. */
  list(): ReadonlyMap<string, number>
  close(): Promise<void>
}

/** For programs that issue no real numbers. */
export const noMarks: NumberMarks = { cover: async () => {}, list: () => new Map(), close: async () => {} }

const LINE = /^(\S+) (\d{1,15})$/

/** Lines are only appended, so that several processes can share the file; the highest of a name counts. */
export function openNumberMarks(path: string): NumberMarks {
  mkdirSync(dirname(path), { recursive: true })
  const known = readMarks(path)
  let file: Promise<FileHandle> | undefined
  let writing: Promise<void> | undefined
  const wanted = new Map<string, number>()

  /** Opened when the first number is issued: a program that issues none leaves no file. */
  async function openFile(): Promise<FileHandle> {
    const handle = await open(path, 'a', 0o600)
    await syncFolder(dirname(path))
    return handle
  }

  async function write(): Promise<void> {
    const marks = [...wanted]
    wanted.clear()
    file ??= openFile()
    const handle = await file
    // After a line end: a line that a power cut left unfinished must not spoil this one.
    await handle.appendFile(marks.map(([name, number]) => `\n${name} ${number}\n`).join(''))
    await handle.datasync()
    for (const [name, number] of marks) raise(known, name, number)
  }

  return {
    async cover(name, number) {
      while ((known.get(name) ?? 0) < number) {
        raise(wanted, name, number)
        // Calls that arrive during a write share the next one.
        if (writing !== undefined) await writing.catch(() => {})
        else {
          writing = write().finally(() => {
            writing = undefined
          })
          await writing
        }
      }
    },
    list: () => known,
    async close() {
      await writing?.catch(() => {})
      await (await file?.catch(() => undefined))?.close()
      file = undefined
    },
  }
}

function readMarks(path: string): Map<string, number> {
  const marks = new Map<string, number>()
  for (const line of readText(path).split('\n')) {
    // Nobody relied on a line that a power cut left unfinished.
    const [, name, number] = LINE.exec(line) ?? []
    if (name !== undefined) raise(marks, name, Number(number))
  }
  return marks
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function raise(marks: Map<string, number>, name: string, number: number): void {
  marks.set(name, Math.max(marks.get(name) ?? 0, number))
}
