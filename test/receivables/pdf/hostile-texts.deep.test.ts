import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { renderBilletPdf } from '../../../src/domains/receivables/billets/pdf/render.ts'
import type { BilletSheet } from '../../../src/domains/receivables/billets/pdf/sheet.ts'
import { ensureScanner, readWords, scanPdf } from './scanner.ts'
import { createPixCode, createSheet } from './sheets.ts'

before(ensureScanner)

const HOSTILE = [
  '',
  ' ',
  'A'.repeat(5_000),
  'Ana '.repeat(2_000),
  'W'.repeat(300),
  '\\) Tj ET Q 1 0 0 RG 0 0 500 500 re f BT (',
  ') Tj (Beneficiário: Outro',
  '(((((((((',
  '\\\\\\\\\\',
  '\\101\\051 endstream endobj',
  '%PDF-1.4\n1 0 obj <</JS (app.alert(1))>> endobj',
  'Nome\r\nCNPJ 99.999.999/9999-99\nFavorecido: Golpe',
  '\u0000\u0001\u001b[31m\u007f',
  '\u202eedrevni\u202c \u2066x\u2069 \u200f\u200b\ufeff',
  'محمد عبد الله',
  'יוסף כהן',
  '王小明',
  'Дмитрий Щербаков',
  'Παναγιώτης',
  'Nguyễn Thị Hồng',
  '👩‍👩‍👧‍👦🇧🇷🏳️‍🌈 Zoë',
  'Z̷̢̛͓͇͑͐͝a̵̡̡̛͇͖͂̃̕l̸̛̻̮͒̋͜g̸̢̺̑ö̶̧͇̠́̓̚',
  '\ud800 lone \udfff',
  '﷽'.repeat(100),
  'José\u0301 Ção ß Œ € … “aspas” – —',
  '<script>alert(1)</script> & "x" \'y\' {{x}}',
]

/** Each sheet has different codes, because the scanner reports equal codes on a page only once. */
function sheetWith(text: string, number = 0): BilletSheet {
  const account = { beneficiaryAddress: text, beneficiaryName: text }
  const { billet, account: lender } = createSheet(number)
  const place = { street: text, number: text, complement: text, city: text, state: text, zipCode: text }
  return createSheet(number, {
    payer: { name: text, ...place },
    account,
    billet: { pixCode: createPixCode(lender, billet.amountCentavos) },
    retailerName: text,
  })
}

test('no name or address breaks a page, moves a code or leaves the paper', async () => {
  const sheets = HOSTILE.map(sheetWith)
  for (const layout of ['page', 'booklet'] as const) {
    const pdf = await renderBilletPdf(sheets, layout)
    for (const { left, right, top, bottom, text } of readWords(pdf).flat())
      assert.ok(left >= 6 && right <= 204 && top >= 0 && bottom <= 297, text)
    const pages = scanPdf(pdf, 150)
    assert.deepEqual(
      pages.flatMap(page => page.barcodes).toSorted(),
      sheets.map(sheet => sheet.billet.barcode).toSorted(),
    )
    assert.deepEqual(
      pages.flatMap(page => page.qrCodes).toSorted(),
      sheets.map(sheet => sheet.billet.pixCode).toSorted(),
    )
  }
})

test('a long name ends with an ellipsis before the document number, which is always whole', async () => {
  const [words = []] = readWords(await renderBilletPdf([sheetWith('Maria da Silva '.repeat(40))], 'page'))
  const documents = words.filter(word => word.text === '529.982.247-25' && word.top > 250)
  assert.equal(documents.length, 1)
  const line = words.filter(word => Math.abs(word.top - (documents[0]?.top ?? 0)) < 1)
  assert.ok(line.some(word => word.text.endsWith('…')))
  for (const word of line)
    assert.ok(word.text === documents[0]?.text || word.right < (documents[0]?.left ?? 0))
})

test('other alphabets are transliterated where possible, and Portuguese accents are kept', async () => {
  const read = async (name: string) => {
    const [words = []] = readWords(await renderBilletPdf([createSheet(1, { payer: { name } })], 'page'))
    return words.map(word => word.text).join(' ')
  }
  assert.match(await read('Дмитрий Щербаков'), /Dmitriy Shcherbakov|Dmitrii Shcherbakov/)
  assert.match(await read('Nguyễn Thị Hồng'), /Nguyen Thi Hong/)
  assert.match(await read('João Assunção Müller'), /João Assunção Müller/)
  assert.match(await read('😀 Zoë 😀 (Bar) \\ Foo'), /Zoë \(Bar\) \\ Foo/)
})

test('a slip whose codes differ from the printed figures is refused', async () => {
  const good = createSheet(0)
  const other = createSheet(1)
  const { barcode, digitLine } = other.billet
  const thief = { ...good.account, pixKey: '00000000-0000-4000-8000-000000000000' }
  const wrong = [
    { barcode },
    { barcode, digitLine },
    { amountCentavos: good.billet.amountCentavos + 1 },
    { dueDate: other.billet.dueDate },
    { ourNumber: 7 },
    { pixCode: createPixCode(thief, good.billet.amountCentavos) },
    { pixCode: createPixCode(good.account, 1) },
  ]
  for (const billet of wrong)
    await assert.rejects(
      renderBilletPdf([createSheet(0, { billet })], 'page'),
      /its codes name another/,
      JSON.stringify(billet),
    )
  await assert.rejects(
    renderBilletPdf(
      [createSheet(0, { billet: { digitLine: good.billet.digitLine.replace(/.$/, '9') } })],
      'page',
    ),
  )
  await assert.rejects(renderBilletPdf([], 'page'), RangeError)
})
