import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import type { Static } from 'typebox'
import { forgetPerson } from '../../src/app/upkeep/forget-person.ts'
import { MessagesAnswer } from '../../src/contract/sandbox.ts'
import { listBillets } from '../../src/domains/receivables/billets/store/billets.ts'
import { notifyCustomer } from '../../src/domains/servicing/notify-customer.ts'
import { DEMO_KEY, DEMO_RETAILER, query, readAnswer, startTestApp, type TestApp } from '../support/app.ts'
import { buyForDesk } from '../support/desk.ts'
import type { Person } from '../support/people.ts'
import { buyOpen, cancel, checkAnswer, moveClock, pay, playUntil, read } from '../support/purchase-http.ts'

type Listed = Static<typeof MessagesAnswer>['messages'][number]

let app: TestApp
let mails: SMTPServer
const received: string[] = []

before(async () => {
  mails = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>(resolve => mails.listen(0, '127.0.0.1', resolve))
  const { port } = mails.server.address() as AddressInfo
  app = await startTestApp({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'Crediário <nao-responda@credito.example>' },
  })
})
after(async () => {
  await app.stop()
  await new Promise<void>(resolve => mails.close(resolve))
})

async function list(person: Pick<Person, 'phone'>): Promise<Listed[]> {
  const response = await fetch(`${app.url}/sandbox/messages?phone=${encodeURIComponent(person.phone)}`, {
    headers: { 'x-service-apikey': DEMO_KEY },
  })
  return checkAnswer(MessagesAnswer, await readAnswer(response)).messages
}

const listIssued = (transactionId: string) =>
  listBillets(app.database, app.services.secrets, DEMO_RETAILER, transactionId)

