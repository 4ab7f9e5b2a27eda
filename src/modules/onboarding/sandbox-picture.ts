import { crc32, deflateSync } from 'node:zlib'
import type { DocumentKind } from './evidence.ts'

const WIDTH = 1_280
const HEIGHT = 800
const GREY_OF: Readonly<Record<DocumentKind, number>> = { front: 200, back: 150, selfie: 100 }

const pictures = new Map<DocumentKind, Buffer>()

/** A plain grey PNG of the size that a camera makes, for customers who do not exist. */
export function composePicture(kind: DocumentKind): Buffer {
  const picture = pictures.get(kind) ?? writePng(GREY_OF[kind])
  pictures.set(kind, picture)
  return picture
}

function writePng(grey: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header[8] = 8
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(WIDTH, grey)])
  const rows = Buffer.concat(Array.from({ length: HEIGHT }, () => row))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(rows)),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

function writeChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
