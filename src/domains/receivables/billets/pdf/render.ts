import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { RequestError } from '../../../../contract/errors.ts'
import {
  compressOperators,
  openA4Document,
  POINTS_PER_MM,
  SCALE,
} from '../../../../platform/pdf/a4-document.ts'
import { computeOffsetMm, DESIGNS, type PdfLayout } from './pages.ts'
import { type BilletSheet, checkSheet } from './sheet.ts'

/** A contract has a few dozen billets at most; more is a bug of the caller. */
const LARGEST_DOCUMENT = 200
const LONGEST_QUEUE = 500
/** Shorter than the deadline of a request, so that the caller still receives the refusal. */
const DEADLINE_MS = 15_000
/** How long to draw before yielding to the event loop. */
const SLICE_MS = 3

let waiting = 0
let last: Promise<void> = Promise.resolve()

/**
 * Draws all billets into one document. A page takes less than a millisecond, so a worker thread would cost more than it
 * saves. One document is drawn at a time, yielding to the event loop in between, however many callers there are.
 */
export async function renderBilletPdf(sheets: readonly BilletSheet[], layout: PdfLayout): Promise<Buffer> {
  if (sheets.length > LARGEST_DOCUMENT)
    throw new RangeError(`${sheets.length} billets do not go into one document`)
  if (waiting >= LONGEST_QUEUE) throw refuse()
  const deadline = performance.now() + DEADLINE_MS
  const before = last
  const done = Promise.withResolvers<void>()
  last = done.promise
  waiting += 1
  try {
    await before
    if (performance.now() > deadline) throw refuse()
    // Small documents yield too: a queue of them must not block the event loop.
    await yieldToEventLoop()
    return await render(sheets, layout, deadline)
  } finally {
    waiting -= 1
    done.resolve()
  }
}

async function render(sheets: readonly BilletSheet[], layout: PdfLayout, deadline: number): Promise<Buffer> {
  const document = openDocument(sheets, layout)
  let sliceEnds = performance.now() + SLICE_MS
  for (let page = 0; page < document.pageCount; page++) {
    document.addPage(page)
    if (performance.now() < sliceEnds) continue
    await yieldToEventLoop()
    sliceEnds = performance.now() + SLICE_MS
    if (sliceEnds > deadline) throw refuse()
  }
  return document.finish()
}

const refuse = () => new RequestError('service_unavailable', { retryAfterSeconds: 1 })

/** Shared by all documents. */
const frames = {
  page: compressOperators(DESIGNS.page.frame),
  booklet: compressOperators(DESIGNS.booklet.frame),
}

/** A document that grows page by page, so that other work can run in between. */
function openDocument(sheets: readonly BilletSheet[], layout: PdfLayout) {
  for (const sheet of sheets) checkSheet(sheet)
  const first = sheets[0]
  if (first === undefined) throw new RangeError('a PDF of billets needs a billet')
  const { document, addForm, finish } = openA4Document({
    title: sheets.length === 1 ? 'Boleto' : `Boletos (${sheets.length})`,
    createdAt: new Date(`${first.billet.issuedOn}T12:00:00Z`),
  })
  const frame = addForm(frames[layout])
  const { sheetsPerPage, marks, draw } = DESIGNS[layout]
  return {
    pageCount: Math.ceil(sheets.length / sheetsPerPage),
    addPage(page: number): void {
      document.addPage()
      const { xobjects } = document.page
      xobjects.F = frame
      const start = page * sheetsPerPage
      for (const [index, sheet] of sheets.slice(start, start + sheetsPerPage).entries()) {
        xobjects[`S${index}`] = addForm(compressOperators(draw(sheet)))
        const downPoints = computeOffsetMm(index, layout) * POINTS_PER_MM
        const shown = index === 0 ? marks : ''
        document.addContent(
          `q ${SCALE} 0 0 ${SCALE} 0 ${downPoints.toFixed(3)} cm ${shown} /F Do /S${index} Do Q`,
        )
      }
    },
    finish,
  }
}
