import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fastify, type RouteShorthandOptions } from 'fastify'
import { parseConfig } from '../../src/app/config/config.ts'
import { buildServer } from '../../src/app/server.ts'
import {
  CONSOLE_ROLES,
  type ConsoleAccount,
  type ConsoleAction,
  type ConsoleRole,
} from '../../src/contract/console.ts'
import type { PasskeyCreation, PasskeyList } from '../../src/contract/desk-passkeys.ts'
import { invitePerson } from '../../src/domains/staff/index.ts'
import { guardConsole } from '../../src/http/console/console-guard.ts'
import type { Site } from '../../src/http/site.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { newAuthenticator } from '../desk/authenticator.ts'
import { newLink } from '../links/link-calls.ts'
import { parseRoutes } from '../purchases/route-list.ts'
import {
  type Answer,
  DEMO_RETAILER,
  PLAIN_RETAILER,
  readAnswer,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { countAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { buyOpen, moveClock, UNKNOWN_ID } from '../support/purchase-http.ts'
import { listTransfersOf } from '../support/statements.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { createEndpoint, listDeliveries } from '../support/webhooks.ts'
import { CONSOLE_ROUTES, type ConsoleRouteRow, MAY, PRICES_SHOWN_TO } from './console-routes.ts'

let app: TestApp
const users = new Map<ConsoleRole, StaffUser>()
let receiver: WebhookReceiver
/** Ids of the demonstration shop, by the name of the parameter that they stand for. */
const owned = new Map<string, string>()
/** What somebody of another shop might search for. */
const searched: string[] = []
before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'http://localhost:1' } })
  receiver = await startReceiver()
  for (const role of CONSOLE_ROLES) users.set(role, await newStaffUser(app, role))
  const seller = users.get('SALES') ?? assert.fail()
  const wanted = { email: 'convite@loja.example', role: 'VIEWER', retailerId: DEMO_RETAILER } as const
  const invited = await invitePerson(app.services, wanted)
  if (invited === 'known') assert.fail()
  const { body } = await seller.get<{ sessions: { id: string }[] }>('/sessions')
  const endpoint = await createEndpoint(app, receiver.url)
  const { transactionId, orderId, person } = await buyOpen(app)
  await moveClock(app, 'PT1M')
  const [transfer] = (await listTransfersOf(app)).data
  const link = await newLink(app, { orderId: 'PED-MATRIZ', description: 'Sofá da matriz' })
  const [delivery] = (await listDeliveries(app, `endpointId=${endpoint.id}`)).data
  const { body: order } = await seller.get<{ customer: string }>(`/orders/${transactionId}`)
  searched.push(person.cpf, orderId, transactionId, order.customer, link.orderId)
  owned.set('id', transactionId)
  owned.set('linkId', link.id)
  owned.set('transfer', transfer?.transferId ?? '')
  owned.set('endpoint', endpoint.id)
  owned.set('event', delivery?.eventId ?? '')
  owned.set('key', (await app.services.retailers.listKeys(DEMO_RETAILER))[0]?.id ?? '')
  const owner = users.get('OWNER') ?? assert.fail()
  const connector = await owner.post<{ accountId: string }>('/integration/platforms/vtex/enable', {
    account: 'lojamatriz',
  })
  owned.set('platform', 'vtex')
  owned.set('connector', connector.body.accountId)
  owned.set('passkey', await addPasskey(seller))
  owned.set('person', seller.id)
  owned.set('invitation', invited.invitationId)
  owned.set('change', await proposeAccount(users.get('OWNER') ?? assert.fail()))
  owned.set('session', body.sessions[0]?.id ?? '')
  for (const [name, id] of owned) assert.notEqual(id ?? '', '', name)
})
after(async () => {
  await receiver?.stop()
  await app.stop()
})

async function proposeAccount(owner: StaffUser): Promise<string> {
  await owner.post('/account/changes', { account: { pixKey: 'financeiro@loja.example' } })
  return (await owner.get<ConsoleAccount>('/account')).body.change?.id ?? assert.fail()
}

async function addPasskey(user: StaffUser): Promise<string> {
  const { body } = await user.post<PasskeyCreation>('/passkeys/challenge')
  const created = await user.post('/passkeys', newAuthenticator('http://localhost:1', user.id).create(body))
  assert.equal(created.status, 200, created.text)
  const [key] = (await user.get<PasskeyList>('/passkeys')).body.passkeys
  return key?.id ?? assert.fail()
}

const rows = Object.entries(CONSOLE_ROUTES)

