import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ConsoleRole } from '../../src/contract/console.ts'
import type {
  HomeView,
  MoneyView,
  StatementView,
  Transfer,
  Transfers,
} from '../../src/contract/console-money.ts'
import { PLAIN_KEY, PLAIN_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { buyOpen, cancel, moveClock } from '../support/purchase-http.ts'
import {
  ask,
  listTransfersOf,
  readBalanceOf,
  readFiguresOf,
  readStatementOf,
  readSummaryOf,
  readTransferOf,
} from '../support/statements.ts'

let app: TestApp
const users = new Map<ConsoleRole, StaffUser>()
let stranger: StaffUser
before(async () => {
  app = await startTestApp()
  for (const role of ['OWNER', 'FINANCE', 'SALES', 'VIEWER'] as const)
    users.set(role, await newStaffUser(app, role))
  stranger = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  const ended = await buyOpen(app)
  await moveClock(app, 'P1D')
  await cancel(app, ended.transactionId)
  await buyOpen(app, { value: 2_500 })
  await moveClock(app, 'PT30S')
  await buyOpen(app, { value: 700 })
})
after(() => app.stop())

const as = (role: ConsoleRole): StaffUser => users.get(role) ?? assert.fail(role)
const MONEY_PATHS = [
  '/money',
  '/money/transfers',
  '/money/statement',
  '/money/statement/file?from=2026-03-01&to=2026-03-10',
]

test('owner and finance read the same figures, balance, transfers and statement as a key of the shop', async () => {
  for (const role of ['OWNER', 'FINANCE'] as const) {
    const user = as(role)
    const home = (await user.get<HomeView>('/home')).body
    const { from, to } = home
    const figures = await readFiguresOf(app, { from, to })
    assert.deepEqual([home.days, home.total], [figures.days, figures.total])
    const money = (await user.get<MoneyView>('/money')).body
    const { asOf: _, ...balance } = await readBalanceOf(app)
    const { asOf: __, ...shown } = money.balance
    assert.deepEqual(shown, balance)
    assert.deepEqual(money.summary, await readSummaryOf(app, { from, to }))
    const transfers = (await user.get<Transfers>('/money/transfers')).body
    assert.deepEqual(transfers, await listTransfersOf(app))
    for (const { transferId } of transfers.data) {
      const opened = (await user.get<Transfer>(`/money/transfers/${transferId}`)).body
      assert.deepEqual(opened, await readTransferOf(app, transferId))
    }
    const statement = (await user.get<StatementView>('/money/statement')).body
    const { openingBalance, closingBalance, lines } = await readStatementOf(app, { from, to })
    assert.deepEqual(
      [statement.openingBalance, statement.closingBalance, statement.lines, statement.isCut],
      [openingBalance, closingBalance, lines, false],
    )
    const cut = (await user.get<StatementView>('/money/statement?lines=2')).body
    assert.deepEqual([cut.lines.length, cut.isCut, cut.closingBalance], [2, true, closingBalance])
  }
})

test('the files of the console are those of the interface, byte for byte', async () => {
  const days = { from: '2026-03-01', to: '2026-03-11' }
  for (const format of ['csv', 'pdf', 'json']) {
    const query = new URLSearchParams({ ...days, format })
    const shown = await fetch(`${app.url}/console/api/money/statement/file?${query}`, {
      headers: { cookie: as('FINANCE').cookie },
    })
    assert.deepEqual(
      await shown.bytes(),
      await (await ask(app, '/statement', { ...days, format })).bytes(),
      format,
    )
  }
})

test('for sales and viewer no amount leaves the server: neither on Início nor by the address of a money page', async () => {
  for (const role of ['SALES', 'VIEWER'] as const) {
    const { status, text, body } = await as(role).get<HomeView>('/home')
    assert.equal(status, 200)
    assert.doesNotMatch(text, /amount|ticket|balance|transfer/i)
    assert.deepEqual(Object.keys(body.total), ['applications', 'approvals', 'sales'])
    assert.equal(body.total.sales, (await as('OWNER').get<HomeView>('/home')).body.total.sales)
    assert.deepEqual(body.steps, [])
    for (const path of MONEY_PATHS) assert.equal((await as(role).get(path)).status, 403, path)
  }
})

test('nothing crosses shops: a person of another one finds neither figures nor a transfer', async () => {
  const own = (await listTransfersOf(app)).data
  assert.ok(own.length > 0)
  for (const { transferId } of own)
    assert.equal((await stranger.get(`/money/transfers/${transferId}`)).status, 404)
  const home = (await stranger.get<HomeView>('/home')).body
  assert.deepEqual([home.total.applications, home.total.salesAmount], [0, 0])
  const money = (await stranger.get<MoneyView>('/money')).body
  assert.deepEqual([money.balance.balance, money.summary.sales], [0, 0])
  assert.deepEqual((await stranger.get<Transfers>('/money/transfers')).body.data, [])
  assert.deepEqual((await stranger.get<StatementView>('/money/statement')).body.lines, [])
})

test('without a session nothing is told, and a wrong period is refused by its name', async () => {
  for (const path of ['/home', ...MONEY_PATHS])
    assert.equal((await fetch(`${app.url}/console/api${path}`)).status, 401, path)
  const { status, text } = await as('OWNER').get('/money?from=2026-01-01&to=2099-01-01')
  assert.equal(status, 400)
  assert.match(text, /to must not be after today/)
})

test('Início says what waits for the shop, and which first steps are missing', async () => {
  const read = async () => (await stranger.get<HomeView>('/home')).body
  const before = await read()
  assert.deepEqual(
    before.steps
      .filter(({ isDone }) => !isDone)
      .map(({ step }) => step)
      .slice(-2),
    ['LINK', 'SALE'],
  )
  const link = { apiKey: PLAIN_KEY, amount: 300, description: 'Mesa', orderId: 'mesa-1' }
  const soon = new Date(app.services.clock.now().getTime() + 3_600_000).toISOString()
  await app.post('/payment-links', { ...link, expiresAt: soon })
  const after = await read()
  assert.ok(after.steps.find(({ step }) => step === 'LINK')?.isDone)
  const ending = after.attention.find(({ kind }) => kind === 'LINKS_ENDING')
  assert.deepEqual([ending?.count, ending?.firstAt], [1, soon])
})
