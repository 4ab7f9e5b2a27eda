import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fastify, type RouteShorthandOptions } from 'fastify'
import { parseConfig } from '../../src/app/config/config.ts'
import { buildServer } from '../../src/app/server.ts'
import { DESK_ACTIONS, type DeskAction, ROLES, type Role } from '../../src/contract/desk.ts'
import { guardDesk } from '../../src/http/desk/desk-guard.ts'
import type { Site } from '../../src/http/site.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { parseRoutes } from '../purchases/route-list.ts'
import { readAnswer, startTestApp, type TestApp } from '../support/app.ts'
import { countAudit, type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { UNKNOWN_ID } from '../support/purchase-http.ts'

let app: TestApp
const users = new Map<Role, DeskUser>()
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  for (const role of ROLES) users.set(role, await newDeskUser(app, role))
})
after(() => app.stop())

/** Every route of the desk and its required action, listed by hand, independently of the code. */
const ACTIONS: Readonly<Record<string, DeskAction | 'anybody'>> = {
  'POST /sign-in': 'anybody',
  'POST /sign-out': 'session.end',
  'GET /session': 'session.read',
  'POST /passkey-sign-in/challenge': 'anybody',
  'POST /passkey-sign-in': 'anybody',
  'GET /passkeys': 'passkey.read',
  'POST /passkeys': 'passkey.change',
  'POST /passkeys/challenge': 'passkey.change',
  'POST /passkeys/:passkey/remove': 'passkey.change',
  'GET /cases': 'queue.read',
  'GET /cases/:case': 'case.read',
  'POST /cases/:case/reveal': 'case.reveal',
  'POST /cases/:case/decision': 'case.decide',
  'POST /cases/:case/pictures/:document': 'case.picture',
  'GET /pictures/:token': 'case.picture',
  'POST /claims': 'case.claim',
  'POST /claims/release': 'case.claim',
  'GET /proposals': 'proposal.read',
  'POST /proposals/:proposal/answer': 'proposal.answer',
  'GET /invoices': 'invoice.read',
  'GET /invoices/:invoice': 'invoice.read',
  'POST /invoices/:invoice/file': 'invoice.open',
  'GET /files/:token': 'invoice.open',
  'POST /invoices/:invoice/pages/:page': 'invoice.open',
  'GET /pages/:token': 'invoice.open',
  'POST /invoices/:invoice/decision': 'invoice.decide',
  'GET /suspense': 'suspense.read',
  'GET /suspense/:case': 'suspense.read',
  'POST /suspense/:case/resolution': 'suspense.resolve',
  'GET /registrations': 'registration.read',
  'POST /registrations/:case/resolution': 'registration.resolve',
  'GET /payouts': 'payout.read',
  'GET /payouts/:order': 'payout.read',
  'POST /payouts/:order/decision': 'payout.decide',
  'POST /payouts/:order/correction': 'payout.correct',
  'POST /refunds/:refund/account': 'payout.correct',
  'GET /assignments': 'assignment.read',
  'GET /assignments/:assignment': 'assignment.read',
  'GET /compliance': 'compliance.read',
  'GET /compliance/:case': 'compliance.read',
  'POST /compliance/:case/decision': 'compliance.decide',
  'POST /compliance-statements': 'compliance.decide',
  'POST /compliance-reports/:report/receipt': 'compliance.decide',
  'GET /closings': 'closing.read',
  'GET /closings/:closing': 'closing.read',
  'POST /closings': 'closing.close',
  'POST /closings/:closing/decision': 'closing.close',
  'GET /closings/:closing/files/:file': 'books.export',
  'GET /books': 'books.read',
  'GET /books/:entry': 'books.read',
  'GET /books/:entry/file': 'books.open',
  'POST /books/exits': 'books.propose',
  'POST /books/taxes': 'books.propose',
  'POST /books/entries': 'books.propose',
  'POST /books/:entry/reversal': 'books.propose',
  'POST /books/commission': 'payout.correct',
  'GET /special-cases': 'special-case.read',
  'GET /special-cases/:case': 'special-case.read',
  'POST /special-cases': 'special-case.change',
  'POST /special-cases/:case/documents': 'special-case.change',
  'GET /special-cases/:case/documents/:document': 'special-case.change',
  'POST /special-cases/:case/decision': 'special-case.decide',
  'POST /special-cases/:case/end': 'special-case.change',
  'GET /delays': 'loan.read',
  'GET /loans': 'loan.read',
  'GET /loans/:loan': 'loan.read',
  'POST /loans/:loan/copies': 'loan.serve',
  'GET /loans/:loan/settlement': 'loan.read',
  'POST /loans/:loan/settlement': 'loan.serve',
  'POST /loans/:loan/write-off': 'loan.write-off',
  'POST /loans/:loan/waivers': 'loan.waive',
  'POST /loans/:loan/notices': 'loan.serve',
  'POST /loans/:loan/offers': 'loan.serve',
  'POST /loans/:loan/agreement': 'loan.serve',
  'GET /audit': 'audit.read',
}

