import {
  type ConnectorContext,
  examineLinks,
  examineReturns,
  type Finding,
  fine,
  listOperations,
  type Payment,
  type Platform,
  PlatformAway,
  wrong,
} from '../core/index.ts'
import {
  type AppSettings,
  asRecords,
  callNuvemshop,
  composeAddress,
  composeHeaders,
  NUVEMSHOP,
} from './api.ts'
import { ensureTransaction, getOrderId, writeAmount } from './transactions.ts'

/** Of a part that was given back, by the id of the operation. */
const PART = 'refund:'
const REFUSED = 'refund-refused:'

export function createNuvemshopPlatform(app: AppSettings | undefined): Platform {
  return {
    name: NUVEMSHOP,
    installAddress: app && `https://www.nuvemshop.com.br/apps/${app.appId}/authorize`,
    listCallbacks({ to }) {
      if (to === 'approved') return ['sale']
      if (to === 'denied') return ['failure']
      return to === 'canceled' || to === 'refunded' ? ['refund'] : []
    },
    listRefundCallbacks: ({ state, reference }) => [`${state === 'done' ? PART : REFUSED}${reference}`],
    async composeCallback(context, { account, payment, kind }) {
      if (app === undefined || account.keys.token === undefined) throw new PlatformAway(undefined)
      const event = await composeEvent(context, payment, kind)
      if (event === undefined) return undefined
      const transactionId = await ensureTransaction(context, app, account, payment)
      const path = `/orders/${getOrderId(payment)}/transactions/${transactionId}/events`
      return {
        address: composeAddress(app, account, path),
        headers: composeHeaders(app, account),
        body: JSON.stringify(event),
      }
    },
    async readForeignState(context, { account, payment }) {
      const { foreign } = payment.box
      if (app === undefined || account.keys.token === undefined || foreign?.transactionId === undefined)
        return undefined
      const path = `/orders/${getOrderId(payment)}/transactions`
      const all = asRecords(await callNuvemshop(context, app, account, { method: 'GET', path }))
      const events = asRecords(all.find(({ id }) => String(id) === foreign.transactionId)?.events)
      return nameState(
        payment,
        events.map(({ type, status }) => `${String(type)} ${String(status)}`),
      )
    },
    async examine(context, account) {
      const { token } = account.keys
      return [
        app === undefined
          ? wrong('APP', 'Faltam NUVEMSHOP_APP_ID e NUVEMSHOP_CLIENT_SECRET.')
          : fine('APP', 'O aplicativo da Nuvemshop está configurado.'),
        token === undefined
          ? wrong('INSTALLED', 'A loja ainda não instalou o aplicativo.')
          : fine('INSTALLED', 'A loja instalou o aplicativo.'),
        ...(app === undefined || token === undefined ? [] : [await examineProvider(context, app, account)]),
        await examineLinks(context, account),
        await examineReturns(context, account),
      ]
    },
  }
}

async function composeEvent(
  { database, secrets }: ConnectorContext,
  payment: Payment,
  kind: string,
): Promise<object | undefined> {
  const event = (type: string, status: string, centavos: number, more: object = {}) => ({
    type,
    status,
    amount: writeAmount(centavos),
    happened_at: payment.changedAt.toISOString(),
    ...more,
  })
  const { totalCentavos } = payment
  if (kind === 'sale') return event('sale', 'success', totalCentavos)
  if (kind === 'failure') return event('sale', 'failure', totalCentavos, { failure_code: 'rejected' })
  const operations = await listOperations(database, secrets, payment.id)
  if (kind === 'refund') {
    const parts = operations.filter(each => each.state === 'done' && each.products.length > 0)
    const given = parts.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
    return event('refund', 'success', totalCentavos - given)
  }
  const operation = operations.find(({ reference }) => kind.endsWith(`:${reference}`))
  if (operation === undefined) return undefined
  return event('refund', kind.startsWith(PART) ? 'success' : 'failure', operation.amountCentavos)
}

const WAITING = 'sale pending'
/** What Nuvemshop's last events say, for each state of ours. */
const EXPECTED: Readonly<Record<Payment['state'], string>> = {
  received: WAITING,
  waiting: WAITING,
  closing: WAITING,
  approved: 'sale success',
  settled: 'sale success',
  denied: 'sale failure',
  canceled: 'refund success',
  refunded: 'refund success',
}

/** Our own word where both sides agree, otherwise Nuvemshop's last one. */
function nameState({ state }: Payment, events: readonly string[]): string | undefined {
  const last = events.at(-1)
  // A payment that somebody canceled before it was bought needs no refund, and one with a refund in part is still sold.
  const isFine = last === EXPECTED[state] || (last === 'refund success' && events.includes(EXPECTED[state]))
  return last === undefined || isFine ? state : last
}

async function examineProvider(
  context: ConnectorContext,
  app: AppSettings,
  account: Parameters<Platform['examine']>[1],
): Promise<Finding> {
  try {
    const path = '/payment_providers'
    const known = asRecords(await callNuvemshop(context, app, account, { method: 'GET', path }))
    return known.some(({ id }) => String(id) === String(account.settings.providerId))
      ? fine('PROVIDER', 'O meio de pagamento está na loja.')
      : wrong('PROVIDER', 'O meio de pagamento não está na loja: instale o aplicativo de novo.')
  } catch {
    return wrong('PROVIDER', 'A Nuvemshop não respondeu, ou recusou o acesso: instale o aplicativo de novo.')
  }
}
