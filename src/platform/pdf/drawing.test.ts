import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { drawComposition, drawInstallmentRing, drawLogo } from './brand-parts.ts'
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

test('a path of the brand becomes operators of a PDF, in its colour', () => {
  const drawing = new Drawing()
  drawing.stroke('M1 2L3 4C5 6 7 8 9 10', { x: 20, y: 30, scale: 0.5 }, 2, '#3538cd')
  assert.equal(
    drawing.toString(),
    'q 0.500000 0 0 0.500000 20 30 cm 0.208 0.22 0.804 RG 2 w 1 2 m 3 4 l 5 6 7 8 9 10 c S Q',
  )
})

test('logo, composition bar and ring are drawn from finite numbers only', () => {
  const drawing = new Drawing()
  drawLogo(drawing, 10, 10)
  const parts = [
    { name: 'released', value: 99_200, text: 'R$ 992,00' },
    { name: 'interest', value: 32_204, text: 'R$ 322,04' },
    { name: 'fee', value: 0, text: 'R$ 0,00' },
  ] as const
  const height = drawComposition(drawing, parts, { x: 18, y: 40, width: 174 }, 'purchase')
  drawInstallmentRing(drawing, ['paid', 'late', 'next', 'open'], { x: 18, y: 90, size: 40 })
  const orders = drawing.toString()
  assert.doesNotMatch(orders, /NaN|Infinity|undefined/)
  assert.match(orders, /De cada R\$ 100 que você paga, R\$ 75 são da compra e R\$ 25 são do crédito\./)
  assert.ok(!orders.includes('Tarifa') && height > 20)
})