/** The messages of this template, once as many of them as expected are handed over. */
async function waitFor(person: Person, template: string, count: number): Promise<Listed[]> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const found = (await list(person)).filter(message => message.template === template)
    if (found.length >= count && found.every(({ state }) => state === 'HANDED_OVER')) return found
    assert.ok(performance.now() < deadline, `${template}: ${JSON.stringify(found)}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** The worker looks every few seconds of the deployment's clock, which stands still until it is moved. */
async function waitForRefund(transactionId: string): Promise<void> {
  for (let round = 0; round < 40; round++) {
    if ((await read(app, transactionId)).refundStatus === 'PAID') return
    await moveClock(app, 'PT10S')
  }
  assert.fail(`the refund of ${transactionId} is not paid`)
}

const channels = (messages: readonly Listed[]): string[] => messages.map(({ channel }) => channel).sort()

test('whoever signs gets the contract by e-mail, and the billets when the purchase is complete', async () => {
  const { person, transactionId } = await buyOpen(app)
  const [contract] = await waitFor(person, 'contract-signed', 1)
  assert.equal(contract?.channel, 'EMAIL')
  assert.equal(contract?.to, person.email)
  const mail = received.find(each => each.includes(`<${contract?.id}@credito.example>`)) ?? ''
  assert.match(mail, /Content-Type: application\/pdf; name=contrato\.pdf/)
  assert.ok(mail.includes(Buffer.from('%PDF-1.').toString('base64').slice(0, 8)), 'the contract itself')
  const billets = await waitFor(person, 'billets-issued', 2)
  assert.deepEqual(channels(billets), ['EMAIL', 'SMS'])
  const text = billets.find(({ channel }) => channel === 'EMAIL')?.text ?? ''
  const issued = await listIssued(transactionId)
  const installments = issued.filter(({ kind }) => kind === 'installment')
  assert.equal(installments.length, 3)
  for (const { digitLine } of installments) assert.ok(text.includes(digitLine))
  const links = [
    ...billets
      .map(each => each.text)
      .join(' ')
      .matchAll(/https?:\/\/[^/]+(\/\S+)/g),
  ]
  // The address names nobody: whoever reads the message must sign in.
  assert.deepEqual(
    links.map(([, path]) => path),
    ['/minha-conta', '/minha-conta'],
  )
  assert.equal((await fetch(`${app.url}/minha-conta`)).status, 200)
})

test('every credited payment is confirmed once, with what the bank reported', async () => {
  const { person, transactionId } = await buyOpen(app)
  const [first] = await waitFor(person, 'payment-received', 2)
  assert.match(first?.text ?? '', /da entrada da (sua )?compra (em|na)/)
  const billets = await listIssued(transactionId)
  const billet = billets.find(({ installmentNumber }) => installmentNumber === 1)
  assert.ok(billet)
  await pay(app, billet.id)
  await pay(app, billet.id)
  const found = await waitFor(person, 'payment-received', 4)
  assert.deepEqual(channels(found), ['EMAIL', 'EMAIL', 'SMS', 'SMS'])
  const sms = found.find(({ channel }) => channel === 'SMS')?.text ?? ''
  const amount = `R$ ${(billet.amountCentavos / 100).toFixed(2).replace('.', ',')}`
  assert.ok(sms.includes(`: recebemos ${amount} da parcela 1 de 3 em `), sms)
})

test('a payment in part is confirmed with what was received and what is left of the installment', async () => {
  const { person, transactionId } = await buyOpen(app)
  await waitFor(person, 'payment-received', 2)
  const billets = await listIssued(transactionId)
  const [first, second] = [1, 2].map(number => billets.find(each => each.installmentNumber === number))
  assert.ok(first && second)
  // Meant for the second installment, but the first is older.
  await pay(app, second.id, { amount: 30 })
  const found = await waitFor(person, 'payment-received', 4)
  const sms = found.find(({ channel, text }) => channel === 'SMS' && text.includes('parcela'))?.text ?? ''
  const left = `R$ ${((first.amountCentavos - 3_000) / 100).toFixed(2).replace('.', ',')}`
  assert.match(sms, /^[^:]+: recebemos R\$ 30,00 em /)
  assert.ok(sms.endsWith(`Falta pagar ${left} da parcela 1 de 3.`), sms)
  const mail = found.find(({ channel, text }) => channel === 'EMAIL' && text.includes('30,00'))?.text ?? ''
  assert.ok(mail.includes(`Parcela 1 de 3: falta pagar ${left}`), mail)
})

test('a decision of the desk reaches the customer with a link that leads to the open purchase', async () => {
  const decide = (transactionId: string, more: object) =>
    app.post(`/sandbox/desk/${transactionId}`, { apiKey: DEMO_KEY, ...more })
  const asked = await buyForDesk(app)
  assert.equal((await decide(asked.transactionId, { result: 'ASK_AGAIN', step: 'BACKDOC' })).status, 200)
  const pictures = await waitFor(asked.person, 'picture-asked', 2)
  const url = `${app.services.publicUrl}/onboarding/${asked.authorized.onboardingToken}`
  for (const { text } of pictures) {
    assert.match(text, /outra foto do verso do documento/)
    assert.ok(text.includes(url), text)
  }
  assert.equal((await fetch(url.replace(app.services.publicUrl, app.url))).status, 200)
  await playUntil(app, asked.transactionId, 'DESK')
  assert.equal((await decide(asked.transactionId, { result: 'VALIDATED' })).status, 200)
  const approved = await waitFor(asked.person, 'identification-approved', 2)
  assert.deepEqual(channels(approved), ['EMAIL', 'SMS'])
  const refused = await buyForDesk(app)
  assert.equal((await decide(refused.transactionId, { result: 'REFUSED' })).status, 200)
  assert.deepEqual(channels(await waitFor(refused.person, 'identification-refused', 2)), ['EMAIL', 'SMS'])
  // Asked again, the customer is told again.
  const twice = await buyForDesk(app)
  for (const count of [2, 4]) {
    assert.equal((await decide(twice.transactionId, { result: 'ASK_AGAIN', step: 'SELFIE' })).status, 200)
    await waitFor(twice.person, 'picture-asked', count)
    await playUntil(app, twice.transactionId, 'DESK')
  }
})

test('a notice whose job runs twice is one message', async () => {
  const { person, transactionId } = await buyOpen(app)
  await waitFor(person, 'billets-issued', 2)
  const payload = { notice: 'billets-issued', retailerId: DEMO_RETAILER, transactionId, about: 'again' }
  for (const _ of [1, 2, 3]) await notifyCustomer(app.services, payload)
  assert.equal((await waitFor(person, 'billets-issued', 4)).length, 4)
})

test('a person who is forgotten leaves no message behind', async () => {
  const { person, transactionId } = await buyOpen(app)
  await waitFor(person, 'billets-issued', 2)
  await waitFor(person, 'contract-signed', 1)
  await waitFor(person, 'payment-received', 2)
  assert.equal((await cancel(app, transactionId)).status, 'CANCELED')
  await waitForRefund(transactionId)
  await waitFor(person, 'refund-sent', 2)
  await forgetPerson(app.services, person.cpf)
  assert.deepEqual(await list(person), [])
  const rows = await query(app, 'SELECT id FROM messages WHERE transaction_id = $1', [transactionId])
  assert.deepEqual(rows, [])
})

test('nothing that was sent is in the log', async () => {
  const log = app.logged()
  for (const [code] of received.join('').matchAll(/\/(?:billet|onboarding|pay)\/[\w-]{32}/g))
    assert.ok(!log.includes(code.slice(-32)))
  assert.doesNotMatch(log, /recebemos|Seu contrato da compra/)
})
