import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { VarintReader, VarintWriter } from './varint.ts'

test('unsigned numbers, signed numbers and doubles are read back as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.maxSafeNat(), fc.integer(), fc.double({ noNaN: true }))), rows => {
      const writer = new VarintWriter()
      for (const [natural, signed, double] of rows) {
        writer.write(natural)
        writer.writeSigned(signed)
        writer.writeDouble(double)
      }
      const reader = new VarintReader(writer.written)
      for (const row of rows) assert.deepEqual([reader.read(), reader.readSigned(), reader.readDouble()], row)
      assert.ok(reader.isAtEnd)
    }),
  )
})

test('values at the limits of a byte and of a safe integer are exact', () => {
  for (const value of [0, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    const writer = new VarintWriter()
    writer.write(value)
    assert.equal(new VarintReader(writer.written).read(), value)
  }
})

test('a fraction, a negative number or truncated bytes are an error, not a wrong number', () => {
  const writer = new VarintWriter()
  for (const bad of [-1, 0.5, Number.NaN, 2 ** 53]) assert.throws(() => writer.write(bad), RangeError)
  assert.throws(() => new VarintReader(Buffer.of(0x80)).read(), RangeError)
})
