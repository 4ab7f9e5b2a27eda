/** Packs non-negative integers of any size up to 2^53 − 1 into as few bytes as they need (7 bits a byte, lowest first). */
export class VarintWriter {
  #bytes = Buffer.allocUnsafe(16_384)
  #length = 0

  write(value: number): void {
    if (!(Number.isSafeInteger(value) && value >= 0))
      throw new RangeError(`${value} is not a whole number from 0 on`)
    this.#reserve(8)
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest % 0x80) + 0x80
      rest = rest > 0x7fff_ffff ? Math.floor(rest / 0x80) : rest >>> 7
    }
    this.#bytes[this.#length++] = rest
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

  readDouble(): number {
    const value = this.#bytes.readDoubleLE(this.#at)
    this.#at += 8
    return value
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }
}
