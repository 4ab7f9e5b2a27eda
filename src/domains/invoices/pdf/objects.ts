import { InputError } from '../../../kernel/faults.ts'
import { Scanner, type Token } from './scanner.ts'

/** One dictionary entry, with the names in its value where that is a name or a list. */
interface Entry {
  readonly key: string
  readonly kind: Token['kind']
  readonly names: readonly string[]
}

export interface PdfObject {
  /** Every name in the object, at any depth. */
  readonly names: readonly string[]
  /** The entries of the object itself, if it is a dictionary. */
  readonly entries: readonly Entry[]
  /** Offset of the first byte of its stream. */
  readonly streamAt: number | undefined
}

const MAX_DEPTH = 60
/**
 * Legitimate files have objects one after another. Objects nested in objects make every reader scan the same bytes many
 * times.
 */
const MAX_PASSES = 4
const MIN_WORK_BYTES = 1024 * 1024

/** The objects that begin at each `obj` and the dictionary after each `trailer`, wherever these words occur. */
export function* listObjects(bytes: Buffer): Generator<PdfObject> {
  let workLeft = Math.max(bytes.length * MAX_PASSES, MIN_WORK_BYTES)
  for (const start of listStarts(bytes)) {
    const scanner = new Scanner(bytes, start)
    const object = readObject(scanner, workLeft)
    workLeft -= scanner.at - start
    if (object !== undefined) yield object
  }
}

function* listStarts(bytes: Buffer): Generator<number> {
  for (const word of ['obj', 'trailer']) {
    for (let at = bytes.indexOf(word); at !== -1; at = bytes.indexOf(word, at + 1)) {
      // Skips `endobj`; a digit may directly precede the word.
      if (!/[A-Za-z]/.test(String.fromCharCode(bytes[at - 1] ?? 0))) yield at + word.length
    }
  }
}

/** Undefined when no dictionary or list follows: such an object holds at most one value and no stream. */
function readObject(scanner: Scanner, workLeft: number): PdfObject | undefined {
  const first = scanner.next()
  if (first.kind !== 'open-dict' && first.kind !== 'open-list') return undefined
  const reader = new ObjectReader(first.kind === 'open-dict')
  const end = scanner.at + workLeft
  while (reader.depth > 0) {
    const token = scanner.next()
    if (token.kind === 'end') break
    if (scanner.at > end) throw new InputError('objects lie within each other')
    reader.take(token)
  }
  const after = new Scanner(scanner.bytes, scanner.at)
  const word = after.next()
  const isStream = word.kind === 'word' && word.text === 'stream'
  return { ...reader.finish(), streamAt: isStream ? skipLineEnd(scanner.bytes, after.at) : undefined }
}

function skipLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return at + 2
  return bytes[at] === 0x0a || bytes[at] === 0x0d ? at + 1 : at
}

class ObjectReader {
  readonly #isDictionary: boolean
  readonly #names: string[] = []
  readonly #entries: Entry[] = []
  #key: string | undefined
  #value: { kind: Token['kind']; names: string[] } | undefined
  depth = 1

  constructor(isDictionary: boolean) {
    this.#isDictionary = isDictionary
  }

  take(token: Token): void {
    if (token.kind === 'name') this.#names.push(token.text)
    const isClosing = token.kind === 'close-dict' || token.kind === 'close-list'
    if (isClosing) this.depth -= 1
    if (this.depth <= 1 && !isClosing) this.#takeOwn(token)
    else if (token.kind === 'name') this.#value?.names.push(token.text)
    if (token.kind === 'open-dict' || token.kind === 'open-list') this.depth += 1
    if (this.depth > MAX_DEPTH) throw new InputError('objects are nested too deeply')
  }

  #takeOwn(token: Token): void {
    const isKey = token.kind === 'name' && (this.#key === undefined || this.#value !== undefined)
    if (isKey) {
      this.#closeEntry()
      this.#key = token.text
    } else if (this.#value === undefined) {
      this.#value = { kind: token.kind, names: token.kind === 'name' ? [token.text] : [] }
    }
  }

  #closeEntry(): void {
    if (this.#key !== undefined && this.#isDictionary)
      this.#entries.push({
        key: this.#key,
        kind: this.#value?.kind ?? 'end',
        names: this.#value?.names ?? [],
      })
    this.#key = undefined
    this.#value = undefined
  }

  finish(): Pick<PdfObject, 'names' | 'entries'> {
    this.#closeEntry()
    return { names: this.#names, entries: this.#entries }
  }
}
