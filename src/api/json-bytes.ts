import type { Centavos } from '../kernel/money.ts'

/*
 * Writes JSON straight into bytes. An answer of /options has some 10,000 numbers between texts that hardly change; building it as
 * one string, or as an object for JSON.stringify, takes several times as long (bench/endpoints.ts).
 */

/** A piece of JSON that is written again and again, held as 32-bit words: four bytes are copied for the price of one. */
export interface JsonPiece {
  readonly length: number
  readonly bytes: Uint8Array
  readonly words: Uint32Array
}

/** Longer pieces are copied by the runtime: by then the call costs less than the loop. */
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

/** A word may reach this far beyond its piece; what follows overwrites it. */
const MARGIN = 8
const POINT = 0x2e
const MINUS = 0x2d
const ZERO = 0x30
/** "00" to "99" as 16-bit words. */
const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, n) => ZERO + Math.floor(n / 10) + ((ZERO + (n % 10)) << 8),
)
const LARGEST_FAST = 999_999

export class JsonBytes {
  #view: DataView = new DataView(new ArrayBuffer(262_144))
  #length = 0

  /** Makes room for so many bytes: the methods below `text` do not check. */
  reserve(count: number): void {
    const wanted = this.#length + count + MARGIN
    if (wanted <= this.#view.byteLength) return
    const larger = new Uint8Array(Math.max(this.#view.byteLength * 2, wanted))
    larger.set(new Uint8Array(this.#view.buffer, 0, this.#length))
    this.#view = new DataView(larger.buffer)
  }

  /** ASCII text of any length. */
  text(text: string): void {
    this.reserve(text.length)
    this.#length += Buffer.from(this.#view.buffer).write(text, this.#length, 'latin1')
  }

  piece(piece: JsonPiece): void {
    const at = this.#length
    if (piece.length > LOOP_LIMIT) new Uint8Array(this.#view.buffer).set(piece.bytes, at)
    else {
      const view = this.#view
      const { words } = piece
      for (let index = 0; index < words.length; index++)
        view.setUint32(at + 4 * index, words[index] as number, true)
    }
    this.#length = at + piece.length
  }

  /** A non-negative integer. */
  integer(value: number): void {
    if (value > LARGEST_FAST) {
      this.text(String(value))
      return
    }
    const view = this.#view
    let at = this.#length
    let rest = value
    if (rest >= 10_000) {
      const top = (rest / 10_000) | 0
      at = writeTop(view, at, top)
      rest -= top * 10_000
      view.setUint16(at, PAIRS[(rest / 100) | 0] as number, true)
      view.setUint16(at + 2, PAIRS[rest % 100] as number, true)
      at += 4
    } else if (rest >= 100) {
      const top = (rest / 100) | 0
      at = writeTop(view, at, top)
      view.setUint16(at, PAIRS[rest - top * 100] as number, true)
      at += 2
    } else at = writeTop(view, at, rest)
    this.#length = at
  }

  /** The shortest JSON number for an amount in reais: 24800 is 248, 1290 is 12.9. */
  reais(amount: Centavos): void {
    if (amount < 0) {
      this.#view.setUint8(this.#length++, MINUS)
      this.reais(-amount)
      return
    }
    const whole = Math.floor(amount / 100)
    const cents = amount - whole * 100
    this.integer(whole)
    if (cents === 0) return
    const at = this.#length
    this.#view.setUint8(at, POINT)
    this.#view.setUint16(at + 1, PAIRS[cents] as number, true)
    this.#length = at + (cents % 10 === 0 ? 2 : 3)
  }

  /** Turns the last byte written into another one, as a comma into the bracket that closes a list. */
  replaceLast(character: string): void {
    this.#view.setUint8(this.#length - 1, character.charCodeAt(0))
  }

  /** What was written; the writer is empty again. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#length)
    taken.set(new Uint8Array(this.#view.buffer, 0, this.#length))
    this.#length = 0
    return taken
  }

  /** Forgets what was written, after a failure in the middle of it. */
  clear(): void {
    this.#length = 0
  }
}

/** One or two digits. */
function writeTop(view: DataView, at: number, value: number): number {
  if (value < 10) {
    view.setUint8(at, ZERO + value)
    return at + 1
  }
  view.setUint16(at, PAIRS[value] as number, true)
  return at + 2
}
