import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Part, writePage, writePdf } from '../../../../test/purchases/invoices/pdf-writer.ts'
import { renderSampleInvoice } from '../../../sandbox/sample-invoice.ts'
import { readText } from './read-text.ts'

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const RESOURCES =
  '/Font << /F1 5 0 R /F2 6 0 R >> /Shading << /Sh 9 0 R >> /ExtGState << /Clear << /ca 0.05 >> /Plain << /ca 1 >> >> /XObject << /Form 7 0 R >> ' +
  '/Properties << /Layer 8 0 R >>'
const DRAWN: Part = {
  value:
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /FirstChar 0 /LastChar 255 ' +
    '/Encoding << /Differences [80 /P /e /d /i /d /o] >> /Widths [] >>',
}

/** More objects begin at number 10. */
function writeContent(
  content: string,
  {
    font = HELVETICA,
    page = '',
    more = [],
  }: {
    readonly font?: Part | string
    readonly page?: string
    readonly more?: readonly (Part | string)[]
  } = {},
): Uint8Array {
  const form = 'BT /F1 11 Tf 40 700 Td (Pedido no formulario) Tj ET'
  return new Uint8Array(
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${RESOURCES} >> ${page} >>`,
      { value: `<< /Length ${content.length} >>`, stream: content },
      HELVETICA,
      font,
      {
        value: `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Length ${form.length} >>`,
        stream: form,
      },
      '<< /Type /OCG /Name (Camada) >>',
      '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 1 1] /Extend [true true] /Function << /FunctionType 2 ' +
        '/Domain [0 1] /C0 [1 1 1] /C1 [1 1 1] /N 1 >> >>',
      ...more,
    ]),
  )
}

const read = async (bytes: Uint8Array): Promise<string> => (await readText(bytes))?.text ?? ''

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
    'drawn twice, to be bold': `${show()} ${show('', '40.3 700')}`,
    'between the rules of a table': `${show()} 30 698 200 0.5 re f 30 712 200 0.5 re f 0.5 w 30 690 200 30 re S`,
    'after a restored state': `q 1 g 3 Tr Q ${show()}`,
  }
  for (const [name, content] of Object.entries(seen))
    assert.match(await read(writeContent(content)), /Pedido/, name)
  const issuer = { cnpj: '11222333000181', months: ['2601', '2601'] } as const
  const about = { orderId: '77', retailerName: 'Loja', cpf: '52998224725', purchaseCentavos: 100, ...issuer }
  assert.match(await read(new Uint8Array(await renderSampleInvoice(about, new Date()))), /Pedido: 77/)
  assert.match(await read(new Uint8Array(writePage(['Pedido 1']))), /Pedido 1/)
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
    'painted over but for its feet': `${show()} 1 g 30 701.5 200 30 re f`,
    'painted over by a thick line': `${show()} 1 G 14 w 30 704 m 200 704 l S`,
    'painted over by a shading': `${show()} q 30 690 200 30 re W n /Sh sh Q`,
    'under other text': `0.8 g ${show()} 0 g BT /F1 11 Tf 40 700 Td (Recibo 9876) Tj ET`,
    'hidden beside plain text': `${show('', '40 500')} ${show('3 Tr')}`,
  }
  for (const [name, content] of Object.entries(hidden))
    assert.doesNotMatch(await read(writeContent(content)), /Pedido/, name)
})

/** Codes to text, where the fonts draw something else: 1234 is drawn, and 9876 is read. */
function writeMap(pairs: readonly (readonly [code: number, text: string])[]): Part {
  const rows = pairs.map(
    ([code, text]) =>
      `<${code.toString(16).padStart(2, '0')}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
  )
  const stream =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def ' +
    `1 begincodespacerange <00> <ff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar ` +
    'endcmap CMapName currentdict /CMap defineresource pop end end'
  return { value: `<< /Length ${stream.length} >>`, stream }
}

