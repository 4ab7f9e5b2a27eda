import { computeOffer, computePreview, type Offer, type PreviewGroup } from '../src/domains/pricing/offer.ts'
import { encodeOffer } from '../src/domains/quoting/checkout/offer-codec.ts'
import { JsonBytes } from '../src/http/json-bytes.ts'
import { OptionWriter } from '../src/http/public/options/present.ts'
import { composePolicyPieces, writePreviewGroups } from '../src/http/public/present-credit.ts'
import { parseCalendarDate } from '../src/kernel/calendar-date.ts'
import { newId } from '../src/kernel/ids.ts'
import { richDemonstrationPolicy } from '../src/sandbox/demonstration-policies.ts'
import { applyLoad, writeRequest } from './http/load.ts'
import { inventPeople, OPTIONS, PRE_APPROVE } from './http/people.ts'
import { openPurchaseStage, type PurchaseStage } from './purchases/stage.ts'
import type { BenchResult } from './result.ts'

const ROUNDS = 6
const ROUND_MS = 2_000
const CONNECTIONS = 16
const OFFERS = 40
/** The thread's clock counts in steps of four milliseconds. */
const CALLS = 1_000
/** A shortcut that saves less is not worth its lines. */
const LEAST_GAIN = 1.05

/** What a request would take with the plain way in place of each shortcut, in processor time of the server. */
export async function benchShortcuts(): Promise<BenchResult[]> {
  const stage = await openPurchaseStage()
  try {
    const options = await measureRequest(stage, '/options', OPTIONS)
    const preApprove = await measureRequest(stage, '/preApprove', PRE_APPROVE)
    const offers = Array.from({ length: OFFERS }, (_, at) => priceOffer(at))
    const answers = offers.map(offer => JSON.parse(presentAsList(offer)) as object)
    const previews = Array.from({ length: OFFERS }, (_, at) => computePreview(describeOffer(at)))
    const shownPreviews = previews.map(preview => JSON.parse(presentPreview(preview)) as object)
    return [
      describe('/options with the offer stored as JSON', options, {
        shortcut: measure(at => encodeOffer(offers[at] as Offer)),
        plain: measure(at => Buffer.from(JSON.stringify(offers[at]))),
      }),
      describe('/options answered by JSON.stringify of an object that is there already', options, {
        shortcut: measure(at => presentAsList(offers[at] as Offer)),
        plain: measure(at => Buffer.from(JSON.stringify(answers[at]))),
      }),
      describe('/preApprove that writes its policy and its preview each time by JSON.stringify', preApprove, {
        shortcut: measure(at => presentPreview(previews[at] as PreviewGroup[])),
        plain: measure(at => {
          composePolicyPieces(richDemonstrationPolicy)
          return Buffer.from(JSON.stringify(shownPreviews[at]))
        }),
      }),
    ]
  } finally {
    await stage.close()
  }
}

async function measureRequest(stage: PurchaseStage, path: string, body: object): Promise<number> {
  const server = await stage.startOurs()
  const people = inventPeople(Math.floor(Math.random() * 5e8))
  const requests: Buffer[] = []
  for (let count = 0; count < 2_000; count++)
    requests.push(writeRequest(path, { apiKey: stage.key, ...(await people.next()).value, ...body }))
  let at = 0
  const nextRequest = (): Buffer => requests[at++ % requests.length] as Buffer
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = server.cpuMicroseconds
    const { failures, answers } = await applyLoad({
      port: server.port,
      connections: CONNECTIONS,
      durationMs: ROUND_MS,
      nextRequest,
    })
    if (failures > 0) throw new Error(`${path} refused ${failures} requests`)
    costs.push((server.cpuMicroseconds - before) / answers)
  }
  await server.stop()
  // The last rounds, when the code is compiled for speed.
  return Math.min(...costs.slice(ROUNDS / 2))
}

const priceOffer = (at: number): Offer => computeOffer(describeOffer(at))

const describeOffer = (at: number) => ({
  policy: richDemonstrationPolicy.pricing,
  purchaseCentavos: 390_000 + at,
  purchaseDate: parseCalendarDate('2026-03-10'),
  chargesRegistrationFee: true,
  limitCentavos: 10_000_00,
  withInsurance: true,
  withRetention: true,
  withGracePeriod: false,
})

const json = new JsonBytes()

function presentAsList({ groups }: Offer): string {
  json.clear()
  const writer = new OptionWriter(json, newId(), new Date())
  json.text('[')
  for (const [at, group] of groups.entries()) {
    if (at > 0) json.text(',')
    writer.writeGroup(group, false)
  }
  json.text(']')
  return json.take().toString('latin1')
}

function presentPreview(preview: readonly PreviewGroup[]): string {
  json.clear()
  writePreviewGroups(json, preview, richDemonstrationPolicy)
  return json.take().toString('latin1')
}

/** Microseconds of this thread: what other programs do on the machine does not count. */
function measure(work: (at: number) => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 10; round++) {
    const before = process.threadCpuUsage()
    for (let call = 0; call < CALLS; call++) work(call % OFFERS)
    const { user, system } = process.threadCpuUsage(before)
    if (round >= 2) least = Math.min(least, (user + system) / CALLS)
  }
  return least
}

function describe(
  claim: string,
  request: number,
  { shortcut, plain }: { readonly shortcut: number; readonly plain: number },
): BenchResult {
  const ratio = (request + plain - shortcut) / request
  return {
    claim,
    ratio,
    goal: `at least ${LEAST_GAIN} × the time of the request as it is`,
    ok: ratio >= LEAST_GAIN,
    figures: { 'request µs': request, 'shortcut µs': shortcut, 'plain µs': plain },
  }
}
