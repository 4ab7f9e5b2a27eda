import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answerRequest, listOpenRequests } from '../../src/domains/customers/requests.ts'
import { readCode } from '../links/hosted-visit.ts'
import { PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson } from '../support/people.ts'
import {
  askCancel,
  buy,
  buyOpen,
  cancel,
  centavos,
  moveClock,
  pay,
  playUntil,
  read,
} from '../support/purchase-http.ts'
import { AccountDevice, countCodes, waitForCodes, waitForJobs } from './account-device.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

test('a customer signs in with CPF and a code, sees the purchase with its bills, and signs out for good', async () => {
  const bought = await buyOpen(app)
  const device = new AccountDevice(app)
  assert.equal((await device.do('state')).screen, 'cpf')
  const account = await device.signIn(bought.person)
  const [purchase, ...others] = account.purchases
  assert.ok(purchase)
  assert.deepEqual(others, [])
  assert.equal(purchase.standing, 'on-time')
  assert.equal(purchase.id, bought.transactionId)
  assert.equal(account.email, bought.person.email)
  const { installments = [] } = await read(app, bought.transactionId)
  assert.deepEqual(
    purchase.bills.map(({ number, standing }) => [number, standing]),
    [[0, 'paid'], ...installments.map((_, index) => [index + 1, 'open'])],
  )
  assert.equal(purchase.next?.digitLine, installments[0]?.payNumber)
  assert.equal(centavos(purchase.next?.today?.total ?? 0), centavos(installments[0]?.value ?? -1))
  assert.equal(purchase.payments.length, 1)
  // The bar is made of what the installments pay for, to the centavo.
  const { parts = [], lent } = purchase.composition ?? {}
  assert.equal(lent, 'rest')
  assert.equal(
    parts.reduce((sum, { value }) => sum + centavos(value), 0),
    installments.reduce((sum, { value }) => sum + centavos(value), 0),
  )
  const kept = device.cookieHeader
  assert.equal((await device.do('sign-out', {})).screen, 'cpf')
  assert.equal(device.cookies.has('crediario_conta'), false)
  // Whoever copied the cookie has nothing any more.
  const [name, value] =
    kept
      .split('; ')
      .find(each => each.startsWith('crediario_conta='))
      ?.split('=') ?? []
  device.cookies.set(name ?? '', value ?? '')
  assert.equal((await device.do('state')).screen, 'cpf')
})

test('a late bill shows the value of today with fine and interest, and a part payment leaves the rest', async () => {
  const bought = await buyOpen(app, { downPayment: false })
  const [first] = (await read(app, bought.transactionId)).installments ?? []
  assert.ok(first)
  await moveClock(app, 'P45D')
  const device = new AccountDevice(app)
  const [purchase] = (await device.signIn(bought.person)).purchases
  assert.equal(purchase?.standing, 'late')
  const due = purchase?.next?.today
  assert.ok(due && due.daysLate > 0)
  const face = centavos(due.value)
  assert.equal(centavos(due.fine), Math.round(face * 0.02))
  assert.equal(centavos(due.interest), Math.round((face * due.daysLate) / 3_000))
  assert.equal(centavos(due.total), face + centavos(due.fine) + centavos(due.interest))
  await pay(app, first.id, { amount: 50 })
  const [after] = (await device.readAccount()).purchases
  assert.equal(centavos(after?.next?.today?.total ?? 0), centavos(due.total) - 5_000)
  assert.deepEqual(
    after?.payments.map(({ value }) => value),
    [50],
  )
  const left = after?.next?.today
  assert.equal(
    centavos(left?.total ?? 0),
    centavos((left?.value ?? 0) - (left?.alreadyPaid ?? 0) + (left?.fine ?? 0) + (left?.interest ?? 0)),
  )
})

