import { InputError } from '../kernel/faults.ts'
import { LINE_LENGTH } from './cnab-record.ts'

/** Some DOS programs still end files with this character. */
const END_OF_FILE = '\u001a'
const CONTROL_CHARACTER = /[\p{Cc}]/u
const OLD_LINE_LENGTH = 400

/** Splits a CNAB 240 file: lines of 240 printable characters with one kind of line ending. Anything else is refused. */
export function splitCnabLines(text: string): string[] {
  const body = text.endsWith(END_OF_FILE) ? text.slice(0, -1) : text
  if (body === '') throw new InputError('The file is empty')
  const lineEnd = body.includes('\r\n') ? '\r\n' : '\n'
  const lines = body.split(lineEnd)
  if (lines.at(-1) === '') lines.pop()
  lines.forEach((line, index) => {
    checkLine(line, index + 1)
  })
  return lines
}

function checkLine(line: string, number: number): void {
  if (/[\r\n]/.test(line))
    throw new InputError('its line ending differs from that of the other lines', { line: number })
  if (line.length === OLD_LINE_LENGTH)
    throw new InputError('it has 400 characters: this is a CNAB 400 file, only CNAB 240 is read', {
      line: number,
    })
  if (line.length !== LINE_LENGTH)
    throw new InputError(`it has ${line.length} characters instead of ${LINE_LENGTH}`, { line: number })
  if (CONTROL_CHARACTER.test(line))
    throw new InputError('it contains control characters: this is not a text file', { line: number })
}
