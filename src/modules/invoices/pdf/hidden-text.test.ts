import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Part, writePage, writePdf } from '../../../../test/invoices/pdf-writer.ts'
import { renderSampleInvoice } from '../sample-invoice.ts'
import { readText } from './read-text.ts'

const RESOURCES =
  '/Font << /F1 5 0 R /T3 6 0 R >> /ExtGState << /Clear << /ca 0.05 >> /Plain << /ca 1 >> >> /XObject << /Form 7 0 R >> ' +
  '/Properties << /Layer 8 0 R >>'
const DRAWN: Part = {
  value:
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /FirstChar 0 /LastChar 255 ' +
    '/Encoding << /Differences [80 /P /e /d /i /d /o] >> /Widths [] >>',
}

function writeContent(content: string): Uint8Array {
  const form = 'BT /F1 11 Tf 40 700 Td (Pedido no formulario) Tj ET'
  return new Uint8Array(
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${RESOURCES} >> >>`,
      { value: `<< /Length ${content.length} >>`, stream: content },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      DRAWN,
      {
        value: `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Length ${form.length} >>`,
        stream: form,
      },
      '<< /Type /OCG /Name (Camada) >>',
    ]),
  )
}

const show = (more = '', at = '40 700', size = 11): string =>
  `BT /F1 ${size} Tf ${more} ${at} Td (Pedido 1234) Tj ET`

test('text that a reader sees is read: black, coloured, small print, turned, in a clip, on a background, in a form', async () => {
  const seen = {
    black: show(),
    coloured: `0.1 0.2 0.6 rg ${show()}`,
    'small print': show('', '40 700', 5),
    'on a background': `0.95 g 30 690 200 30 re f 0 g ${show()}`,
    'in a clip': `q 30 690 200 30 re W n ${show()} Q`,
    turned: 'BT /F1 11 Tf 0 1 -1 0 300 300 Tm (Pedido 1234) Tj ET',
    enlarged: 'BT /F1 1 Tf 11 0 0 11 40 700 Tm [(Pedido) -300 (1234)] TJ ET',
    outlined: `1 Tr ${show()} 0 Tr`,
    'blanks that are not seen': `${show()} BT /F1 11 Tf 3 Tr 0 0 Td (  ) Tj ET`,
    'in a form': '/Form Do',
    'after a restored state': `q 1 g 3 Tr Q ${show()}`,
  }
  for (const [name, content] of Object.entries(seen))
    assert.match((await readText(writeContent(content))) ?? '', /Pedido/, name)
  const issuer = { cnpj: '11222333000181', months: ['2601', '2601'] } as const
  const about = { orderId: '77', retailerName: 'Loja', cpf: '52998224725', purchaseCentavos: 100, ...issuer }
  assert.match(
    (await readText(new Uint8Array(await renderSampleInvoice(about, new Date())))) ?? '',
    /Pedido: 77/,
  )
  assert.match((await readText(new Uint8Array(writePage(['Pedido 1'])))) ?? '', /Pedido 1/)
})

test('a page with text that nobody sees counts for nothing, however it is hidden', async () => {
  const hidden = {
    invisible: show('3 Tr'),
    'clip only': show('7 Tr'),
    white: `1 g ${show()}`,
    'white in another colour space': `0 0 0 0 k ${show()}`,
    'nearly white': `0.95 0.95 0.96 rg ${show()}`,
    transparent: `/Clear gs ${show()}`,
    tiny: show('', '40 700', 1),
    'tiny by its matrix': 'BT /F1 11 Tf 0.1 0 0 0.1 40 700 Tm (Pedido 1234) Tj ET',
    'flat by its matrix': 'BT /F1 11 Tf 1 0 0 0.01 40 700 Tm (Pedido 1234) Tj ET',
    'below the page': show('', '40 -50'),
    'beside the page': show('', '900 700'),
    'moved off the page within a text': 'BT /F1 11 Tf 40 700 Td [(P) -90000 (edido 1234)] TJ ET',
    'outside its clip': `q 0 0 10 10 re W n ${show()} Q`,
    'within an empty clip': `q 0 0 0 0 re W n ${show()} Q`,
    'painted over': `${show()} 1 g 30 690 200 30 re f`,
    'in a layer': `/OC /Layer BDC ${show()} EMC`,
    'in a drawn font': 'BT /T3 11 Tf 40 700 Td (Pedido) Tj ET',
    'hidden beside plain text': `${show('', '40 500')} ${show('3 Tr')}`,
  }
  for (const [name, content] of Object.entries(hidden))
    assert.doesNotMatch((await readText(writeContent(content))) ?? '', /Pedido/, name)
})
