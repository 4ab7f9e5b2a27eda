import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPicture, MAX_PICTURE_BYTES } from './picture.ts'

const starting = (hex: string, length = 100): Buffer => {
  const bytes = Buffer.alloc(length)
  Buffer.from(hex, 'hex').copy(bytes)
  return bytes
}

test('JPEG, PNG and WebP are known by their first bytes', () => {
  assert.deepEqual(checkPicture(starting('ffd8ffe0')), { type: 'image/jpeg' })
  assert.deepEqual(checkPicture(starting('89504e470d0a1a0a')), { type: 'image/png' })
  assert.deepEqual(checkPicture(starting('524946461234567857454250')), { type: 'image/webp' })
})

test('anything else is no picture, whatever it is called', () => {
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('%PDF-1.7'),
    Buffer.from('GIF89a'),
    starting('524946461234567857415645'),
    starting('00ffd8ff'),
    starting('89504e470d0a1a'),
    Buffer.from([0xff]),
  ])
    assert.deepEqual(checkPicture(bytes), { problem: 'not-a-picture' })
  assert.deepEqual(checkPicture(Buffer.alloc(0)), { problem: 'empty' })
})

test('eight megabytes are taken, one byte more is not', () => {
  assert.deepEqual(checkPicture(starting('ffd8ff', MAX_PICTURE_BYTES)), { type: 'image/jpeg' })
  assert.deepEqual(checkPicture(starting('ffd8ff', MAX_PICTURE_BYTES + 1)), { problem: 'too-large' })
})
