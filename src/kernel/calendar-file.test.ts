import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeCalendarFile } from './calendar-file.ts'

const NOW = new Date('2026-03-01T12:00:00.123Z')

test('every date is a whole day of its own, with a reminder the day before', () => {
  const file = composeCalendarFile(
    [
      { id: 'p-1', date: '2026-04-09', title: 'Parcela 1 de 2', text: 'R$ 10,00; Loja A' },
      { id: 'p-2', date: '2026-05-09', title: 'Parcela 2 de 2', text: 'um\ndois \\' },
    ],
    NOW,
  )
  assert.equal(file.match(/BEGIN:VEVENT/g)?.length, 2)
  assert.match(file, /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  assert.match(file, /DTSTAMP:20260301T120000Z\r\nDTSTART;VALUE=DATE:20260409\r\n/)
  assert.match(file, /DESCRIPTION:R\$ 10\\,00\\; Loja A\r\n/)
  assert.match(file, /DESCRIPTION:um\\ndois \\\\\r\n/)
  assert.match(file, /TRIGGER:-PT15H\r\n/)
  assert.ok(file.endsWith('END:VCALENDAR\r\n'))
})

test('no line is longer than 75 bytes, and unfolded it is the text again', () => {
  const title = 'Parcela na Loja São João '.repeat(12)
  const file = composeCalendarFile([{ id: 'p', date: '2026-04-09', title, text: '' }], NOW)
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.ok(file.replaceAll('\r\n ', '').includes(`SUMMARY:${title}\r\n`))
})