async function call(
  route: string,
  headers: Readonly<Record<string, string>>,
  fill: (name: string) => string = () => UNKNOWN_ID,
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ')
  const url = `${app.url}/console/api${path.replaceAll(/:(\w+)/g, (_, name: string) => fill(name))}`
  if (method === 'GET') return readAny(await fetch(url, { headers }))
  const body = JSON.stringify(CONSOLE_ROUTES[route]?.body ?? {})
  const sent = { 'content-type': 'application/json', 'x-console': '1', ...headers }
  return readAnswer(await fetch(url, { method, headers: sent, body }))
}

/** Files too, whose text is searched as well. */
async function readAny(response: Response): Promise<Answer> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return readAnswer(response)
  const { status, headers } = response
  return { status, headers, text: await response.text(), body: {} }
}

const isLasting = ({ action }: ConsoleRouteRow): boolean => action !== 'anybody' && action !== 'session.end'

test('every route of the console has its row in the table by hand', async () => {
  const built = await buildServer({
    config: parseConfig({ ROLE: 'api' }),
    services: app.services,
    connection: app.testDatabase.connection,
    log: createLog({ level: 'silent' }),
  })
  try {
    const registered = parseRoutes(built.server.printRoutes({ commonPrefix: false }))
      .filter(({ path }) => path.startsWith('/console/api/'))
      .map(({ method, path }) => `${method} ${path.slice('/console/api'.length)}`)
    assert.deepEqual(registered.sort(), Object.keys(CONSOLE_ROUTES).sort())
  } finally {
    await built.stop()
  }
})

test('a route that names no action, or that answers HEAD, does not start', async () => {
  const register = async (options: RouteShorthandOptions): Promise<unknown> => {
    const server = fastify()
    server.register(async scope => {
      guardConsole(scope, { publicUrl: app.url } as Site)
      scope.get('/console/api/new', options, async () => ({}))
    })
    return server.ready()
  }
  await assert.rejects(register({ exposeHeadRoute: false }), /must name an action of the console/)
  await assert.rejects(register({ config: { console: 'orders.read' } }), /exposeHeadRoute/)
})

test('each role does what the table says and nothing else, on every route', async () => {
  for (const role of CONSOLE_ROLES)
    for (const [route, row] of rows.filter(([, each]) => isLasting(each))) {
      const answer = await call(route, { cookie: users.get(role)?.cookie ?? '' })
      const may: readonly ConsoleAction[] = MAY[role]
      if (may.includes(row.action as ConsoleAction))
        assert.ok(![401, 403].includes(answer.status), `${role} ${route}: ${answer.text}`)
      else expectError(answer, { code: 'console_forbidden' })
    }
})

test('without a session, with a made-up one, and with an operator’s, every route is 401', async () => {
  const operator = await newDeskUser(app, 'approver')
  const [, deskId = ''] = operator.cookie.split('=')
  const made = `crediario_console=${'A'.repeat(43)}`
  for (const [route, { action }] of rows) {
    if (action === 'anybody') continue
    for (const cookie of ['', made, 'crediario_console=', operator.cookie, `crediario_console=${deskId}`])
      expectError(await call(route, cookie === '' ? {} : { cookie }), { code: 'console_session_required' })
  }
})

test('a session of the console opens nothing at the desk, under either name of the cookie', async () => {
  const { cookie } = users.get('OWNER') ?? assert.fail()
  const [, id = ''] = cookie.split('=')
  for (const each of [cookie, `crediario_desk=${id}`]) {
    const answer = await readAnswer(await fetch(`${app.url}/desk/api/session`, { headers: { cookie: each } }))
    expectError(answer, { code: 'desk_session_required' })
  }
})

test('a request from another site or without the header is 403 on every route', async () => {
  const { cookie } = users.get('OWNER') ?? assert.fail()
  for (const [route] of rows) {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    if (!route.startsWith('GET')) foreign.push({ 'x-console': '' }, { 'sec-fetch-site': 'none' })
    for (const headers of foreign)
      expectError(await call(route, { cookie, ...headers }), { code: 'console_cross_site' })
  }
})

test('an id of another shop in an address is answered as one that does not exist, on every route', async () => {
  const stranger = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  const { cookie } = stranger
  // A platform is one of the service, and no row of a shop: below.
  const withIds = rows.filter(([route]) => route.includes(':') && !route.includes(':platform'))
  assert.ok(withIds.length > 0)
  for (const [route] of withIds) {
    const foreign = await call(route, { cookie }, name => owned.get(name) ?? assert.fail(`which ${name}?`))
    const unknown = await call(route, { cookie })
    assert.equal(foreign.status, 404, `${route}: ${foreign.text}`)
    assert.deepEqual([foreign.status, foreign.body.code], [unknown.status, unknown.body.code], route)
  }
})

