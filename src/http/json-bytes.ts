import type { Centavos } from '../kernel/money.ts'

/*
 * Writes JSON directly into bytes. A response of /options has some 10,000 numbers between texts that hardly change;
 * building a string, or an object for JSON.stringify, would make the request a third longer (bench/shortcuts.ts).
 */

/**
 * A piece of JSON that is written many times, stored as 32-bit words: copying four bytes costs as much as copying one.
 */
export interface JsonPiece {
  readonly length: number
  readonly bytes: Uint8Array
  readonly words: Uint32Array
}

/** Longer pieces are copied with a native call, which is then cheaper than the loop. */
const LOOP_LIMIT = 96

/** ASCII only. */
export function prepareJson(text: string): JsonPiece {
  const { length } = text
  const words = new Uint32Array(length > LOOP_LIMIT ? 0 : Math.ceil(length / 4))
  const bytes = Buffer.allocUnsafeSlow(length)
  bytes.write(text, 'latin1')
  Buffer.from(words.buffer).set(bytes.subarray(0, words.byteLength))
  return { length, bytes, words }
}

/** A word may write this far beyond its piece; the next piece overwrites it. */
const MARGIN = 8
const MINUS = 0x2d

/** The digits of 0 to 9999, and the cents from "" to ".99", each as one word and its length. */
const WHOLES = prepareWords(10_000, String)
const CENTS = prepareWords(100, cents =>
  cents === 0 ? '' : `.${String(cents).padStart(2, '0')}`.replace(/0$/, ''),
)
const FOUR_DIGITS = prepareWords(10_000, rest => String(rest).padStart(4, '0'))

function prepareWords(
  count: number,
  write: (value: number) => string,
): { words: Uint32Array; lengths: Uint8Array } {
  const words = new Uint32Array(count)
  const lengths = new Uint8Array(count)
  const bytes = Buffer.from(words.buffer)
  for (let value = 0; value < count; value++) lengths[value] = bytes.write(write(value), value * 4, 'latin1')
  return { words, lengths }
}

/** Room for several large responses or many small ones, which are cut from it. */
const ROOM_BYTES = 1_048_576
/** Every response begins with so much of it. */
const FRESH_BYTES = 262_144

export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(ROOM_BYTES)
  #view = new DataView(this.#bytes.buffer)
  /** Where the response that is being written begins, and how far it is. */
  #start = 0
  #length = 0

  /** Makes room for `count` bytes: the methods below `text` do not check. */
  reserve(count: number): void {
    const wanted = this.#length + count + MARGIN
    if (wanted <= this.#bytes.length) return
    this.#renew(Math.max(ROOM_BYTES, 2 * (wanted - this.#start)))
  }

  /** Goes on in new room: what was taken keeps the old one. */
  #renew(count: number): void {
    const written = this.#bytes.subarray(this.#start, this.#length)
    this.#bytes = Buffer.allocUnsafeSlow(count)
    this.#view = new DataView(this.#bytes.buffer)
    this.#bytes.set(written)
    this.#start = 0
    this.#length = written.length
  }

  /** ASCII text of any length. */
  text(text: string): void {
    this.reserve(text.length)
    this.#length += this.#bytes.write(text, this.#length, 'latin1')
  }

  piece(piece: JsonPiece): void {
    if (piece.length > LOOP_LIMIT) {
      this.#bytes.set(piece.bytes, this.#length)
      this.#length += piece.length
    } else this.#length = writePiece(this.#view, this.#length, piece)
  }

  /** A non-negative integer. */
  integer(value: number): void {
    this.#length = writeInteger(this.#view, this.#length, value)
  }

  /** The shortest JSON number for an amount in reais: 24800 is 248, 1290 is 12.9. */
  reais(amount: Centavos): void {
    this.#length = writeAmount(this.#view, this.#length, amount)
  }

  /** A short piece followed by an amount. */
  member(name: JsonPiece, amount: Centavos): void {
    const view = this.#view
    this.#length = writeAmount(view, writePiece(view, this.#length, name), amount)
  }

  /** Short pieces and amounts, alternating, in one call: most of a large response is such rows. */
  row(a: JsonPiece, x: Centavos, b: JsonPiece, y: Centavos, c: JsonPiece, z: Centavos, end: JsonPiece): void {
    const view = this.#view
    let at = writeAmount(view, writePiece(view, this.#length, a), x)
    at = writeAmount(view, writePiece(view, at, b), y)
    at = writeAmount(view, writePiece(view, at, c), z)
    this.#length = writePiece(view, at, end)
  }

  /** Replaces the last byte, for example a comma by the bracket that closes a list. */
  replaceLast(character: string): void {
    this.#bytes[this.#length - 1] = character.charCodeAt(0)
  }

  /** Returns what was written, without a copy: the next response is written behind it. */
  take(): Buffer {
    const taken = this.#bytes.subarray(this.#start, this.#length)
    this.#start = this.#length
    if (this.#bytes.length - this.#length < FRESH_BYTES) this.#renew(ROOM_BYTES)
    return taken
  }

  /** Discards what was written, after a failure in between. */
  clear(): void {
    this.#length = this.#start
  }
}

function writePiece(view: DataView, at: number, { words, length }: JsonPiece): number {
  for (let index = 0; index < words.length; index++)
    view.setUint32(at + 4 * index, words[index] as number, true)
  return at + length
}

function writeInteger(view: DataView, at: number, value: number): number {
  if (value < 10_000) {
    view.setUint32(at, WHOLES.words[value] as number, true)
    return at + (WHOLES.lengths[value] as number)
  }
  const top = Math.floor(value / 10_000)
  const next = writeInteger(view, at, top)
  view.setUint32(next, FOUR_DIGITS.words[value - top * 10_000] as number, true)
  return next + 4
}

function writeAmount(view: DataView, at: number, amount: Centavos): number {
  if (amount >= 0 && amount < 1_000_000) {
    const whole = (amount / 100) | 0
    const cents = amount - whole * 100
    view.setUint32(at, WHOLES.words[whole] as number, true)
    const point = at + (WHOLES.lengths[whole] as number)
    view.setUint32(point, CENTS.words[cents] as number, true)
    return point + (CENTS.lengths[cents] as number)
  }
  if (amount < 0) {
    view.setUint8(at, MINUS)
    return writeAmount(view, at + 1, -amount)
  }
  const whole = Math.floor(amount / 100)
  const cents = amount - whole * 100
  const point = writeInteger(view, at, whole)
  view.setUint32(point, CENTS.words[cents] as number, true)
  return point + (CENTS.lengths[cents] as number)
}