test('a customer gets the second copy of an expired bill, pays it, and gets none of a stranger’s or of a bill in time', async () => {
  const [mine, other] = [
    await buyOpen(app, { downPayment: false }),
    await buyOpen(app, { downPayment: false }),
  ]
  const [first, second] = (await read(app, mine.transactionId)).installments ?? []
  const [foreign] = (await read(app, other.transactionId)).installments ?? []
  assert.ok(first && second && foreign)
  const device = new AccountDevice(app)
  const [early] = (await device.signIn(mine.person)).purchases
  assert.ok(early?.bills.every(({ copyId }) => copyId === undefined))
  const ask = (billetId: string, transactionId = mine.transactionId) =>
    device.ask('second-copy', { transactionId, billetId })
  expectError(await ask(first.id), { code: 'billet_not_overdue', fields: [] })
  await moveClock(app, 'P70D')
  const [late] = (await device.readAccount()).purchases
  assert.deepEqual(
    [late?.next?.standing, late?.next?.copyId, late?.next?.digitLine],
    ['expired', first.id, undefined],
  )
  const openPage = async () => (await fetch(app.url + new URL(first.installmentLink).pathname)).text()
  assert.match(await openPage(), /Gere a segunda via na <a href="\/minha-conta">sua conta<\/a>/)
  expectError(await ask(foreign.id, other.transactionId), { code: 'transaction_not_found', fields: [] })
  expectError(await ask(foreign.id), { code: 'billet_not_found', fields: [] })
  const [copied] =
    (await device.do('second-copy', { transactionId: mine.transactionId, billetId: first.id })).account
      ?.purchases ?? []
  const copy = copied?.next
  assert.deepEqual([copied?.standing, copy?.standing, copy?.copyOf], ['late', 'open', first.dueDate])
  assert.equal(copy?.today?.value, first.value)
  assert.equal(copy?.today?.total, copy?.value)
  expectError(await ask(first.id), { code: 'billet_canceled', fields: [] })
  const [shown] = (await read(app, mine.transactionId)).installments ?? []
  assert.equal(copy?.digitLine, shown?.payNumber)
  assert.match(await openPage(), new RegExp(shown?.payNumber ?? 'none'))
  await pay(app, shown?.id ?? '')
  const [paid] = (await device.readAccount()).purchases
  assert.equal(paid?.bills[0]?.standing, 'paid')
  assert.deepEqual(
    paid?.payments[0]?.parts.map(({ number }) => number),
    [1],
  )
})

