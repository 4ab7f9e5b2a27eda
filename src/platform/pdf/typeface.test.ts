import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { composeDocument } from './a4-document.ts'
import { Drawing } from './drawing.ts'
import { TYPEFACES } from './typeface.ts'
import { listWinAnsi, toWinAnsi } from './win-ansi.ts'

test('every character of the encoding has a width, and all figures the same one', () => {
  for (const { widths } of Object.values(TYPEFACES)) {
    for (const [byte, character] of listWinAnsi()) assert.ok((widths[byte] ?? 0) > 0, character)
    assert.equal(new Set(widths.slice(0x30, 0x3a)).size, 1)
  }
})

test('characters that the typeface lacks are written with their nearest letters', () => {
  assert.equal(toWinAnsi('Škoda, Žižkov, LOUŸS'), 'Skoda, Zizkov, LOUYS')
  assert.equal(toWinAnsi('ƒ 5 ‰ † ‡'), 'f 5 %o + +')
})

test('a document carries both weights as TrueType fonts, whatever the viewer has', async () => {
  const drawing = new Drawing()
  drawing.text('Crediário', { x: 10, y: 20, room: 50 }, { font: 'B', points: 8 })
  const pdf = await composeDocument([drawing.toString()], { title: 'Teste', createdAt: new Date(0) })
  const text = pdf.toString('latin1')
  for (const { name, file, fileLength } of Object.values(TYPEFACES)) {
    assert.ok(text.includes(`/FontName /${name}`))
    assert.ok(pdf.includes(file))
    assert.equal(inflateSync(file).length, fileLength)
  }
  assert.equal(text.split('/FontFile2').length, 3)
})