test('the connector of another shop is neither seen nor touched', async () => {
  const stranger = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  const panel = await call('GET /integration/platforms/:platform', { cookie: stranger.cookie }, () => 'vtex')
  assert.deepEqual(panel.body, { log: [], differences: [] })
  for (const action of ['disable', 'examine', 'compare', 'fix'])
    expectError(
      await call(
        `POST /integration/platforms/:platform/${action}`,
        { cookie: stranger.cookie },
        () => 'vtex',
      ),
      { code: 'console_not_found' },
    )
})

test('whoever searches for another shop’s order, customer, CPF or link finds nothing, in lists, counts and files', async () => {
  const stranger = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  const owner = users.get('OWNER') ?? assert.fail()
  for (const text of searched) {
    const query = new URLSearchParams({ search: text })
    const found = await owner.get<{ orders: unknown[] }>(`/orders?${query}`)
    if (text !== 'PED-MATRIZ') assert.equal(found.body.orders.length, 1, text)
    const { body } = await stranger.get<{ orders: unknown[] }>(`/orders?${query}`)
    assert.deepEqual(body.orders, [], text)
    const file = await readAny(
      await fetch(`${app.url}/console/api/orders/file?${query}`, { headers: { cookie: stranger.cookie } }),
    )
    assert.equal(file.status, 200, file.text)
    assert.equal(file.text.trim().split('\n').length, 1, `${text}: ${file.text}`)
    for (const name of ['orderId', 'seller']) {
      const links = await stranger.get<{ links: unknown[] }>(
        `/links?${new URLSearchParams({ [name]: text })}`,
      )
      assert.deepEqual(links.body.links, [], text)
    }
  }
  const { text: counts } = await stranger.get(`/orders/counts?search=${searched[0]}`)
  assert.doesNotMatch(counts, /[1-9]/)
})

test('nothing of another shop is in any list, search or export', async () => {
  const stranger = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  const ids = [
    ...[...owned].flatMap(([name, id]) => (name === 'platform' ? [] : [id])),
    ...searched,
    DEMO_RETAILER,
    ...[...users.values()].flatMap(({ id, email }) => [id, email]),
  ]
  for (const [route] of rows.filter(([each]) => each.startsWith('GET') && !each.includes(':'))) {
    const { text } = await call(route, { cookie: stranger.cookie })
    assert.deepEqual(
      ids.filter(id => text.includes(id)),
      [],
      route,
    )
  }
})

/** A name of a member that is an amount of money, where its value is a number. */
const MONEY =
  /amount|value|price|total|balance|commission|reten|retained|payment|financed|net|gross|centavos|transferred|refund|cost/i

/** Members that look like money, by their names. The amount of a product is how many of it. */
function listMoney(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listMoney)
  if (typeof value !== 'object' || value === null) return []
  const isProduct = 'name' in value && 'amount' in value
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'number') return listMoney(member)
    return MONEY.test(name) && !(isProduct && name === 'amount') ? [name] : []
  })
}

test('answers to those who may not see money have no amounts', async () => {
  for (const role of ['SALES', 'VIEWER'] as const)
    for (const [route, row] of rows) {
      if (!route.startsWith('GET') || !isLasting(row)) continue
      const may: readonly string[] = MAY[role]
      const shown = PRICES_SHOWN_TO[route]
      if (!may.includes(row.action) || (shown !== undefined && may.includes(shown))) continue
      const answer = await call(
        route,
        { cookie: users.get(role)?.cookie ?? '' },
        name => owned.get(name) ?? UNKNOWN_ID,
      )
      assert.deepEqual(listMoney(answer.body), [], `${role} ${route}`)
      // Of a file the names of its columns; those of states and instants hold no amounts.
      const [columns = ''] = Object.keys(answer.body).length === 0 ? answer.text.split(/\r?\n/) : []
      const names = columns.split(',').filter(name => MONEY.test(name) && !/(?:Status|At)$/.test(name))
      assert.deepEqual(names, [], `${role} ${route}`)
    }
})

test('two cookies of the same name are refused, and strangers cannot fill the audit log', async () => {
  const { cookie } = users.get('VIEWER') ?? assert.fail()
  expectError(await call('GET /session', { cookie: `${cookie}; ${cookie}` }), {
    code: 'console_session_required',
  })
  app.clock.advance({ minutes: 2 })
  const start = await countAudit(app)
  for (let count = 0; count < 80; count++) await call('GET /session', { 'sec-fetch-site': 'cross-site' })
  const added = (await countAudit(app)) - start
  assert.ok(added > 0 && added <= 60, `${added} entries`)
})
