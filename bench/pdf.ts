import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import PDFDocument from 'pdfkit'
import { DESIGNS } from '../src/domains/receivables/billets/pdf/pages.ts'
import { renderBilletPdf } from '../src/domains/receivables/billets/pdf/render.ts'
import { askInParallel } from '../test/receivables/pdf/parallel-requests.ts'
import { createSheets } from '../test/receivables/pdf/sheets.ts'
import type { BenchResult } from './result.ts'

const PAGES = 25
/** A server has drawn many documents before: compiled code is what counts, for each of the three. */
const WARM_UPS = 20
const ROUNDS = 31
const TIMES_FASTER = 150
const PARALLEL = 200
const sheets = createSheets(PAGES)

const MM_IN_POINTS = 72 / 25.4
const TEXT_OPERATOR = /\/(\w) ([\d.]+) Tf 1 0 0 -1 ([\d.]+) ([\d.]+) Tm \(((?:[^()\\]|\\.)*)\) Tj/g

/** Every text of a page, labels included, with its position. */
const texts = sheets.map(sheet =>
  [...`${DESIGNS.page.frame}\n${DESIGNS.page.draw(sheet)}`.matchAll(TEXT_OPERATOR)].map(
    ([, font, size, x, y, text]) => ({
      font: font === 'B' ? 'Helvetica-Bold' : 'Helvetica',
      points: Number(size) * MM_IN_POINTS,
      x: Number(x) * MM_IN_POINTS,
      y: Number(y) * MM_IN_POINTS,
      text: (text ?? '').replaceAll(/\\(.)/g, '$1'),
    }),
  ),
)

/** Blank pages with the same text, written by the library's own calls: no lines, no barcode, no checks. */
async function writeFloor(): Promise<number> {
  const document = new PDFDocument({ autoFirstPage: false, size: 'A4', margin: 0 })
  const size = sizeOf(document)
  for (const page of texts) {
    document.addPage()
    for (const { font, points, x, y, text } of page)
      document.font(font).fontSize(points).text(text, x, y, { lineBreak: false })
  }
  document.end()
  return size
}

async function sizeOf(stream: NodeJS.ReadableStream): Promise<number> {
  let size = 0
  for await (const chunk of stream) size += chunk.length
  return size
}

interface GerarBoletos {
  readonly Bancos: { readonly Bradesco: new () => object }
  readonly Boletos: new (
    boleto: object,
  ) => { gerarBoleto(): void; pdfStream(stream: NodeJS.WritableStream): Promise<unknown> }
}

const { Bancos, Boletos } = createRequire(import.meta.url)('gerar-boletos') as GerarBoletos
const address = {
  logradouro: 'Rua Pedro Lessa, 15',
  bairro: 'Centro',
  cidade: 'Rio',
  estadoUF: 'RJ',
  cep: '20030-030',
}
const account = {
  carteira: '09',
  agencia: '0101',
  agenciaDigito: '5',
  conta: '0326446',
  contaDigito: '0',
  nossoNumero: '00000000061',
  nossoNumeroDigito: '8',
}

/** One page made by another npm package for boletos. */
async function writeOther(): Promise<number> {
  const other = new Boletos({
    banco: new Bancos.Bradesco(),
    pagador: { nome: 'José Bonifácio de Andrada', RegistroNacional: '12345678', endereco: address },
    instrucoes: ['Após o vencimento Mora dia R$ 1,59', 'Após o vencimento, multa de 2%'],
    beneficiario: {
      nome: 'Empresa Fictícia LTDA',
      cnpj: '43576788000191',
      dadosBancarios: account,
      endereco: address,
    },
    boleto: {
      numeroDocumento: '1001',
      especieDocumento: 'DM',
      valor: 110,
      // The package supports no due date after 2023.
      datas: { vencimento: '02-04-2020', processamento: '02-04-2019', documentos: '02-04-2019' },
    },
  })
  other.gerarBoleto()
  const stream = new PassThrough()
  const size = sizeOf(stream)
  await other.pdfStream(stream)
  return size
}

async function time(work: () => Promise<number>): Promise<number> {
  const start = performance.now()
  if ((await work()) < 1_000) throw new Error('no document was made')
  return performance.now() - start
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export async function benchPdf(): Promise<BenchResult[]> {
  const ours: number[] = []
  const floor: number[] = []
  const other: number[] = []
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const times = [
      await time(async () => (await renderBilletPdf(sheets, 'page')).length),
      await time(writeFloor),
      await time(writeOther),
    ]
    if (round < 0) continue
    ours.push(times[0] ?? 0)
    floor.push(times[1] ?? 0)
    other.push(times[2] ?? 0)
  }
  const perPage = median(ours) / PAGES
  const { healthMs, tookMs } = await askInParallel(PARALLEL, 1)
  const p99 = healthMs[Math.floor(healthMs.length * 0.99)] ?? Infinity
  return [
    {
      claim: 'pdf: 25 pages of billets against 25 blank pages with the same text',
      ratio: median(ours) / median(floor),
      goal: 'time at most 5 × the floor',
      ok: median(ours) <= 5 * median(floor),
      figures: { 'ours ms': median(ours), 'floor ms': median(floor), 'texts a page': texts[0]?.length ?? 0 },
    },
    {
      claim: 'pdf: a page against a page of gerar-boletos 1.4.5',
      ratio: perPage / median(other),
      goal: `${TIMES_FASTER} times faster`,
      ok: perPage * TIMES_FASTER <= median(other),
      figures: {
        'ours ms a page': perPage,
        'theirs ms a page': median(other),
        'times faster': median(other) / perPage,
      },
    },
    {
      claim: `pdf: /health while ${PARALLEL} documents of 25 pages are asked for at once`,
      ratio: p99 / 100,
      goal: 'p99 under 100 ms',
      ok: p99 < 100,
      figures: {
        'p99 ms': p99,
        'answers of /health': healthMs.length,
        'documents a second': (PARALLEL / tookMs) * 1000,
      },
    },
  ]
}
