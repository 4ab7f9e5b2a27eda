import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { packObjects, writePage } from '../../../../test/purchases/invoices/pdf-writer.ts'
import { renderSampleInvoice } from '../../../sandbox/sample-invoice.ts'
import { inspectPdf } from './inspect.ts'
import { readText } from './read-text.ts'

const LINES = ['Nota fiscal', 'Total R$ 10,00']
const accept = async (name: string, bytes: Buffer): Promise<void> =>
  assert.deepEqual(await inspectPdf(bytes), { verdict: 'accepted' }, name)

test('files of ordinary programs are accepted: links, forms, signatures, objects in streams, scans, old encodings', async () => {
  const link = '/Annots [<< /Subtype /Link /A << /S /URI /URI (https://nfe.fazenda.gov.br) >> >>]'
  const form = '/AcroForm << /Fields [] /SigFlags 3 >>'
  const picture = randomBytes(300_000)
  const scan = '/Type /XObject /Subtype /Image /Width 100 /Height 100'
  const files: Record<string, Buffer> = {
    plain: writePage(LINES),
    'with a link': writePage(LINES, { catalog: link }),
    'with a form for a signature': writePage(LINES, { catalog: form }),
    'with objects in a stream': writePage(LINES, { parts: [packObjects([`<< ${form} >>`, '[1 2 3]'])] }),
    'with a scan': writePage(LINES, {
      parts: [{ value: `<< ${scan} /Filter /DCTDecode >>`, stream: picture }],
    }),
    'with a compressed scan': writePage(LINES, {
      parts: [{ value: `<< ${scan} /Filter /FlateDecode >>`, stream: deflateSync(picture) }],
    }),
    'in an old encoding': writePage(LINES, {
      parts: [{ value: '<< /Filter [/ASCII85Decode /FlateDecode] >>', stream: '87cURD]j7BEbo80~>' }],
    }),
    'with names in its texts': writePage(['Pedido de JavaScript e /JS /AA em curso']),
    'with names cut short': writePage(LINES, { catalog: '/JavaScripts 1 /OpenActions 2 /A 3' }),
    'of the sandbox': await renderSampleInvoice(
      {
        orderId: '1',
        retailerName: 'Loja',
        cpf: '52998224725',
        purchaseCentavos: 100,
        cnpj: undefined,
        months: ['2601', '2601'],
      },
      new Date(),
    ),
    'changed later': Buffer.concat([
      writePage(LINES),
      Buffer.from('9 0 obj << /A 1 >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\r\n\0'),
    ]),
  }
  for (const [name, bytes] of Object.entries(files)) await accept(name, bytes)
})

test('megabytes of random bytes in a stream are not mistaken for names', async () => {
  for (let round = 0; round < 5; round += 1) {
    const stream = randomBytes(1_500_000)
    await accept('random', writePage(LINES, { parts: [{ value: '<< /Length 1500000 >>', stream }] }))
  }
})

test('text is read in order, even with a wrong cross-reference table; a file that no viewer opens has none', async () => {
  const page = writePage(LINES)
  assert.match((await readText(new Uint8Array(page)))?.text ?? '', /^Nota fiscal\s+Total R\$ 10,00\s*$/)
  const shifted = Buffer.from(page.toString('latin1').replace(/startxref\n\d+/, 'startxref\n5'), 'latin1')
  assert.match((await readText(new Uint8Array(shifted)))?.text ?? '', /Nota fiscal/)
  assert.equal(await readText(new Uint8Array(Buffer.from('%PDF-1.4 nothing %%EOF'))), undefined)
})
