import { computeBackoffMs } from '../../src/kernel/backoff.ts'
import { getAccount } from './account-store.ts'
import { claimCallbacks, type DueCallback, endCallback, postponeCallback } from './callback-store.ts'
import type { ConnectorContext } from './context.ts'
import { writeLog } from './log-store.ts'
import { getPayment } from './payment-store.ts'
import { type Callback, PlatformAway } from './platform.ts'

const AT_ONCE = 20
const RETRY = { firstMs: 5_000, longestMs: 3_600_000 }
/** The first failure is logged, and then about one a day. */
const isWorthALine = (attempts: number): boolean => attempts === 1 || attempts === 5 || attempts % 24 === 0

/** Sends every due callback. Each is repeated until the platform accepts it, and then never sent again. */
export async function sendCallbacks(context: ConnectorContext): Promise<number> {
  let sent = 0
  for (;;) {
    const due = await claimCallbacks(context.database, context.clock.now(), AT_ONCE)
    if (due.length === 0) return sent
    sent += due.length
    const outcomes = await Promise.allSettled(due.map(callback => sendCallback(context, callback)))
    const broken = outcomes.find(({ status }) => status === 'rejected')
    if (broken?.status === 'rejected') throw broken.reason
  }
}

async function sendCallback(context: ConnectorContext, due: DueCallback): Promise<void> {
  const { database, secrets, clock, platforms, outbound } = context
  const payment = await getPayment(database, secrets, due.paymentId)
  const account = await getAccount(database, secrets, payment.accountId)
  const platform = platforms.get(account.platform)
  let status: number | undefined
  try {
    const callback = await platform?.composeCallback(context, { account, payment, kind: due.kind })
    if (callback === undefined)
      return await endCallback(database, due, { at: clock.now(), isDelivered: false, status: undefined })
    status = await post(outbound, callback)
  } catch (error) {
    // The platform was to be asked before it could be told.
    if (!(error instanceof PlatformAway)) throw error
    status = error.status
  }
  const isTaken = status !== undefined && status >= 200 && status < 300
  const now = clock.now()
  if (isTaken) await endCallback(database, due, { at: now, isDelivered: true, status })
  else {
    const until = new Date(now.getTime() + computeBackoffMs(due.attempts - 1, RETRY))
    await postponeCallback(database, due, { until, status })
  }
  if (!isTaken && !isWorthALine(due.attempts)) return
  await writeLog(
    database,
    { accountId: account.id, paymentId: payment.id, ...describe(status, isTaken) },
    now,
  )
}

function describe(status: number | undefined, isTaken: boolean) {
  if (isTaken) return { level: 'info', code: 'TOLD', message: 'A plataforma foi avisada.' } as const
  if (status === 401 || status === 403) {
    const message = `A plataforma recusou as credenciais do aviso (${status}): confira-as. O aviso será repetido.`
    return { level: 'problem', code: 'TELLING_FORBIDDEN', message } as const
  }
  const answer = status === undefined ? 'não respondeu' : `respondeu ${status}`
  const message = `A plataforma ${answer} ao aviso: ele será repetido até que o receba.`
  return { level: 'problem', code: 'TELLING_FAILED', message } as const
}

async function post(
  outbound: ConnectorContext['outbound'],
  { address, headers, body }: Callback,
): Promise<number | undefined> {
  const url = URL.parse(address)
  if (url === null) return undefined
  const { status } = await outbound.post({
    url,
    target: findTarget(address),
    headers: Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) }).flat(),
    body,
  })
  return status
}

/** Path and query as the platform wrote them: reading and writing an address changes some characters, and the signature in it. */
export function findTarget(address: string): string | undefined {
  return /^https?:\/\/[^/?#\\@]+(\/[\x21\x22\x24-\x7e]*)$/i.exec(address)?.[1]
}
