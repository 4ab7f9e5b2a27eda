import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { measureCpuMs } from '../../../test/support/measured-time.ts'
import { RequestError } from '../../contract/errors.ts'
import { parseJsonBody } from './json-body.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))

function refuses(text: string | Buffer, code: string, message: string): void {
  assert.throws(
    () => parseJsonBody(Buffer.from(text)),
    (error: unknown) => {
      assert.ok(error instanceof RequestError)
      assert.deepEqual({ code: error.code, message: error.message }, { code, message })
      if (code === 'invalid_json')
        assert.match(
          error.details[0]?.message ?? '',
          /^body is (?:not UTF-8|invalid JSON at line \d+, column \d+)$/,
        )
      return true
    },
  )
}

test('an empty body is an empty object, so that the key may come in the header or the query string', () => {
  assert.deepEqual(parse(''), {})
})

test('whatever JSON.stringify writes of an object is read back unchanged', () => {
  const names = fc.string({ unit: 'grapheme' }).filter(name => !isForbidden(name))
  const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'grapheme' }).map(text => text.replaceAll('\0', '')),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => (Object.is(value, -0) ? 0 : value)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 5 }),
      fc.dictionary(names, tie('tree'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(names, tree, { noNullPrototype: true }), fc.boolean(), (value, indented) => {
      assert.deepEqual(parse(JSON.stringify(value, undefined, indented ? 2 : undefined)), value)
    }),
  )
})

function isForbidden(name: string): boolean {
  return ['__proto__', 'constructor', 'prototype'].includes(name) || name.includes('\0')
}

test('any text is either refused with an error code or parsed as JSON.parse would', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u',
    'd800',
    '0000',
    '"a"',
    '1',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), parts => {
      const text = `{${parts.join('')}`
      try {
        assert.deepEqual(parse(text), JSON.parse(text))
      } catch (error) {
        assert.ok(error instanceof RequestError)
      }
    }),
    { numRuns: 2000 },
  )
})

test('anything but JSON in UTF-8 without a byte order mark is refused without quoting it', () => {
  const bad = [
    '{',
    '{"a":1,}',
    '{"a":NaN}',
    '{"a":1}//x',
    "{'a':1}",
    '{"a":"\n"}',
    'null x',
    '\uFEFF{}',
    '{"a"',
    '"',
  ]
  for (const text of bad) refuses(text, 'invalid_json', 'Body is not valid JSON')
  refuses(Buffer.from('{"a":1}', 'utf16le').subarray(0, 13), 'invalid_json', 'Body is not valid JSON')
  refuses(Buffer.from('fffe7b007d00', 'hex'), 'invalid_json', 'Body is not valid JSON')
  refuses(
    Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    'invalid_json',
    'Body is not valid JSON',
  )
})

test('only an object is a body', () => {
  for (const text of ['[]', '"a"', '1', 'null', 'true'])
    refuses(text, 'invalid_body', 'Body must be a JSON object')
})

test('20 levels are read and 21 are refused, objects and lists alike', () => {
  assert.ok(parse(`{"a":${'['.repeat(19)}${']'.repeat(19)}}`))
  refuses(`{"a":${'['.repeat(20)}${']'.repeat(20)}}`, 'invalid_body', 'Body nested too deeply')
  refuses(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 'invalid_body', 'Body nested too deeply')
})

test('5,000 levels and 100,000 members are refused at once, not after reading them all', () => {
  const deep = '['.repeat(5000)
  const wide = `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join(',')}}`
  const tookMs = measureCpuMs(() => {
    refuses(deep, 'invalid_body', 'Body nested too deeply')
    refuses(wide, 'invalid_body', 'Body has too many values')
  })
  assert.ok(tookMs < 100, `${tookMs} ms`)
})

test('a member named twice is refused at any level, also when one is written with escapes', () => {
  refuses('{"apiKey":"a","apiKey":"b"}', 'duplicate_field', 'Duplicate field apiKey')
  refuses('{"apiKey":"a","\\u0061piKey":"b"}', 'duplicate_field', 'Duplicate field apiKey')
  refuses('{"products":[{},{"id":1,"id":1}]}', 'duplicate_field', 'Duplicate field products[1].id')
  const many = Array.from({ length: 50 }, (_, i) => `"k${i}":0`).join(',')
  refuses(`{${many},"k7":1}`, 'duplicate_field', 'Duplicate field k7')
  refuses(`{${many},"k49":1}`, 'duplicate_field', 'Duplicate field k49')
  refuses('{"<b>":1,"<b>":2}', 'duplicate_field', 'Duplicate field')
  assert.deepEqual(parse('{"a":{"a":1},"b":[{"a":1},{"a":1}]}'), { a: { a: 1 }, b: [{ a: 1 }, { a: 1 }] })
})

test('names that poison prototypes are refused at any level, also written with escapes', () => {
  for (const name of ['__proto__', '\\u005f_proto__', 'constructor', 'prototype']) {
    refuses(`{"${name}":{}}`, 'forbidden_field_name', 'Forbidden field name')
    refuses(`{"a":[{"b":{"${name}":1}}]}`, 'forbidden_field_name', 'Forbidden field name')
  }
  assert.deepEqual(parse('{"a":"__proto__"}'), { a: '__proto__' })
})

test('NUL and half surrogate pairs are refused and the field is named', () => {
  for (const text of ['\\u0000', 'x\\ud800', '\\udc00\\ud800', '\\ud83dx', '😀\\ude00'])
    refuses(`{"city":"${text}"}`, 'forbidden_character', 'city contains a forbidden character')
  refuses(
    '{"products":[{"name":"a\\u0000"}]}',
    'forbidden_character',
    'products[0].name contains a forbidden character',
  )
  refuses('{"a\\u0000":1}', 'forbidden_character', 'Body contains a forbidden character')
  assert.deepEqual(parse('{"a":"\\ud83d\\ude00","b":"\\\\u0000","c":"\\"é"}'), {
    a: '😀',
    b: '\\u0000',
    c: '"é',
  })
})

test('long texts are read to their end, with and without escapes', () => {
  const long = 'x'.repeat(1000)
  const body = { a: long, b: `${long}"${long}`, c: `\\${long}`, d: long }
  assert.deepEqual(parse(JSON.stringify(body)), body)
  refuses(`{"a":"${long}\\u0000"}`, 'forbidden_character', 'a contains a forbidden character')
  refuses(`{"a":"${long}`, 'invalid_json', 'Body is not valid JSON')
})

test('more than 10,000 values are refused', () => {
  const list = (count: number) => `{"a":[${new Array(count).fill('0').join(',')}]}`
  assert.ok(parse(list(9_990)))
  refuses(list(10_001), 'invalid_body', 'Body has too many values')
})
