import { applyLoad, writeRequest } from '../http/load.ts'
import { inventPeople, OPTIONS } from '../http/people.ts'
import type { ServerProcess } from '../http/server-process.ts'
import type { PurchaseStage } from './stage.ts'

/** Unused options: each can be authorized once. */
export interface OptionStock {
  /** Requests quotes until there are this many. */
  fill(count: number): Promise<void>
  /** Undefined when all are used. */
  take(): string | undefined
}

const CONNECTIONS = 32
const QUOTING_MS = 1_000

/** The part of the answer of /options that is read here. */
interface Offer {
  readonly downPaymentOptions: readonly { readonly options: readonly Quoted[] }[]
}
interface Quoted {
  readonly _id: string
  readonly downPaymentValue: number
  readonly numberOfInstallments: number
}

export async function createOptionStock(stage: PurchaseStage, server: ServerProcess): Promise<OptionStock> {
  const people = inventPeople(Math.floor(Math.random() * 5e8))
  const writeQuery = async (): Promise<Buffer> =>
    writeRequest('/options', { apiKey: stage.key, ...(await people.next()).value, ...OPTIONS })
  const suffix = await findSuffix(stage, server, (await people.next()).value)
  const stock: string[] = []
  // Options quoted before may be used already.
  const [last] = await stage.run('SELECT max(id) AS id FROM checkouts')
  let newest = String(last?.id ?? '')

  async function quote(): Promise<void> {
    const requests: Buffer[] = []
    for (let count = 0; count < 2_000; count++) requests.push(await writeQuery())
    const nextRequest = (): Buffer | undefined => requests.pop()
    await applyLoad({ port: server.port, connections: CONNECTIONS, durationMs: QUOTING_MS, nextRequest })
    const rows = await stage.run('SELECT id FROM checkouts WHERE id > $1 ORDER BY id', [newest])
    if (rows.length === 0) throw new Error(`${server.name} quotes nothing`)
    for (const { id } of rows) {
      newest = String(id)
      stock.push(newest.slice(0, -suffix.length) + suffix)
    }
  }

  return {
    async fill(count) {
      while (stock.length < count) await quote()
    },
    take: () => stock.pop(),
  }
}

/** Ids of the options of one offer differ only at the end, and every customer here gets the same offer. */
async function findSuffix(stage: PurchaseStage, server: ServerProcess, person: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}/options`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: stage.key, ...person, ...OPTIONS }),
  })
  const offer = (await response.json()) as Offer
  const withDownPayment = offer.downPaymentOptions
    .flatMap(({ options }) => options)
    .filter(({ downPaymentValue }) => downPaymentValue > 0)
  const middle = withDownPayment[Math.floor(withDownPayment.length / 2)]
  if (middle === undefined) throw new Error('nothing with a down payment is offered')
  return middle._id.slice(-3)
}
