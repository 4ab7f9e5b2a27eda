/** Packs non-negative integers of any size up to 2^53 − 1 into as few bytes as they need (7 bits a byte, lowest first). */
export class VarintWriter {
  #bytes = Buffer.allocUnsafe(16_384)
  #length = 0

  write(value: number): void {
    this.#reserve(8)
    const bytes = this.#bytes
    let at = this.#length
    // Nearly all numbers are amounts below 2^21: their bytes are written without a loop.
    if (value >= 0 && value < 0x20_0000 && (value | 0) === value) {
      if (value >= 0x80) {
        bytes[at++] = (value & 0x7f) | 0x80
        if (value >= 0x4000) {
          bytes[at++] = ((value >> 7) & 0x7f) | 0x80
          bytes[at++] = value >> 14
        } else bytes[at++] = value >> 7
      } else bytes[at++] = value
      this.#length = at
      return
    }
    if (!(Number.isSafeInteger(value) && value >= 0)) {
      throw new RangeError(`${value} is not a whole number from 0 on`)
    }
    let rest = value
    while (rest > 0x7f) {
      bytes[at++] = (rest % 0x80) + 0x80
      rest = Math.floor(rest / 0x80)
    }
    bytes[at++] = rest
    this.#length = at
  }

  /** Small numbers of either sign stay small: 0, −1, 1, −2 … become 0, 1, 2, 3 … */
  writeSigned(value: number): void {
    this.write(value < 0 ? -2 * value - 1 : 2 * value)
  }

  writeDouble(value: number): void {
    this.#reserve(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  /** The packed bytes; the writer is empty again afterwards. */
  take(): Buffer {
    const packed = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return packed
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
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

  /** Goes past numbers without making them. */
  skip(count: number): void {
    for (let left = count; left > 0; ) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('packed numbers end too early')
      if (byte < 0x80) left -= 1
    }
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
