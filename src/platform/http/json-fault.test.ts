import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { measureCpuMs } from '../../../test/support/measured-time.ts'
import { locateJsonFault } from './json-body.ts'

test('the first character that is wrong is named by line and column', () => {
  const cases: [text: string, line: number, column: number][] = [
    ['{', 1, 2],
    ['{"a":1,}', 1, 8],
    ['{\n  "a": 1,\n  "b": 01\n}', 3, 9],
    ['{"a":NaN}', 1, 6],
    ['{"a":1}//x', 1, 8],
    ["{'a':1}", 1, 2],
    ['{"a":"\n"}', 1, 7],
    ['{"a":"\\x"}', 1, 8],
    ['[1 2]', 1, 4],
    ['[1}', 1, 3],
    ['{"a" 1}', 1, 6],
    ['{"a":}', 1, 6],
    ['\uFEFF{}', 1, 1],
    ['"abc', 1, 5],
    ['{\r\n"a":\r\n tru }', 3, 2],
  ]
  for (const [text, line, column] of cases)
    assert.deepEqual(locateJsonFault(text), { line, column }, JSON.stringify(text))
})

test('what stands before the fault is the beginning of some JSON, and with the fault it is not', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\n',
    '"a"',
    '1',
    '-',
    'true',
    'x',
    ' ',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), parts => {
      const text = parts.join('')
      const message = findMessage(text)
      if (message === undefined) return
      const { line, column } = locateJsonFault(text)
      const lines = text.split('\n')
      assert.ok(line <= lines.length && column <= (lines[line - 1] ?? '').length + 1)
      // The engine tells the place of some faults: then it is the same, but for numbers, of which it may have read a part.
      const told = /at position (\d+)/.exec(message)?.[1]
      if (told === undefined || /number|token/.test(message)) return
      const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
      assert.equal(at, Number(told), `${JSON.stringify(text)}: ${message}`)
    }),
    { numRuns: 3000 },
  )
})

function findMessage(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : assert.fail('not an error')
  }
}

test('a body of megabytes is searched in a moment', () => {
  const text = `{"a":"${'x'.repeat(14_000_000)}`
  const cpuMs = measureCpuMs(() => {
    assert.deepEqual(locateJsonFault(text), { line: 1, column: text.length + 1 })
  })
  assert.ok(cpuMs < 2_000, `${cpuMs} ms`)
})
