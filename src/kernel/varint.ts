/** The most bytes that one number takes. */
const MAX_BYTES = 8

/** Packs non-negative integers up to 2^53 − 1 into as few bytes as they need (LEB128: 7 bits a byte, lowest first). */
export class VarintWriter {
  #bytes = Buffer.allocUnsafe(16_384)
  #length = 0

  write(value: number): void {
    this.#reserve(MAX_BYTES)
    this.#length = writeNumber(this.#bytes, this.#length, value)
  }

  /** Writes the numbers one after another, without their count. */
  writeAll(values: readonly number[]): void {
    this.#reserve(MAX_BYTES * values.length)
    const bytes = this.#bytes
    let at = this.#length
    for (let index = 0; index < values.length; index++) at = writeNumber(bytes, at, values[index] as number)
    this.#length = at
  }

  /** Zigzag encoding, so that small numbers of either sign stay small: 0, −1, 1, −2 … become 0, 1, 2, 3 … */
  writeSigned(value: number): void {
    this.write(value < 0 ? -2 * value - 1 : 2 * value)
  }

  writeDouble(value: number): void {
    this.#reserve(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  /** The bytes written so far, not copied: valid until the next write. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  clear(): void {
    this.#length = 0
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#bytes.length + count))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** Returns the offset of the next number. */
function writeNumber(bytes: Buffer, start: number, value: number): number {
  // Nearly all numbers are amounts below 2^21: their bytes are written without a loop. Storing into a byte keeps the
  // lowest 8 bits.
  if (value >= 0 && value < 0x20_0000 && (value | 0) === value) {
    if (value < 0x80) {
      bytes[start] = value
      return start + 1
    }
    bytes[start] = value | 0x80
    if (value < 0x4000) {
      bytes[start + 1] = value >> 7
      return start + 2
    }
    bytes[start + 1] = (value >> 7) | 0x80
    bytes[start + 2] = value >> 14
    return start + 3
  }
  if (!(Number.isSafeInteger(value) && value >= 0)) {
    throw new RangeError(`${value} is not a whole number from 0 on`)
  }
  let at = start
  let rest = value
  while (rest > 0x7f) {
    bytes[at++] = (rest % 0x80) + 0x80
    rest = Math.floor(rest / 0x80)
  }
  bytes[at++] = rest
  return at
}

export class VarintReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  read(): number {
    let value = 0
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('packed numbers end too early')
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }

  readSigned(): number {
    const packed = this.read()
    return packed % 2 === 0 ? packed / 2 : -(packed + 1) / 2
  }

  readAll(count: number): number[] {
    const values = new Array<number>(count)
    for (let index = 0; index < count; index++) values[index] = this.read()
    return values
  }

  /** Skips numbers without decoding them. */
  skip(count: number): void {
    const bytes = this.#bytes
    let at = this.#at
    for (let left = count; left > 0; ) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('packed numbers end too early')
      if (byte < 0x80) left -= 1
    }
    this.#at = at
  }

  readDouble(): number {
    const value = this.#bytes.readDoubleLE(this.#at)
    this.#at += 8
    return value
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }
}
