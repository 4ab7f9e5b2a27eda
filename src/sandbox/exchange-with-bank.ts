import type { App } from '../app/app.ts'
import { addBusinessDays } from '../brazil/business-days.ts'
import { listAccounts } from '../domains/lender/index.ts'
import { advanceWatermark, createPixIntake, exchangeOrders } from '../domains/receivables/index.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import type { SandboxBank } from './sandbox-bank.ts'

/** Sends pending orders to the sandbox bank and takes its answers. */
export async function exchangeWithBank(app: App, bank: SandboxBank): Promise<number> {
  let answered = 0
  await advanceSandboxRail(app, 'BILLET')
  const { accounts } = await listAccounts(app.database, app.secrets)
  for (const { id, channel } of accounts)
    if (channel === 'sandbox') answered += await exchangeOrders(app, bank, id)
  return answered
}

/**
 * The sandbox bank has reported every payment of the rail that it knows and has no file under way: what it reported
 * today holds for tomorrow too.
 */
async function advanceSandboxRail({ database, secrets, clock }: App, rail: 'BILLET' | 'PIX'): Promise<void> {
  const now = clock.now()
  const readUntil = addBusinessDays(calendarDateAt(now), 1)
  const { accounts } = await listAccounts(database, secrets)
  for (const { id: accountId, channel } of accounts)
    if (channel === 'sandbox') await advanceWatermark(database, { accountId, rail, readUntil }, now)
}

/** Reads everything that the sandbox bank knows on both rails. Without a PSP no Pix can be under way. */
export async function readSandboxBank(app: App): Promise<void> {
  await advanceSandboxRail(app, 'BILLET')
  if (app.pixApi === undefined || (await createPixIntake(app).poll())) await advanceSandboxRail(app, 'PIX')
}
