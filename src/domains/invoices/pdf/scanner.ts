/*
 * Reads PDF tokens from any offset, like a viewer that follows a cross-reference. It reads only what is needed to know
 * which names an object holds and how its stream is encoded.
 */
export type Token =
  | { readonly kind: 'name' | 'word'; readonly text: string }
  | { readonly kind: 'open-dict' | 'close-dict' | 'open-list' | 'close-list' | 'string' | 'end' }

const NUL = 0x00
const TAB = 0x09
const LINE_FEED = 0x0a
const FORM_FEED = 0x0c
const RETURN = 0x0d
const SPACE = 0x20
const PERCENT = 0x25
const OPEN_PAREN = 0x28
const CLOSE_PAREN = 0x29
const SLASH = 0x2f
const LESS = 0x3c
const GREATER = 0x3e
const BACKSLASH = 0x5c

const isSpace = (byte: number | undefined): boolean =>
  byte === SPACE ||
  byte === LINE_FEED ||
  byte === RETURN ||
  byte === TAB ||
  byte === NUL ||
  byte === FORM_FEED

const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'))
const isRegular = (byte: number | undefined): byte is number =>
  byte !== undefined && !isSpace(byte) && !DELIMITERS.has(byte)

/** Longer than any relevant name or word; the rest is skipped. */
const MAX_TEXT = 128

export class Scanner {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  next(): Token {
    this.#skipBlank()
    const byte = this.bytes[this.at]
    switch (byte) {
      case undefined:
        return { kind: 'end' }
      case SLASH:
        return { kind: 'name', text: readName(this, this.at + 1) }
      case OPEN_PAREN:
        this.#skipString()
        return { kind: 'string' }
      case LESS:
        if (this.bytes[this.at + 1] === LESS) return this.#take('open-dict', 2)
        this.#skipPast(GREATER)
        return { kind: 'string' }
      case GREATER:
        return this.#take('close-dict', this.bytes[this.at + 1] === GREATER ? 2 : 1)
      case 0x5b:
        return this.#take('open-list', 1)
      case 0x5d:
        return this.#take('close-list', 1)
      default:
        if (!isRegular(byte)) return this.#take('string', 1)
        return { kind: 'word', text: readRegular(this, this.at) }
    }
  }

  #take(kind: Exclude<Token['kind'], 'name' | 'word'>, length: number): Token {
    this.at += length
    return { kind }
  }

  #skipBlank(): void {
    for (;;) {
      while (isSpace(this.bytes[this.at])) this.at += 1
      if (this.bytes[this.at] !== PERCENT) return
      while (this.at < this.bytes.length && !isLineEnd(this.bytes[this.at])) this.at += 1
    }
  }

  #skipPast(end: number): void {
    const found = this.bytes.indexOf(end, this.at)
    this.at = found === -1 ? this.bytes.length : found + 1
  }

  #skipString(): void {
    let depth = 0
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === BACKSLASH) this.at += 1
      else if (byte === OPEN_PAREN) depth += 1
      else if (byte === CLOSE_PAREN && --depth === 0) break
    }
    this.at += 1
  }
}

const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === RETURN

function readRegular(scanner: Scanner, start: number): string {
  let end = start
  while (isRegular(scanner.bytes[end])) end += 1
  scanner.at = end
  return scanner.bytes.toString('latin1', start, Math.min(end, start + MAX_TEXT))
}

/** Viewers read `/J#61vaScript` as `/JavaScript`. */
function readName(scanner: Scanner, start: number): string {
  const written = readRegular(scanner, start)
  if (!written.includes('#')) return written
  return written.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

/** Every name that occurs anywhere in these bytes, even inside what looks like a string or a comment. */
export function* listWrittenNames(bytes: Buffer): Generator<string> {
  const scanner = new Scanner(bytes)
  for (let at = bytes.indexOf(SLASH); at !== -1; at = bytes.indexOf(SLASH, at + 1)) {
    yield readName(scanner, at + 1)
  }
}