/** What each role may do, also by hand: a mistake in the code's table is found here. */
const MAY: Readonly<Record<Role, readonly DeskAction[]>> = {
  viewer: [
    'session.read',
    'session.end',
    'passkey.read',
    'passkey.change',
    'queue.read',
    'case.read',
    'invoice.read',
    'suspense.read',
    'registration.read',
    'payout.read',
    'loan.read',
    'closing.read',
    'books.read',
    'special-case.read',
    'assignment.read',
    'compliance.read',
    'proposal.read',
  ],
  analyst: [
    'session.read',
    'session.end',
    'passkey.read',
    'passkey.change',
    'queue.read',
    'case.read',
    'case.claim',
    'case.reveal',
    'case.picture',
    'case.decide',
    'invoice.read',
    'invoice.open',
    'invoice.decide',
    'suspense.read',
    'suspense.resolve',
    'registration.read',
    'registration.resolve',
    'payout.read',
    'payout.decide',
    'payout.correct',
    'loan.read',
    'loan.serve',
    'loan.write-off',
    'closing.read',
    'closing.close',
    'books.read',
    'books.open',
    'books.propose',
    'books.export',
    'special-case.read',
    'special-case.change',
    'special-case.decide',
    'loan.waive',
    'assignment.read',
    'assignment.decide',
    'compliance.read',
    'compliance.decide',
    'proposal.read',
  ],
  approver: Object.keys(DESK_ACTIONS) as DeskAction[],
}

async function listDeskRoutes(): Promise<string[]> {
  const { services, testDatabase } = app
  const twin = await buildServer({
    config: parseConfig({ ROLE: 'api' }),
    services,
    connection: testDatabase.connection,
    log: createLog({ level: 'silent' }),
  })
  const routes = parseRoutes(twin.server.printRoutes({ commonPrefix: false }))
  await twin.stop()
  const below = '/desk/api'
  return routes
    .filter(({ path }) => path.startsWith(`${below}/`))
    .map(({ method, path }) => `${method} ${path.slice(below.length)}`)
}

function call(route: string, headers: Record<string, string>) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/:\w+/g, UNKNOWN_ID)
  const json = { 'content-type': 'application/json', 'x-desk': '1' }
  return fetch(`${app.url}/desk/api${path}`, {
    method,
    headers: method === 'POST' ? { ...json, ...headers } : headers,
    ...(method === 'POST' ? { body: '{}' } : {}),
  }).then(response => readAnswer(response))
}

test('every route of the desk has a row in the matrix, and every row a route', async () => {
  assert.deepEqual((await listDeskRoutes()).sort(), Object.keys(ACTIONS).sort())
})

test('a route of the desk that names no action, or that would answer HEAD, stops the start', async () => {
  const start = async (options: RouteShorthandOptions) => {
    const server = fastify()
    server.register(async scope => {
      guardDesk(scope, app.services as unknown as Site)
      scope.get('/desk/api/new', options, async () => ({}))
    })
    await server.ready()
  }
  const config = { public: true, desk: 'case.read' } as const
  await assert.rejects(start({ config: { public: true }, exposeHeadRoute: false }), /must name an action/)
  await assert.rejects(start({ config }), /exposeHeadRoute/)
  await start({ config, exposeHeadRoute: false })
})

test('every role on every route: a missing right is 403 and audited, a granted one is served', async () => {
  for (const role of ROLES)
    for (const [route, action] of Object.entries(ACTIONS)) {
      if (action === 'anybody' || action === 'session.end') continue
      const start = await countAudit(app)
      const answer = await call(route, { cookie: users.get(role)?.cookie ?? '' })
      if (MAY[role].includes(action)) {
        assert.ok(![401, 403].includes(answer.status), `${role} ${route}: ${answer.text}`)
        continue
      }
      expectError(answer, { code: 'desk_forbidden' })
      const [noted] = await listAudit(app, start)
      assert.deepEqual(
        [noted?.action, noted?.operatorId, noted?.details.route],
        ['refused.role', users.get(role)?.id, route.replace(' ', ' /desk/api')],
      )
    }
})

test('without a session, or with a made-up one, every route but the sign-in is 401', async () => {
  for (const [route, action] of Object.entries(ACTIONS)) {
    if (action === 'anybody') continue
    for (const cookie of ['', `crediario_desk=${'A'.repeat(43)}`, 'crediario_desk='])
      expectError(await call(route, cookie === '' ? {} : { cookie }), { code: 'desk_session_required' })
  }
})

test('a request from another site or without the header is 403 on every route, and audited', async () => {
  const user = users.get('approver')
  assert.ok(user)
  const { cookie } = user
  for (const [route, action] of Object.entries(ACTIONS)) {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    if (route.startsWith('POST')) foreign.push({ 'x-desk': '' }, { 'sec-fetch-site': 'none' })
    for (const headers of foreign) {
      const start = await countAudit(app)
      expectError(await call(route, { cookie, ...headers }), { code: 'desk_cross_site' })
      const [noted] = await listAudit(app, start)
      assert.deepEqual([noted?.action, noted?.operatorId], ['refused.cross-site', user.id])
    }
    if (action === 'session.end') continue
    const own = await call(route, { cookie, origin: app.url, 'sec-fetch-site': 'same-origin' })
    assert.ok(own.body.code !== 'desk_cross_site', route)
  }
})

test('a form of another site cannot send what the desk reads', async () => {
  const response = await fetch(`${app.url}/desk/api/claims`, {
    method: 'POST',
    headers: {
      cookie: users.get('analyst')?.cookie ?? '',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'kind=suspense',
  })
  expectError(await readAnswer(response), { code: 'desk_cross_site' })
})

test('two cookies of the same name are refused', async () => {
  const cookie = users.get('viewer')?.cookie ?? ''
  expectError(await call('GET /session', { cookie: `${cookie}; ${cookie}` }), {
    code: 'desk_session_required',
  })
})

test('strangers cannot fill the audit log', async () => {
  app.clock.advance({ minutes: 2 })
  const start = await countAudit(app)
  for (let count = 0; count < 80; count++) await call('GET /session', { 'sec-fetch-site': 'cross-site' })
  const added = (await countAudit(app)) - start
  assert.ok(added > 0 && added <= 60, `${added} entries`)
})
