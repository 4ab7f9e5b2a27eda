import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asFile, placeText, returnLines } from '../../../../../test/receivables/cnab/return-text.ts'
import { InputError } from '../../../../kernel/faults.ts'
import { parseReturn } from './return-file.ts'

const OURS = '00600000000758964525'
const titles = [1500, 2500].map(paid => ({ occurrence: '06', ourNumber: OURS, paid }))
const lines = returnLines({ bank: '237', agency: '1172', account: '0403005', titles })
const whole = asFile(lines)

/** The same file with one line overwritten at a position. */
function patch(lineNumber: number, position: number, text: string): string {
  const line = lines[lineNumber - 1] ?? ''
  return asFile(
    lines.with(lineNumber - 1, line.slice(0, position - 1) + text + line.slice(position - 1 + text.length)),
  )
}

const without = (lineNumber: number): string => asFile(lines.toSpliced(lineNumber - 1, 1))

const corpus: Readonly<Record<string, readonly [text: string, line: number | undefined, reason: RegExp]>> = {
  'nothing at all': ['', undefined, /empty/],
  'only the mark of an end': ['\u001a', undefined, /empty/],
  'a table with commas': ['our number,amount\r\n1,2\r\n', 1, /17 characters instead of 240/],
  'an old file of 400 columns': [asFile([placeText([[1, '02RETORNO']], 400)]), 1, /CNAB 400/],
  'bytes of a picture': [`\u0089PNG\r\n\u001a\n${'\u0000'.repeat(300)}`, 1, /4 characters instead of 240/],
  'a line with a zero byte': [patch(3, 60, '\u0000'), 3, /control characters/],
  'a file for people, 240 wide': [asFile(['EXTRATO'.padEnd(240)]), 1, /not a file header/],
  'a bank that we do not know': [patch(1, 1, '999'), 1, /bank 999 is not one of/],
  'a file that goes to the bank': [patch(1, 143, '1'), 1, /a file for the bank, not a return file/],
  'a line of another bank': [patch(4, 1, '341'), 4, /of bank 341, the file of bank 237/],
  'a line that is too short': [whole.replace(`${lines[3]}`, `${lines[3]?.slice(1)}`), 4, /239 characters/],
  'a line that is too long': [whole.replace(`${lines[3]}`, `${lines[3]} `), 4, /241 characters/],
  'a letter of two bytes': [
    Buffer.from(patch(3, 149, 'JOSÉ'), 'utf8').toString('latin1'),
    3,
    /241 characters/,
  ],
  'an empty line between': [asFile(lines.toSpliced(3, 0, '')), 4, /0 characters/],
  'one line ended otherwise': [whole.replace('\r\n', '\n'), 1, /line ending differs|481 characters/],
  'one line ended by a return only': [
    asFile(lines, '\n').replace('\n', '\r'),
    1,
    /line ending differs|481 characters/,
  ],
  'cut within a line': [whole.slice(0, 1000), 5, /characters instead/],
  'cut between lines': [asFile(lines.slice(0, 4)), 4, /without its trailer/],
  'without its last line': [asFile(lines.slice(0, -1)), 7, /without its trailer/],
  'without its batch trailer': [without(7), 2, /batch 1 ends without its trailer/],
  'without its batch header': [without(2), 2, /outside of a batch/],
  'without one pair': [asFile(lines.toSpliced(4, 2)), 6, /counts 8 lines, there are 6/],
  'a wrong count of lines': [patch(8, 24, '000009'), 8, /counts 9 lines, there are 8/],
  'a wrong count of batches': [patch(8, 18, '000002'), 8, /counts 2 batches, there are 1/],
  'a wrong count of records': [patch(7, 18, '000005'), 7, /counts 5 records of the batch, there are 6/],
  'a wrong count of titles': [patch(7, 24, '000003'), 7, /counts 3 titles, there are 2/],
  'a wrong count of titles of another portfolio': [
    patch(7, 24, `${'000002'.padEnd(23, '0')}000001`),
    7,
    /counts 3 titles, there are 2/,
  ],
  'a wrong amount of titles': [
    patch(7, 30, '8001'.padStart(17, '0')),
    7,
    /the trailer totals titles of 8001 centavos, but they add up to 8000/,
  ],
  'a total with a letter': [patch(7, 46, 'X'), 7, /titleAmount is not a number/],
  'two file headers': [asFile(lines.toSpliced(1, 0, lines[0] ?? '')), 2, /type 0 stands outside/],
  'a T without its U': [patch(4, 14, 'T'), 3, /not followed by its segment U/],
  'a T at the end': [patch(6, 14, 'T'), 5, /not followed by its segment U/],
  'a U without its T': [patch(3, 14, 'U'), 3, /follows no segment T/],
  'a T written as another segment': [patch(3, 14, 'P'), 4, /follows no segment T/],
  'a segment without a letter': [patch(3, 14, '7'), 3, /"7" is not a segment/],
  'a U about something else': [patch(4, 16, '09'), 4, /occurrence 09 does not match occurrence 06/],
  'numbers that fall': [patch(5, 9, '00001'), 5, /number 1 comes after number 2/],
  'a line of another batch': [patch(4, 4, '0002'), 4, /of batch 2/],
  'a batch of another service': [patch(2, 10, '20'), 2, /T20 is not a return of collection/],
  'an amount with a letter': [patch(4, 92, 'O'), 4, /paid is not a number/],
  'an amount with a point': [patch(4, 78, '00000000001.500'), 4, /paid is not a number/],
  'a day that does not exist': [patch(4, 138, '31022026'), 4, /occurredOn is not a date/],
  'a payment of nothing': [patch(4, 78, '0'.repeat(15)), 4, /no amount or no date/],
  'a payment without a day': [patch(4, 138, '00000000'), 4, /no amount or no date/],
}

test('the file that the broken ones are derived from is valid', () => {
  assert.equal(parseReturn(whole).reports.length, 2)
  assert.equal(parseReturn(`${whole}\u001a`).reports.length, 2)
  assert.equal(parseReturn(patch(7, 24, `${'000002'.padEnd(19, '0')}8000`)).reports.length, 2)
  assert.equal(parseReturn(whole.trimEnd().padEnd(whole.length - 2)).reports.length, 2)
})

for (const [name, [text, line, reason]] of Object.entries(corpus)) {
  test(`refused as a whole, with line and reason: ${name}`, () => {
    assert.throws(
      () => parseReturn(text),
      (error: unknown) => {
        assert.ok(error instanceof InputError, String(error))
        assert.match(error.message, reason)
        assert.equal(error.line, line)
        if (line !== undefined) assert.ok(error.message.startsWith(`Line ${line}: `))
        return true
      },
    )
  })
}

test('a randomly changed file is either read or refused with an InputError', () => {
  fc.assert(
    fc.property(
      fc.nat(whole.length),
      fc.nat(400),
      fc.string({ maxLength: 300, unit: 'binary' }),
      (at, gone, put) => {
        try {
          parseReturn(whole.slice(0, at) + put + whole.slice(at + gone))
        } catch (error) {
          assert.ok(error instanceof InputError, String(error))
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('no random text is accepted as a return file', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), text => {
      assert.throws(() => parseReturn(text), InputError)
    }),
  )
})

test('a truncated file is refused, wherever it is cut', () => {
  for (let length = 0; length < whole.trimEnd().length - 240; length += 7)
    assert.throws(() => parseReturn(whole.slice(0, length)), InputError)
})
