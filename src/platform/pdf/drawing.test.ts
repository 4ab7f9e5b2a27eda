import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Drawing } from './drawing.ts'
import { computeWidth } from './fonts.ts'

const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ maxLength: 80 }))
const TEXT_OPERATOR = /^BT \/R [\d.]+ Tf 1 0 0 -1 [\d.-]+ [\d.]+ Tm \(((?:[^()\\]|\\[()\\])*)\) Tj ET$/

const readEscapes = (text: string) => text.replaceAll(/\\(.)/g, '$1')

test('no text can end its string: whatever is written, a page has one text operator', () => {
  fc.assert(
    fc.property(anything, text => {
      const drawing = new Drawing()
      drawing.text(text, { x: 10, y: 20, room: 50 }, { font: 'R', points: 8 })
      const orders = drawing.toString()
      if (orders !== '') assert.match(orders, TEXT_OPERATOR)
    }),
    { numRuns: 2_000 },
  )
})

test('no text is wider than its space, however it is aligned or shrunk', () => {
  const places = fc.record({ room: fc.integer({ min: 4, max: 180 }), least: fc.integer({ min: 4, max: 10 }) })
  fc.assert(
    fc.property(anything, places, (text, { room, least }) => {
      const drawing = new Drawing()
      const style = { font: 'R', points: 10, leastPoints: least } as const
      drawing.text(text, { x: 0, y: 20, room, align: 'right' }, style)
      const [, size = '', x = ''] = /\/R ([\d.]+) Tf 1 0 0 -1 ([\d.-]+)/.exec(drawing.toString()) ?? []
      const shown = readEscapes(TEXT_OPERATOR.exec(drawing.toString())?.[1] ?? '')
      assert.ok(computeWidth('R', Number(size), shown) <= room + 0.01)
      assert.ok(Number(x) >= -0.01)
    }),
    { numRuns: 2_000 },
  )
})

test('a paragraph keeps its number of lines and its width', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 1, max: 4 }),
      (text, lines) => {
        const drawing = new Drawing()
        drawing.paragraph(text, { x: 0, y: 0, room: 40 }, { font: 'R', points: 7, lines, leading: 3 })
        const orders = drawing.toString().split('\n').filter(Boolean)
        assert.ok(orders.length <= lines)
        for (const order of orders) {
          const shown = readEscapes(TEXT_OPERATOR.exec(order)?.[1] ?? '(')
          assert.ok(computeWidth('R', (7 * 25.4) / 72, shown) <= 40.01)
        }
      },
    ),
  )
})
