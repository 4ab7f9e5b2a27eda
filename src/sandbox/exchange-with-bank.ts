import type { App } from '../app/app.ts'
import { addBusinessDays } from '../brazil/business-days.ts'
import { listAccounts } from '../domains/lender/index.ts'
import {
  advanceWatermark,
  creditPayment,
  listPendingOrders,
  pollPix,
  type Rail,
} from '../domains/receivables/index.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import type { SandboxBank } from './sandbox-bank.ts'

const PAGE = 200

/**
 * Sends pending orders to the sandbox bank and takes its answers. Each answer has a reference derived from its order,
 * so a crash or a second worker only repeats known reports.
 */
export async function exchangeWithBank(app: App, bank: SandboxBank): Promise<number> {
  let answered = 0
  await advanceSandboxRail(app, 'BILLET')
  const { accounts } = await listAccounts(app.database, app.secrets)
  for (const account of accounts) {
    if (account.channel !== 'sandbox') continue
    for (let after = ''; ; ) {
      const page = { accountId: account.id, after, limit: PAGE }
      const orders = await listPendingOrders(app.database, app.secrets, page)
      const accepted = await Promise.all(orders.map(order => bank.accepts(order)))
      const reports = await bank.send(orders.filter((_, index) => accepted[index]))
      for (const report of reports) await creditPayment(app, report)
      answered += reports.length
      if (orders.length < PAGE) break
      after = orders.at(-1)?.id ?? after
    }
  }
  return answered
}

/**
 * The sandbox bank has reported every payment of the rail that it knows and has no file under way: what it reported
 * today holds for tomorrow too.
 */
export async function advanceSandboxRail({ database, secrets, clock }: App, rail: Rail): Promise<void> {
  const now = clock.now()
  const readUntil = addBusinessDays(calendarDateAt(now), 1)
  const { accounts } = await listAccounts(database, secrets)
  for (const { id: accountId, channel } of accounts)
    if (channel === 'sandbox') await advanceWatermark(database, { accountId, rail, readUntil }, now)
}

/** Reads everything that the sandbox bank knows on both rails. Without a PSP no Pix can be under way. */
export async function readSandboxBank(app: App): Promise<void> {
  await advanceSandboxRail(app, 'BILLET')
  if (app.pixApi === undefined || (await pollPix(app))) await advanceSandboxRail(app, 'PIX')
}
