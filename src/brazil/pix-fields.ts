import { InputError } from '../kernel/faults.ts'

const LONGEST_VALUE = 99

/** Two digits of id, two of length, then the value: the EMV QR code format of every Pix code. */
export interface PixField {
  readonly id: string
  readonly value: string
  /** The fields inside a template; empty for a plain value. */
  readonly fields: readonly PixField[]
}

export function writeField(id: string, value: string): string {
  if (value.length > LONGEST_VALUE)
    throw new InputError(`Field ${id} holds at most ${LONGEST_VALUE} characters`, { fault: 'TOO_LONG' })
  return id + String(value.length).padStart(2, '0') + value
}

export function readFields(text: string): PixField[] {
  return readPlainFields(text).map(field =>
    isTemplate(Number(field.id)) ? { ...field, fields: readPlainFields(field.value) } : field,
  )
}

/** Templates do not nest any deeper, whatever ids they use inside. */
function readPlainFields(text: string): PixField[] {
  const fields: PixField[] = []
  for (let index = 0; index < text.length; ) {
    const head = text.slice(index, index + 4)
    const id = head.slice(0, 2)
    const start = index + 4
    const end = start + Number(head.slice(2))
    if (!/^[0-9]{4}$/.test(head) || end === start || end > text.length)
      throw new InputError('A field is cut off, empty or without its length', { fault: 'MALFORMED' })
    if (fields.some(field => field.id === id))
      throw new InputError(`Field ${id} occurs twice`, { fault: 'MALFORMED' })
    fields.push({ id, value: text.slice(start, end), fields: [] })
    index = end
  }
  return fields
}

/** Merchant accounts, additional data, the name in another language, and the templates reserved for each country. */
function isTemplate(id: number): boolean {
  return (id >= 26 && id <= 51) || id === 62 || id === 64 || id >= 80
}

export function findValue(fields: readonly PixField[], id: string): string | undefined {
  return fields.find(field => field.id === id)?.value
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 0x8000 ? (remainder << 1) ^ 0x1021 : remainder << 1
  return remainder
})

/** CRC-16/CCITT-FALSE of the UTF-8 bytes: four upper-case hexadecimal digits, leading zeros kept. */
export function computeCrc(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text))
    crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ byte] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
