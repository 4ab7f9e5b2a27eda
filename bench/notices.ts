import { randomBytes } from 'node:crypto'
import { createHttpPixApi } from '../src/domains/pix/http-pix-api.ts'
import type { ReceivedPix } from '../src/domains/pix/pix-api.ts'
import { type Billet, composeTxid } from '../src/domains/receivables/billets/billet.ts'
import { openReceiver, takePix } from '../src/domains/receivables/pix/take-pix.ts'
import { runLanes } from '../src/kernel/run-lanes.ts'
import { createLog } from '../src/platform/telemetry/log.ts'
import { issue, openLender } from '../test/support/contracts.ts'
import type { BenchResult } from './result.ts'

const CONTRACTS = 1_500
const LANES = 64
const GOAL_PER_SECOND = 1_000

/** Payments by Pix, booked by one process: from the PSP's answer to the committed books. */
export async function benchNotices(): Promise<BenchResult[]> {
  const lender = await openLender()
  const unused = 'https://127.0.0.1:1'
  const pixApi = createHttpPixApi({
    apiUrl: unused,
    tokenUrl: unused,
    clientId: '',
    clientSecret: '',
    clientAuth: 'basic',
    identity: { certificate: '', key: '' },
    locationHosts: [],
  })
  const context = { ...lender, pixApi, log: createLog({ level: 'silent' }) }
  try {
    const billets: Billet[] = []
    await runLanes(Array.from({ length: CONTRACTS }), LANES, async () => {
      billets.push(...(await issue(lender)))
    })
    // Who pays on the same day are different customers: the billets of one contract are not paid in a row.
    const paid = billets.toSorted((a, b) => a.installmentNumber - b.installmentNumber)
    const payments: ReceivedPix[] = paid.map(billet => ({
      endToEndId: `E60746948202603101500${randomBytes(6).toString('hex').slice(0, 11)}`,
      txid: composeTxid(billet),
      amountCentavos: billet.amountCentavos,
      receivedAt: lender.clock.now(),
      pixKey: undefined,
      refunds: [],
    }))
    const receiver = await openReceiver(context)
    const startedAt = performance.now()
    await runLanes(payments, LANES, async pix => void (await takePix(context, pix, receiver)))
    const perSecond = (payments.length * 1_000) / (performance.now() - startedAt)
    return [
      {
        claim: `one process books ${GOAL_PER_SECOND.toLocaleString('en')} payments by Pix in a second`,
        ratio: GOAL_PER_SECOND / perSecond,
        goal: 'at most 1',
        ok: perSecond >= GOAL_PER_SECOND,
        figures: { payments: payments.length, 'payments per second': perSecond },
      },
    ]
  } finally {
    await pixApi.close()
    await lender.testDatabase.close()
  }
}
