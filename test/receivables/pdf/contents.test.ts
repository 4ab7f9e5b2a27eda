import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { formatDigitLine } from '../../../src/brazil/boleto.ts'
import { renderBilletPdf } from '../../../src/domains/receivables/billets/pdf/render.ts'
import { parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { ensureScanner, readBox, readWords, type Word } from './scanner.ts'
import { createSheet, createSheets } from './sheets.ts'

before(ensureScanner)

/** The slip at the bottom of a page: x from 14 to 196 mm, its right column from 148 mm. */
const left = { left: 14, right: 148 }
const right = { left: 148, right: 196 }
const rows = {
  header: { top: 186, bottom: 196 },
  place: { top: 198, bottom: 202.8 },
  beneficiary: { top: 205, bottom: 213 },
  document: { top: 215.2, bottom: 219.8 },
  terms: { top: 222, bottom: 226.6 },
  instructions: { top: 228.5, bottom: 256 },
  payer: { top: 256.6, bottom: 268.4 },
}

async function readPage(number: number, bank = 0): Promise<Word[]> {
  const [words = []] = readWords(await renderBilletPdf([createSheet(number, { bank })], 'page'))
  return words
}

test('each field of the slip is in its own cell, in Brazilian format', async () => {
  const { billet } = createSheet(3)
  const words = await readPage(3)
  assert.equal(readBox(words, { left: 14, right: 41, ...rows.header }), 'Bradesco')
  assert.equal(readBox(words, { left: 41, right: 62, ...rows.header }), '237-2')
  assert.equal(readBox(words, { left: 62, right: 196, ...rows.header }), formatDigitLine(billet.digitLine))
  assert.equal(readBox(words, { ...right, ...rows.place }), '13/02/2027')
  assert.match(
    readBox(words, { ...left, ...rows.beneficiary }),
    /^Financeira Exemplo S\.A\. – Crédito, Financiamento e Investimento CNPJ 12\.ABC\.345\/01DE-35 Avenida Paulista/,
  )
  assert.equal(readBox(words, { ...right, ...rows.beneficiary }), '1172/0403005-2')
  assert.equal(readBox(words, { ...left, ...rows.document }), '13/11/2026 12345678-03 OU N 13/11/2026')
  assert.equal(readBox(words, { ...right, ...rows.document }), `09/${billet.printedOurNumber}`)
  assert.equal(readBox(words, { ...left, ...rows.terms }), '09 R$')
  assert.equal(readBox(words, { ...right, ...rows.terms }), 'R$ 3.301,63')
  const instructions = readBox(words, { ...left, ...rows.instructions })
  assert.match(instructions, /Parcela 3 de 24 da compra em Móveis & Cia Decorações/)
  assert.match(instructions, /multa de 2% \(R\$ 66,03\) e juros de 1% ao mês/)
  assert.match(instructions, /Não receber após 17\/03\/2027\./)
  assert.equal(
    readBox(words, { left: 14, right: 196, ...rows.payer }).replace('Pagador ', ''),
    'Conceição Araújo Gonçalves da Silva CPF 529.982.247-25 Rua das Laranjeiras, 430, apto 1102, bloco B 22240-006 Rio de Janeiro – RJ',
  )
})

test('the shop’s company stands at the foot of the slip, and an unnamed payer’s CPF is written once on it', async () => {
  const unnamed = createSheet(3, { payer: { name: 'Cliente CPF 529.982.247-25' } })
  const company = { legalName: 'Móveis & Cia Comércio Ltda.', cnpj: '11222333000181' }
  const sheet = { ...unnamed, shop: { ...unnamed.shop, ...company } }
  const [words = []] = readWords(await renderBilletPdf([sheet], 'page'))
  const foot = readBox(words, { left: 14, right: 148, top: 268.4, bottom: 271.5 })
  assert.equal(foot, 'Beneficiário final Móveis & Cia Comércio Ltda. – CNPJ 11.222.333/0001-81')
  assert.match(
    readBox(words, { left: 14, right: 196, ...rows.payer }).replace('Pagador ', ''),
    /^Cliente CPF 529\.982\.247-25 Rua das Laranjeiras/,
  )
  const [booklet = []] = readWords(await renderBilletPdf([sheet], 'booklet'))
  assert.ok(
    booklet
      .map(({ text }) => text)
      .join(' ')
      .includes('Beneficiário final Móveis & Cia Comércio Ltda.'),
  )
})

test('a slip whose title is being registered says so, and has neither line nor barcode', async () => {
  for (const number of [0, 3]) {
    const sheet = createSheet(number, { billet: { registration: 'pending' } })
    for (const layout of ['page', 'booklet'] as const) {
      const pdf = await renderBilletPdf([sheet], layout)
      const text = (readWords(pdf)[0] ?? []).map(word => word.text).join(' ')
      assert.match(text, /EM REGISTRO NO BANCO/)
      assert.ok(!text.includes(formatDigitLine(sheet.billet.digitLine)))
      assert.ok(pdf.length < (await renderBilletPdf([createSheet(number)], layout)).length)
    }
  }
})

test('the receipt above the cut line names both sides, the amount, the day and the number', async () => {
  const receipt = readBox(await readPage(3, 1), { left: 0, right: 210, top: 0, bottom: 184 })
  for (const part of [
    'R$ 3.301,63',
    '13/02/2027',
    '3 de 24',
    'Conceição Araújo',
    '0810/53678-9',
    '109/00001003',
  ])
    assert.ok(receipt.includes(part), `${part} in ${receipt}`)
})

test('only a billet with a Pix code says that Pix is accepted', async () => {
  const text = async (number: number) => (await readPage(number)).map(word => word.text).join(' ')
  assert.match(await text(0), /Pague com Pix/)
  assert.doesNotMatch(await text(1), /Pix/)
})

test('a page is made for each billet in the order given, a booklet page for every three', async () => {
  const sheets = createSheets(7)
  const pages = readWords(await renderBilletPdf(sheets, 'page'))
  assert.deepEqual(
    pages.map(words => readBox(words, { ...right, ...rows.terms })),
    ['R$ 197,92', 'R$ 1.232,49', 'R$ 2.267,06', 'R$ 3.301,63', 'R$ 4.336,20', 'R$ 5.370,77', 'R$ 6.405,34'],
  )
  const strips = readWords(await renderBilletPdf(sheets, 'booklet'))
  assert.deepEqual(
    strips.map(words => words.filter(word => word.text === 'Nosso').length / 2),
    [3, 3, 1],
  )
})

test('the same billets give the same bytes at any time, and say when they were issued', async () => {
  const first = await renderBilletPdf(createSheets(3), 'page')
  await new Promise(resolve => setTimeout(resolve, 1_100))
  const second = await renderBilletPdf(createSheets(3), 'page')
  assert.ok(first.equals(second))
  assert.match(first.toString('latin1'), /\(D:20261113120000Z\)/)
  assert.ok(!first.equals(await renderBilletPdf(createSheets(4), 'page')))
})

test('a late billet and one paid in part print what is owed on the day; the codes keep the face value', async () => {
  const printedOn = parseCalendarDate('2027-02-23')
  // R$ 3.301,63, ten days late: 2 % and 10/30 of 1 %.
  const [late = []] = readWords(await renderBilletPdf([{ ...createSheet(3), printedOn }], 'page'))
  assert.match(readBox(late, { left: 14, right: 86, top: 38, bottom: 50 }), /R\$ 3\.378,67/)
  assert.equal(readBox(late, { ...right, ...rows.terms }), 'R$ 3.301,63')
  // Below the face value the slip adds the charges up to the amount that the receipt asks for.
  const column = readBox(late, { left: 148, right: 196, top: 228.5, bottom: 256.6 })
  assert.match(column, /R\$ 77,04.*R\$ 3\.378,67$/)
  assert.match(readBox(late, { left: 14, right: 86, top: 34, bottom: 39 }), /A pagar em 23\/02\/2027/)
  const sentence = 'Em 23/02/2027, cobrar R$ 3.378,67 (multa R$ 66,03, juros R$ 11,01).'
  for (const box of [
    { left: 14, right: 196, top: 50, bottom: 60 },
    { ...left, ...rows.instructions },
  ])
    assert.ok(readBox(late, box).includes(sentence), readBox(late, box))
  const part = { partPaidCentavos: 100_000, openFineCentavos: 6_603, openInterestCentavos: 1_101 }
  const sheet = { ...createSheet(3, { billet: part }), printedOn }
  const [words = []] = readWords(await renderBilletPdf([sheet], 'booklet'))
  const text = words.map(word => word.text).join(' ')
  assert.match(text, /cobrar R\$ 2\.386,34 \(já pagos R\$ 1\.000,00, multa R\$ 66,03, juros R\$ 18,68\)\./)
})