test('contract, billets and receipts are downloaded by their owner only; without a session the link leads to the page', async () => {
  const [mine, other] = [await buyOpen(app), await buyOpen(app)]
  const device = new AccountDevice(app)
  const [purchase] = (await device.signIn(mine.person)).purchases
  const receiptUrl = purchase?.payments[0]?.receiptUrl
  for (const url of [purchase?.contractUrl, purchase?.billetsUrl, receiptUrl]) {
    const path = (url ?? '').replace('/minha-conta/', '')
    const file = await device.fetch(path)
    assert.equal(file.headers.get('content-type'), 'application/pdf')
    assert.match(file.headers.get('cache-control') ?? '', /no-store/)
    assert.equal(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
    const foreign = await device.fetch(path.replace(mine.transactionId, other.transactionId))
    assert.equal(foreign.status, 404)
    const stranger = await new AccountDevice(app).fetch(path)
    assert.deepEqual([stranger.status, stranger.headers.get('location')], [303, '/minha-conta'])
  }
})

test('a customer withdraws within seven days, not later, and not from the purchase of somebody else', async () => {
  const [mine, other] = [await buyOpen(app), await buyOpen(app)]
  const device = new AccountDevice(app)
  const [purchase] = (await device.signIn(mine.person)).purchases
  assert.ok(purchase?.withdrawal?.until)
  expectError(await device.ask('withdraw', { transactionId: other.transactionId }), {
    code: 'transaction_not_found',
    message: 'Transaction not found',
    fields: [],
  })
  const [canceled] =
    (await device.do('withdraw', { transactionId: mine.transactionId })).account?.purchases ?? []
  assert.equal(canceled?.standing, 'canceled')
  assert.equal(canceled?.cancelReason, 'CANCELLED_BY_CUSTOMER')
  assert.ok((canceled?.refund?.value ?? 0) > 0)
  assert.equal(canceled?.billetsUrl, undefined)
  assert.deepEqual(
    canceled?.bills.filter(({ digitLine, pixCode }) => digitLine !== undefined || pixCode !== undefined),
    [],
  )
  const late = new AccountDevice(app)
  await moveClock(app, 'P8D')
  await late.signIn(other.person)
  assert.equal((await late.readAccount()).purchases[0]?.withdrawal, undefined)
  const refused = await late.ask('withdraw', { transactionId: other.transactionId })
  assert.equal(refused.body.code, 'transaction_not_cancelable')
})

test('a new e-mail address is that of all purchases, and a wrong one is named', async () => {
  const bought = await buyOpen(app)
  const device = new AccountDevice(app)
  await device.signIn(bought.person)
  assert.equal(
    (await device.do('email', { email: 'novo@exemplo.com.br' })).account?.email,
    'novo@exemplo.com.br',
  )
  const refused = await device.ask('email', { email: 'novo' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /email/)
  assert.equal((await device.readAccount()).email, 'novo@exemplo.com.br')
})

test('a request is stored with its deadline, at most five wait, and text is needed', async () => {
  const bought = await buyOpen(app)
  const device = new AccountDevice(app)
  await device.signIn(bought.person)
  assert.equal((await device.ask('requests', { kind: 'CORRECTION', text: '' })).status, 400)
  assert.equal((await device.ask('requests', { kind: 'OTHER', text: 'x' })).status, 400)
  const foreign = await buy(app)
  const about = { kind: 'REVIEW', text: 'Revejam', transactionId: foreign.transactionId }
  assert.equal((await device.ask('requests', about)).status, 404)
  for (let made = 1; made <= 5; made++) {
    const { account } = await device.do('requests', { kind: 'CORRECTION', text: `Meu nome, pedido ${made}` })
    assert.equal(account?.requests.length, made)
    assert.equal(account?.requests[0]?.text, `Meu nome, pedido ${made}`)
    app.clock.advance({ ms: 1 })
  }
  expectError(await device.ask('requests', { kind: 'ERASURE', text: 'Mais um' }), {
    code: 'request_limit',
    message: 'Too many requests wait for an answer',
    fields: [],
  })
  const rows = await query<{ text: string }>(
    app,
    `SELECT encode(box, 'escape') AS text FROM customer_requests`,
  )
  assert.ok(
    rows.every(({ text }) => !text.includes('Meu nome')),
    'what the customer wrote is sealed',
  )
})

test('the export holds what was bought, owed and paid, and no link that opens anything', async () => {
  const bought = await buyOpen(app)
  const device = new AccountDevice(app)
  await device.signIn(bought.person)
  const file = await device.fetch('meus-dados.json')
  assert.match(file.headers.get('content-disposition') ?? '', /attachment; filename="meus-dados.json"/)
  const data = (await file.json()) as { purchases: { customer: { cpf: string }; bills: unknown[] }[] }
  assert.equal(data.purchases[0]?.customer.cpf, bought.person.cpf)
  assert.equal(data.purchases[0]?.bills.length, 4)
  assert.doesNotMatch(JSON.stringify(data), /\/onboarding\//)
})

test('purchases of one CPF at several retailers are all shown, newest first', async () => {
  const person = newPerson()
  const first = await buyOpen(app, { key: PLAIN_KEY, person, downPayment: false })
  assert.equal((await askCancel(app, first.transactionId, {}, PLAIN_KEY)).status, 200)
  app.clock.advance({ minutes: 1 })
  const second = await buy(app, { person })
  await playUntil(app, second.transactionId, 'ENTRY')
  const { purchases } = await new AccountDevice(app).signIn(person)
  assert.deepEqual(
    purchases.map(({ id, standing }) => [id, standing]),
    [
      [second.transactionId, 'down-payment'],
      [first.transactionId, 'canceled'],
    ],
  )
})

test('a phone that somebody else gave with this CPF gets no code once its owner has signed', async () => {
  const owner = await buyOpen(app, { downPayment: false })
  await cancel(app, owner.transactionId)
  const thief = { ...newPerson(), cpf: owner.person.cpf }
  const stolen = await buy(app, { person: thief })
  await playUntil(app, stolen.transactionId, 'FRONTDOC')
  const device = new AccountDevice(app)
  const account = await device.signIn(owner.person)
  assert.equal(account.purchases.length, 2)
  const messages = await query<{ count: number }>(
    app,
    `SELECT count(*)::integer AS count FROM messages m JOIN customer_challenges c ON c.id = m.code_id WHERE m.phone_index = $1`,
    [app.services.secrets.computeBlindIndex('phone', thief.phone)],
  )
  assert.equal(messages[0]?.count, 0)
})

test('a purchase without a confirmed phone opens nothing: no code is sent', async () => {
  const { person } = await buy(app)
  const before = await countCodes(app)
  const device = new AccountDevice(app)
  assert.equal((await device.do('code', { cpf: person.cpf })).screen, 'code')
  await waitForJobs(app)
  assert.equal(await countCodes(app), before)
})

test('a session ends after fifteen minutes without use, and two hours in any case', async () => {
  const { person } = await buyOpen(app)
  const device = new AccountDevice(app)
  await device.signIn(person)
  app.clock.advance({ minutes: 14 })
  assert.equal((await device.do('state')).screen, 'account')
  app.clock.advance({ minutes: 15 })
  assert.equal((await device.do('state')).screen, 'cpf')
  expectError(await device.ask('email', { email: 'a@exemplo.com.br' }), {
    code: 'signed_out',
    message: 'Not signed in',
    fields: [],
  })
  await device.signIn(person)
  for (let minutes = 0; minutes < 120; minutes += 10) {
    assert.equal((await device.do('state')).screen, 'account', `after ${minutes} minutes`)
    app.clock.advance({ minutes: 10 })
  }
  assert.equal((await device.do('state')).screen, 'cpf')
})

test('strangers who use up the codes of a CPF keep a new device out, but not one that its owner used before', async () => {
  const { person } = await buyOpen(app)
  const own = new AccountDevice(app)
  await own.signIn(person)
  await own.do('sign-out', {})
  const before = await countCodes(app)
  for (let asked = 0; asked < 13; asked++) {
    await new AccountDevice(app, `203.0.113.${asked}`).do('code', { cpf: person.cpf })
    await waitForJobs(app)
    app.clock.advance({ minutes: 3 })
  }
  assert.equal(await countCodes(app), before + 10)
  await own.signIn(person)
  assert.equal((await own.readAccount()).purchases.length, 1)
})

test('a request of another site, without our header, is refused; cookies are strict and out of reach of scripts', async () => {
  const { person } = await buyOpen(app)
  const device = new AccountDevice(app)
  const foreign = await device.ask('code', { cpf: person.cpf }, {})
  assert.equal(foreign.body.code, 'cross_site_request')
  const before = await countCodes(app)
  await device.do('code', { cpf: person.cpf })
  await waitForCodes(app, before + 1)
  const secured = await startTestApp({
    sharing: app,
    env: { PUBLIC_URL: 'https://credito.example', ROLE: 'api' },
  })
  try {
    const answer = await new AccountDevice(secured).fetch('code', { cpf: newPerson().cpf })
    const [cookie = ''] = answer.headers.getSetCookie()
    assert.match(
      cookie,
      /^__Host-crediario_aparelho=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
  } finally {
    await secured.stop()
  }
})

test('of two hundred guesses at once five are compared, for a known CPF and an unknown one alike', async () => {
  app.clock.advance({ minutes: 1 })
  const { person } = await buyOpen(app)
  const before = await countCodes(app)
  const devices = [new AccountDevice(app), new AccountDevice(app)]
  const cpfs = [person.cpf, newPerson().cpf]
  const answers = await Promise.all(devices.map((device, index) => device.ask('code', { cpf: cpfs[index] })))
  assert.equal(answers[0]?.text, answers[1]?.text)
  await waitForCodes(app, before + 1)
  const right = Number(await readCode(app, person.phone))
  const refusals = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      const device = new AccountDevice(app, `198.51.100.${number}`)
      device.cookies.set('crediario_aparelho', devices[number % 2]?.cookies.get('crediario_aparelho') ?? '')
      const code = String((right + 1 + number) % 1_000_000).padStart(6, '0')
      return (await device.ask('confirm', { code })).body.code
    }),
  )
  assert.deepEqual(new Set(refusals), new Set(['code_refused']))
  const rows = await query<{ tries: number }>(
    app,
    'SELECT tries FROM customer_challenges WHERE replaced_at IS NULL AND used_at IS NULL ORDER BY asked_at DESC LIMIT 2',
  )
  assert.deepEqual(rows, [{ tries: 5 }, { tries: 5 }])
})

test('of one address at most twenty codes and sixty guesses a minute are taken', async () => {
  const cpf = newPerson().cpf
  const statuses: number[] = []
  for (let asked = 0; asked < 21; asked++)
    statuses.push((await new AccountDevice(app, '192.0.2.7').ask('code', { cpf })).status)
  assert.deepEqual(statuses, [...Array(20).fill(200), 429])
  const device = new AccountDevice(app, '192.0.2.8')
  await device.do('code', { cpf })
  const guesses: number[] = []
  for (let tries = 0; tries < 61; tries++)
    guesses.push((await device.ask('confirm', { code: '000000' })).status)
  assert.deepEqual([guesses[59], guesses[60]], [400, 429])
})

test('an operator lists what customers asked for and answers it once; the customer reads the answer', async () => {
  const { person } = await buyOpen(app)
  const device = new AccountDevice(app)
  await device.signIn(person)
  await device.do('requests', { kind: 'ERASURE', text: 'Apaguem meu endereço antigo' })
  const { database, secrets } = app.services
  const open = await listOpenRequests(database, secrets)
  const id = open.find(({ text }) => text === 'Apaguem meu endereço antigo')?.id ?? ''
  const answer = { id, text: 'Apagado.' }
  assert.equal(await answerRequest(database, secrets, answer, app.clock.now()), true)
  assert.equal(await answerRequest(database, secrets, { id, text: 'Outra' }, app.clock.now()), false)
  const [request] = (await device.readAccount()).requests
  assert.equal(request?.answer, 'Apagado.')
  assert.equal(
    (await listOpenRequests(database, secrets)).some(each => each.id === id),
    false,
  )
})