const named = (more: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ${more} >>`
const swapped = writeMap([...'1234'].map((digit, at) => [digit.charCodeAt(0), '9876'[at] ?? ''] as const))
const second = (text: string): string => `BT /F2 11 Tf 40 700 Td (${text}) Tj ET`
/** A font program of another maker; what it draws is not known. */
const PROGRAM: Part = { value: '<< /Length 4 >>', stream: 'true' }
const described = (file: string, name = 'Helvetica'): string[] => [
  `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 700 /Descent -200 ` +
    `/CapHeight 700 /StemV 80 ${file} >>`,
]

test('text that is drawn as other letters counts for nothing, and the page is known to be such a one', async () => {
  const plain = [...'Pedido 1234'].map(letter => [letter.charCodeAt(0), letter] as const)
  const cases: Readonly<Record<string, Uint8Array>> = {
    'a map from codes to other text': writeContent(second('Pedido 1234'), {
      font: named('/ToUnicode 10 0 R'),
      more: [swapped],
    }),
    'a map that hides a figure': writeContent(second('Pedido 1234'), {
      font: named('/ToUnicode 10 0 R'),
      more: [writeMap([[0x31, ' ']])],
    }),
    'a map for accented letters': writeContent(second('Pedido \\262'), {
      font: named('/ToUnicode 10 0 R').replace('WinAnsi', 'MacRoman'),
      more: [writeMap([[0o262, '2']])],
    }),
    'other names for the codes': writeContent(second('Pedido 1234'), {
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [49 /nine /eight] >> >>',
    }),
    'other names for the codes, in an object of their own': writeContent(second('Pedido 1234'), {
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding 10 0 R >>',
      more: ['<< /Type /Encoding /D#69fferences [49 /nine /eight] >>'],
    }),
    'letters drawn by the file': writeContent(second('Pedido'), { font: DRAWN }),
    'a TrueType font in the file': writeContent(second('Pedido 1234'), {
      font: named('/FirstChar 0 /LastChar 0 /Widths [0] /FontDescriptor 10 0 R').replace('Type1', 'TrueType'),
      more: [...described('/FontFile2 11 0 R'), PROGRAM],
    }),
    'a Type 1 font in the file': writeContent(second('Pedido 1234'), {
      font: named('/FontDescriptor 10 0 R'),
      more: [...described('/FontFile 11 0 R'), PROGRAM],
    }),
    'a compact font in the file': writeContent(second('Pedido 1234'), {
      font: named('/FontDescriptor 10 0 R'),
      more: [...described('/FontFile3 11 0 R'), PROGRAM],
    }),
    'a font of many bytes': writeContent('BT /F2 11 Tf 40 700 Td <00310032> Tj ET', {
      font: '<< /Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H /DescendantFonts [10 0 R] >>',
      more: [
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> >>',
      ],
    }),
    'a font of signs': writeContent(second('Pedido 1234'), {
      font: named('').replace('Helvetica', 'Wingdings'),
    }),
    'a font of signs under another name': writeContent(second('Pedido 1234'), {
      font: named('/FontDescriptor 10 0 R').replace('Helvetica', 'Symbol'),
      more: described(''),
    }),
    'a font whose name stands elsewhere': writeContent(second('Pedido 1234'), {
      font: named('').replace('/Helvetica', '10 0 R'),
      more: ['/ZapfDingbats'],
    }),
  }
  for (const [name, bytes] of Object.entries(cases)) {
    const found = await readText(bytes)
    assert.doesNotMatch(found?.text ?? '', /Pedido|9876/, name)
    assert.equal(found?.hasUnseen, true, name)
  }
  const agreeing = writeContent(second('Pedido 1234'), {
    font: named('/ToUnicode 10 0 R'),
    more: [writeMap(plain)],
  })
  assert.deepEqual(await readText(agreeing), { text: 'Pedido 1234\n', hasUnseen: false })
})

test('a stamp, a note or a field over the page leaves its text to a person; a link does not', async () => {
  const appearance = { value: '<< /Type /XObject /Subtype /Form /BBox [0 0 200 30] /Length 0 >>', stream: '' }
  const over = (annotation: string): Uint8Array =>
    writeContent(show(), {
      page: '/Annots [10 0 R]',
      more: [`<< /Type /Annot /Rect [30 690 230 720] ${annotation} >>`, appearance],
    })
  for (const annotation of [
    '/Subtype /Stamp /AP << /N 11 0 R >>',
    '/Subtype /FreeText /DA (/F1 11 Tf) /Contents (Pedido 9876)',
    '/Subtype /Widget /FT /Tx /T (a) /V (9876) /AP << /N 11 0 R >>',
    '/Subtype /Square /IC [1 1 1]',
  ])
    assert.deepEqual(await readText(over(annotation)), { text: '', hasUnseen: true }, annotation)
  assert.match(await read(over('/Subtype /Link /Border [0 0 0]')), /Pedido 1234/)
})

test('text is joined only where an eye goes on reading', async () => {
  const joined = {
    'moved back within a text': ['BT /F1 11 Tf 40 700 Td [(9) 2000 (1)] TJ ET', '9|1'],
    'drawn from right to left': [
      `${show('', '90 700').replace('Pedido 1234', '22')} ${show('', '40 700').replace('Pedido 1234', '11')}`,
      '22|11',
    ],
    'further up the page': [
      `${show('', '40 600').replace('Pedido 1234', '22')} ${show('', '40 700').replace('Pedido 1234', '11')}`,
      '22|11',
    ],
    'a number over two lines': [
      `${show('', '40 700').replace('Pedido 1234', '22')} ${show('', '40 680').replace('Pedido 1234', '11')}`,
      '22|11',
    ],
    'words over two lines': [
      `${show('', '40 700').replace('1234', 'da')} ${show('', '40 680')}`,
      'Pedido da\nPedido 1234',
    ],
    'what another text says instead': [
      '/Span << /ActualText (9876) >> BDC BT /F1 11 Tf 40 700 Td (1234) Tj ET EMC',
      '1234',
    ],
  } as const
  for (const [name, [content, text]] of Object.entries(joined))
    assert.equal((await read(writeContent(content))).trim(), text, name)
})
