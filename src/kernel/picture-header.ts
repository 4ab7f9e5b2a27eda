/** What the file header states, before anything is decoded. */
interface PictureHeader {
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
  /** How often a JPEG goes over the whole picture; counting ends above `MAX_SCANS`. */
  readonly scans?: number
}

/** Undefined when the bytes violate the format. One pass, never beyond the end. */
type HeaderReader = (bytes: Buffer) => PictureHeader | undefined

const PNG_FIRST_CHUNK = 8

const readPngHeader: HeaderReader = bytes => {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const size = asSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  let at = PNG_FIRST_CHUNK
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    // The animation control chunk precedes the first frame.
    if (name === 'acTL') return size && { ...size, isAnimated: true }
    if (name === 'IDAT') return size && { ...size, isAnimated: false }
    at += 12 + bytes.readUInt32BE(at)
  }
  return undefined
}

/** Start of frame, any coding; C4, C8 and CC have other meanings. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers that stand alone, without a length. */
const isLone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

const readJpegHeader: HeaderReader = bytes => {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // Any number of FF bytes may precede a marker.
    if (marker === 0xff) at += 1
    else if (isLone(marker)) at += 2
    else {
      const length = bytes.readUInt16BE(at + 2)
      if (isFrame(marker)) {
        if (at + 9 > bytes.length) return undefined
        const size = asSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
        return size && { ...size, isAnimated: false, scans: countScans(bytes, at + 2 + length) }
      }
      // Scan data before a frame header, or an invalid length.
      if (marker === 0xda || length < 2) return undefined
      at += 2 + length
    }
  }
  return undefined
}

/**
 * A decoder goes over all pixels for every scan, also for an empty one of a few bytes. Encoders write about ten for a
 * progressive picture, one otherwise.
 */
export const MAX_SCANS = 30
const SCAN = 0xda
const END = 0xd9
const ESCAPED = 0x00

/** From the segment behind the frame header on, as far as a decoder reads. */
function countScans(bytes: Buffer, start: number): number {
  let scans = 0
  let at = bytes.indexOf(0xff, start)
  while (at !== -1 && at + 1 < bytes.length && scans <= MAX_SCANS) {
    const marker = bytes[at + 1] ?? ESCAPED
    if (marker === END) break
    if (marker === SCAN) scans += 1
    const isSegment = marker !== ESCAPED && marker !== 0xff && !isLone(marker)
    // Of a segment the decoder skips as many bytes as it states; scan data goes on up to the next marker.
    const next = isSegment && at + 4 <= bytes.length ? at + 2 + bytes.readUInt16BE(at + 2) : at + 1
    at = bytes.indexOf(0xff, Math.max(next, at + 1))
  }
  return scans
}

const WEBP_ANIMATION = 0x02

const readWebpHeader: HeaderReader = bytes => {
  if (bytes.length < 30) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ': {
      if (bytes.toString('hex', 23, 26) !== '9d012a') return undefined
      const size = asSize(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
      return size && { ...size, isAnimated: false }
    }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isAnimated: false }
    }
    case 'VP8X': {
      const isAnimated = ((bytes[20] ?? 0) & WEBP_ANIMATION) !== 0
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, isAnimated }
    }
    default:
      return undefined
  }
}

function asSize(width: number, height: number): { width: number; height: number } | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Magic numbers. The declared type of a file is ignored. */
const FORMATS = [
  { type: 'image/jpeg', beginning: /^ffd8ff/, readHeader: readJpegHeader },
  { type: 'image/png', beginning: /^89504e470d0a1a0a/, readHeader: readPngHeader },
  { type: 'image/webp', beginning: /^52494646.{8}57454250/, readHeader: readWebpHeader },
] as const

export type PictureType = (typeof FORMATS)[number]['type']

/** Undefined when it begins like none of the formats; without a header when it begins like one and violates it. */
export function readPictureHeader(
  bytes: Buffer,
): { readonly type: PictureType; readonly header: PictureHeader | undefined } | undefined {
  const beginning = bytes.toString('hex', 0, 12)
  const format = FORMATS.find(each => each.beginning.test(beginning))
  return format && { type: format.type, header: format.readHeader(bytes) }
}
