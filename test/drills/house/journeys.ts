import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_KEY, startTestApp, type TestApp } from '../../support/app.ts'
import { newPerson, optionsBody } from '../../support/people.ts'
import { buyOpen, pay, read } from '../../support/purchase-http.ts'
import { contextOf, newOrderId, pickOption, quote, transferAll } from '../../support/purchases.ts'
import { askPayoff } from '../../support/settlements.ts'
import { ROOT } from '../../tidy/source-files.ts'

export interface Journey {
  readonly name: string
  /** Of the program, without platform, kernel and sandbox. */
  readonly files: readonly string[]
}

/** What a reader need not open to follow a journey. */
const COMMON = /^src\/(?:platform|kernel|sandbox|app)\//

/** What the worker does meanwhile is in some of so many walks, the files of the journey are in all of them. */
const WALKS = 6

/** The files whose functions run in one request, counted by the engine. */
export async function walkJourneys(): Promise<Journey[]> {
  const app = await startTestApp()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const walked: Journey[] = []
  try {
    for (const [name, prepare] of Object.entries(JOURNEYS)) {
      const walks: Set<string>[] = []
      for (let count = 0; count < WALKS; count++) {
        const walk = await prepare(app)
        await session.post('Profiler.takePreciseCoverage')
        await walk()
        const { result } = await session.post('Profiler.takePreciseCoverage')
        const paths = result
          .filter(({ url, functions }) => url.startsWith('file:') && functions.some(isCalled))
          .map(({ url }) => relative(ROOT, fileURLToPath(url)))
          .filter(path => path.startsWith('src/') && !COMMON.test(path))
        walks.push(new Set(paths))
      }
      // The first walk loads and compiles.
      const [second = new Set(), ...others] = walks.slice(1)
      const files = [...second].filter(path => others.every(other => other.has(path)))
      walked.push({ name, files: files.toSorted() })
    }
    return walked
  } finally {
    session.disconnect()
    await app.stop()
  }
}

/** The nameless outermost function is the module itself. */
const isCalled = ({ functionName, ranges }: { functionName: string; ranges: { count: number }[] }): boolean =>
  functionName !== '' && ranges.some(({ count }) => count > 0)

/** Each prepares what comes before, and returns the request itself. */
const JOURNEYS: Readonly<Record<string, (app: TestApp) => Promise<() => Promise<unknown>>>> = {
  'POST /options': async app => {
    const body = optionsBody(DEMO_KEY, newPerson(), 2_000, {})
    return () => app.post('/options', body)
  },
  'POST /authorize': async app => {
    const option = pickOption(await quote(app, {}), {})
    return () => app.post('/authorize', { apiKey: DEMO_KEY, optionId: option._id, orderId: newOrderId() })
  },
  'an installment is paid': async app => {
    const { transactionId } = await buyOpen(app)
    const [first] = (await read(app, transactionId)).installments ?? []
    if (first === undefined) throw new Error('the purchase has no installment')
    return () => pay(app, first.id)
  },
  'early settlement': async app => {
    const { transactionId } = await buyOpen(app)
    return () => askPayoff(app, transactionId)
  },
  'a transfer is paid out': async app => {
    await buyOpen(app)
    app.clock.advance({ days: 3 })
    return () => transferAll(contextOf(app))
  },
}
