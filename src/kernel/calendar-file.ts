/* Calendar files (RFC 5545), so that due dates stand in the customer's own calendar. */

export interface CalendarEntry {
  /** Stays the same when the file is made again, so that a calendar replaces the entry. */
  readonly id: string
  /** YYYY-MM-DD. */
  readonly date: string
  readonly title: string
  readonly text: string
}

const CRLF = '\r\n'
const LONGEST_LINE_BYTES = 75

/** Whole days, each with a reminder at nine in the morning of the day before. */
export function composeCalendarFile(entries: readonly CalendarEntry[], now: Date): string {
  const stamp = `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Crediario//Parcelas//PT-BR',
    'METHOD:PUBLISH',
    ...entries.flatMap(({ id, date, title, text }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(id)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
      `SUMMARY:${escapeText(title)}`,
      `DESCRIPTION:${escapeText(text)}`,
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT15H',
      `DESCRIPTION:${escapeText(title)}`,
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map(line => foldLine(line) + CRLF).join('')
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, sign => `\\${sign}`).replaceAll(/\r?\n/g, '\\n')
}

/** A longer line goes on in the next one, after a space; a letter of several bytes stays whole. */
function foldLine(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let room = LONGEST_LINE_BYTES
  for (const letter of line) {
    const { length } = encoder.encode(letter)
    if (length > room) {
      folded += `${CRLF} `
      room = LONGEST_LINE_BYTES - 1
    }
    folded += letter
    room -= length
  }
  return folded
}
