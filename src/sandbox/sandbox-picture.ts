import { crc32, deflateSync } from 'node:zlib'
import type { PictureKind } from '../contract/onboarding.ts'

/** The shapes below use these coordinates. */
const PAPER = { width: 1_280, height: 800 }
/** Small, because sandbox users wait until three of them are decoded and re-encoded. */
const SCALE = 2
const WIDTH = PAPER.width / SCALE
const HEIGHT = PAPER.height / SCALE

type Colour = readonly [red: number, green: number, blue: number]
type Shape = readonly [covers: (x: number, y: number) => boolean, colour: Colour]

const box =
  (left: number, top: number, right: number, bottom: number) =>
  (x: number, y: number): boolean =>
    x >= left && x < right && y >= top && y < bottom
const oval =
  (centreX: number, centreY: number, radiusX: number, radiusY: number) =>
  (x: number, y: number): boolean =>
    ((x - centreX) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2 < 1

const TABLE: Colour = [214, 221, 217]
const CARD: Colour = [246, 243, 230]
const BAND: Colour = [47, 111, 84]
const INK: Colour = [140, 148, 140]
const SKIN: Colour = [196, 158, 130]
const HAIR: Colour = [74, 58, 50]
const SHIRT: Colour = [92, 116, 140]
const WALL: Colour = [200, 210, 216]

/** A line of print, as seen from afar. */
const print = (left: number, top: number, width: number): Shape => [
  box(left, top, left + width, top + 22),
  INK,
]
const card: readonly Shape[] = [
  [box(110, 80, 1_170, 720), CARD],
  [box(110, 80, 1_170, 180), BAND],
]
const person = (x: number, y: number, size: number): Shape[] => [
  [oval(x, y + 2.35 * size, 1.55 * size, 1.25 * size), SHIRT],
  [oval(x, y - 0.2 * size, 1.02 * size, 1.12 * size), HAIR],
  [oval(x, y + 0.12 * size, 0.82 * size, 1.02 * size), SKIN],
]

/** From the back to the front. */
const SHAPES: Readonly<Record<PictureKind, readonly Shape[]>> = {
  front: [
    ...card,
    [box(170, 240, 500, 660), WALL],
    ...person(335, 390, 100).map(([covers, colour]): Shape => {
      const within = box(170, 240, 500, 660)
      return [(x, y) => within(x, y) && covers(x, y), colour]
    }),
    ...[260, 340, 420, 500, 580].map((top, line) => print(560, top, 520 - line * 60)),
  ],
  back: [
    ...card,
    ...[250, 320, 390].map((top, line) => print(180, top, 640 - line * 110)),
    [(x, y) => box(880, 400, 1_120, 640)(x, y) && ((x >> 4) * 7 + (y >> 4) * 11) % 3 === 0, HAIR],
    ...[560, 620].map(top => print(180, top, 420)),
  ],
  selfie: [[box(0, 0, PAPER.width, PAPER.height), WALL], ...person(640, 330, 190)],
}

const pictures = new Map<PictureKind, Buffer>()

/** A fictitious document or face, for customers who do not exist. */
export function composePicture(kind: PictureKind): Buffer {
  const picture = pictures.get(kind) ?? writePng(SHAPES[kind])
  pictures.set(kind, picture)
  return picture
}

function writePng(shapes: readonly Shape[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8)
  const rowBytes = 1 + WIDTH * 3
  const rows = Buffer.alloc(rowBytes * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes)
    for (let x = 0; x < WIDTH; x++) {
      const [, colour] = shapes.findLast(([covers]) => covers(x * SCALE, y * SCALE)) ?? [undefined, TABLE]
      row.set(colour, 1 + x * 3)
    }
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(rows, { level: 1 })),
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
