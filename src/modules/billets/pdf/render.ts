import { setImmediate as giveWay } from 'node:timers/promises'
import { RequestError } from '../../../contract/errors.ts'
import { openDocument } from './document.ts'
import type { PdfLayout } from './pages.ts'
import type { BilletSheet } from './sheet.ts'

/** A contract has at most a few dozen; more is a mistake of the caller. */
const LARGEST_DOCUMENT = 200
const LONGEST_QUEUE = 500
/** Less than the time that a request has, so that a refusal is still heard. */
const DEADLINE_MS = 15_000
/** Long enough to be worth a turn, short enough that nobody notices. */
const TURN_MS = 3

let waiting = 0
let last: Promise<void> = Promise.resolve()

/**
 * All billets in one document. A page takes well under a millisecond, less than handing its data to another thread would
 * save, so pages are made here: one document at a time and everything else in between, whatever the number of callers.
 */
export async function renderBilletPdf(sheets: readonly BilletSheet[], layout: PdfLayout): Promise<Buffer> {
  if (sheets.length > LARGEST_DOCUMENT)
    throw new RangeError(`${sheets.length} billets do not go into one document`)
  if (waiting >= LONGEST_QUEUE) throw refuse()
  const deadline = performance.now() + DEADLINE_MS
  const before = last
  const turn = Promise.withResolvers<void>()
  last = turn.promise
  waiting += 1
  try {
    await before
    if (performance.now() > deadline) throw refuse()
    // Small documents give way too: a queue of them must not become one long turn.
    await giveWay()
    return await render(sheets, layout, deadline)
  } finally {
    waiting -= 1
    turn.resolve()
  }
}

async function render(sheets: readonly BilletSheet[], layout: PdfLayout, deadline: number): Promise<Buffer> {
  const document = openDocument(sheets, layout)
  let turnEnds = performance.now() + TURN_MS
  for (let page = 0; page < document.pageCount; page++) {
    document.addPage(page)
    if (performance.now() < turnEnds) continue
    await giveWay()
    turnEnds = performance.now() + TURN_MS
    if (turnEnds > deadline) throw refuse()
  }
  return document.finish()
}

const refuse = () => new RequestError('service_unavailable', { retryAfterSeconds: 1 })
