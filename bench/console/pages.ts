import { addDays, calendarDateAt } from '../../src/kernel/calendar-date.ts'
import type { PurchaseStage } from '../purchases/stage.ts'
import { ORDERS } from './rows.ts'

/** What a page asks the console for, below `/console/api`, by what it is called here. */
export type Pages = Readonly<Record<string, string>>

/** Every list, search, export and sum of the console. A file counts as long as its first bytes take. */
export async function listPages({ run, retailerId }: PurchaseStage, order: string): Promise<Pages> {
  const today = calendarDateAt(new Date())
  const days = (count: number, until = 0): string =>
    `from=${addDays(today, 1 - count - until)}&to=${addDays(today, -until)}`
  const [year, quarter, month, week] = [days(365), days(92), days(30, 30), days(7)]
  const one = async (text: string): Promise<string> => String((await run(text, [retailerId]))[0]?.id)
  const middle = await one(
    `SELECT id FROM transactions WHERE retailer_id = $1 ORDER BY id OFFSET ${ORDERS / 2} LIMIT 1`,
  )
  const link = await one(
    'SELECT id FROM payment_links WHERE retailer_id = $1 ORDER BY id DESC OFFSET 5000 LIMIT 1',
  )
  const transfer = await one(
    'SELECT id FROM payout_orders WHERE subject = $1 ORDER BY id DESC OFFSET 30 LIMIT 1',
  )
  const endpoint = await one('SELECT max(id) AS id FROM webhook_endpoints WHERE retailer_id = $1')
  const event = await one(
    `SELECT event_id AS id FROM webhook_deliveries WHERE retailer_id = $1 AND status = 'failed' LIMIT 1`,
  )
  const track = await one(
    'SELECT track_id AS id FROM api_requests WHERE retailer_id = $1 ORDER BY track_id OFFSET 5000 LIMIT 1',
  )
  const person = await one(
    "SELECT min(person_id) AS id FROM staff_memberships WHERE retailer_id = $1 AND role <> 'OWNER'",
  )
  return {
    'who is signed in': '/session',
    'own sessions': '/sessions',
    'own passkeys': '/passkeys',
    'Início: 30 days': '/home',
    'Início: a year': `/home?${year}`,
    'Pedidos: first page': '/orders',
    'Pedidos: page in the middle': `/orders?after=${middle}`,
    'Pedidos: paid out': '/orders?group=TRANSFERED',
    'Pedidos: in analysis': '/orders?group=ANALYSIS',
    'Pedidos: waiting': '/orders?group=UNSCHEDULED',
    'Pedidos: rare status': '/orders?status=CLOSED',
    'Pedidos: month': `/orders?${month}`,
    'Pedidos: canceled of a month': `/orders?group=CANCELED&${month}`,
    'Pedidos: order': '/orders?q=order-5000',
    'Pedidos: no such order': '/orders?q=order-none',
    'Pedidos: CPF': '/orders?q=529.982.247-25',
    'Pedidos: link': `/orders?q=${link}`,
    'Pedidos: word of a name': '/orders?q=maria',
    'Pedidos: two words': '/orders?q=maria%20silva',
    'Pedidos: two words in a group': '/orders?q=maria%20silva&group=CANCELED',
    'Pedidos: counts': '/orders/counts',
    'Pedidos: counts of a month': `/orders/counts?${month}`,
    'Pedidos: counts of a search': '/orders/counts?q=maria',
    'Pedidos: CSV': '/orders/file?format=csv',
    'Pedidos: CSV of a search': '/orders/file?format=csv&q=maria%20silva',
    'one order': `/orders/${order}`,
    'limit of sales': '/sales-limit',
    'Dinheiro: 30 days': '/money',
    'Dinheiro: 92 days': `/money?${quarter}`,
    'Dinheiro: transfers': '/money/transfers',
    'Dinheiro: transfers of a month': `/money/transfers?${month}`,
    'Dinheiro: one transfer': `/money/transfers/${transfer}`,
    'Extrato: 30 days': '/money/statement',
    'Extrato: a year': `/money/statement?${year}`,
    'Extrato: most lines': `/money/statement?${year}&lines=5000`,
    'Extrato: JSON of a week': `/money/statement/file?${week}`,
    'Extrato: CSV of a year': `/money/statement/file?${year}&format=csv`,
    'Extrato: PDF of a day': `/money/statement/file?${days(1, 1)}&format=pdf`,
    'Extrato: PDF of 5 days': `/money/statement/file?${days(5, 1)}&format=pdf`,
    'Links: first page': '/links',
    'Links: paid': '/links?status=COMPLETED',
    'Links: opened': '/links?status=OPENED',
    'Links: expired': '/links?status=EXPIRED',
    'Links: of a seller': '/links?seller=Vendedora%203',
    'Links: expired of a seller': '/links?status=EXPIRED&seller=Vendedora%203',
    'Links: expired of nobody': '/links?status=EXPIRED&seller=Ninguem',
    'Links: deleted of a month': `/links?status=DELETED&${month}`,
    'Links: order': '/links?orderId=pedido-5000',
    'Links: funnel of 30 days': `/links/funnel?${days(30)}`,
    'Links: funnel of a year': `/links/funnel?${year}`,
    'Links: look': '/links/look',
    'one link': `/links/${link}`,
    Simular: '/simulate?total=1999.90',
    'Simular: snippet': '/simulate/snippet',
    'Integração: keys': '/integration/keys',
    'Integração: origins': '/integration/origins',
    'Integração: receivers with their 90 days': '/integration/endpoints',
    'Integração: 90 days of one': `/integration/endpoints/${endpoint}/health`,
    'Integração: deliveries': '/integration/deliveries',
    'Integração: failed deliveries': '/integration/deliveries?status=failed',
    'Integração: deliveries that wait': '/integration/deliveries?status=pending',
    'Integração: deliveries of one': `/integration/deliveries?endpointId=${endpoint}`,
    'Integração: one delivery': `/integration/endpoints/${endpoint}/events/${event}`,
    'Integração: requests': '/integration/requests',
    'Integração: one request': `/integration/requests?trackId=${track}`,
    'Integração: refused requests': '/integration/requests?status=4xx',
    'Integração: failed requests': '/integration/requests?status=5xx',
    'Integração: rare status': '/integration/requests?status=409',
    'Integração: platforms': '/integration/platforms',
    'Integração: one platform': '/integration/platforms/vtex',
    Marca: '/brand',
    'Registro: first page': '/audit',
    'Registro: page in the middle': '/audit?before=50000',
    'Registro: of a person': `/audit?person=${person}`,
    'Registro: of an action': '/audit?action=link.create',
    'Registro: rare action': '/audit?action=key.revoke',
    'Registro: rare action of a month': `/audit?action=key.revoke&${month}`,
    Pessoas: '/people',
    Conta: '/account',
  }
}

/** The routes that no page asked for. */
export function listMissing(routes: readonly string[], pages: Pages): readonly string[] {
  const asked = Object.values(pages).map(path => path.replace(/\?.*/, ''))
  return routes.filter(route => {
    const form = new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
    return !asked.some(path => form.test(path))
  })
}
