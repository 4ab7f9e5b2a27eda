import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { sealEntries } from '../../../src/domains/ledger/seal.ts'
import { computeImbalance } from '../../../src/domains/ledger/store/imbalance.ts'
import { verifyLedger } from '../../../src/domains/ledger/verify.ts'
import type { ReceivedPix } from '../../../src/domains/pix/pix-api.ts'
import { type Billet, composeTxid } from '../../../src/domains/receivables/billets/billet.ts'
import { listBillets } from '../../../src/domains/receivables/billets/store/billets.ts'
import { creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import { exchangeCharges } from '../../../src/domains/receivables/pix/exchange-charges.ts'
import { storeNotifications } from '../../../src/domains/receivables/pix/notification-store.ts'
import { askNotifiedPix } from '../../../src/domains/receivables/pix/notifications.ts'
import { pollPix, pollPixWeek } from '../../../src/domains/receivables/pix/poll-pix.ts'
import { findCompleteUntil } from '../../../src/domains/receivables/pix/poll-store.ts'
import { takePix } from '../../../src/domains/receivables/pix/take-pix.ts'
import { calendarDateAt, parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { createSandboxBank } from '../../../src/sandbox/sandbox-bank.ts'
import { computeBalance } from '../../support/balance.ts'
import { issue, queryLender } from '../../support/contracts.ts'
import { getCharge, openPixLender, type PixLender } from '../../support/pix.ts'
import { newEndToEndId, type StubPix } from '../../support/psp-stub.ts'

let pix: PixLender
before(async () => {
  pix = await openPixLender()
})
afterEach(() => {
  pix.stub.intervene = () => undefined
  pix.stub.requests.length = 0
  pix.logged.length = 0
})
after(async () => {
  await sealEntries(pix.database, { secrets: pix.secrets, now: new Date() })
  const { fault } = await verifyLedger(pix.database, pix)
  assert.deepEqual([fault, await computeImbalance(pix.database)], [undefined, 0])
  await pix.close()
})

async function issueInstallment(): Promise<Billet> {
  const [, installment] = await issue(pix.lender)
  assert.ok(installment)
  await exchangeCharges(pix)
  return installment
}
const statusOf = async ({ retailerId, transactionId, id }: Billet) =>
  (await listBillets(pix.database, pix.secrets, retailerId, transactionId)).find(each => each.id === id)
    ?.paymentStatus
const now = (): string => pix.clock.now().toISOString()
const pay = (billet: Billet, rest: Partial<{ valor: string; horario: string }> = {}): StubPix =>
  pix.stub.pay(composeTxid(billet), { valor: '100.00', horario: now(), ...rest })
const notify = async (...ids: string[]): Promise<void> => {
  await storeNotifications(pix.database, ids, pix.clock.now())
  await askNotifiedPix(pix)
}
async function notificationOf(id: string): Promise<string | undefined> {
  const rows = await queryLender<{ state: string }>(
    pix.lender,
    'SELECT state FROM pix_hints WHERE end_to_end_id = $1',
    [id],
  )
  return rows[0]?.state
}
async function casesOf(reference: string) {
  return queryLender<{ reason: string; state: string; amount: number }>(
    pix.lender,
    'SELECT reason, state, amount_centavos AS amount FROM suspense_cases WHERE notice_reference = $1',
    [reference],
  )
}
const countReports = async (id: string): Promise<number> =>
  (await queryLender(pix.lender, 'SELECT FROM bank_notices WHERE reference = $1', [`pix:${id}`])).length
const suspense = () => computeBalance(pix.database, 'suspense')
const read = async (id: string): Promise<ReceivedPix> => {
  const found = await pix.pixApi.findPix(id)
  assert.ok(found.outcome === 'done')
  return found.value
}

test('a notification is booked after the PSP was asked, once, on the day of São Paulo', async () => {
  const billet = await issueInstallment()
  const { endToEndId } = pay(billet, { horario: '2026-03-11T02:30:00Z' })
  await notify(endToEndId)
  await notify(endToEndId)
  assert.equal(await statusOf(billet), 'PAID')
  assert.equal(await countReports(endToEndId), 1)
  const [row] = await queryLender<{ paidOn: string }>(
    pix.lender,
    'SELECT paid_on AS "paidOn" FROM bank_notices WHERE reference = $1',
    [`pix:${endToEndId}`],
  )
  assert.equal(row?.paidOn, '2026-03-10')
  assert.equal(await notificationOf(endToEndId), 'done')
})

test('a forged notification about a payment that the PSP does not know is refused, and nothing is booked', async () => {
  const forged = newEndToEndId()
  await notify(forged)
  assert.equal(await notificationOf(forged), 'waiting')
  for (let attempt = 0; attempt < 6; attempt++) {
    pix.lender.clock.advance({ minutes: 20 })
    await askNotifiedPix(pix)
  }
  assert.equal(await notificationOf(forged), 'refused')
  assert.equal(await countReports(forged), 0)
  assert.ok(pix.logged.some(line => line.startsWith('warn') && line.includes(forged)))
})

test('negative amounts and answers about another payment book nothing', async () => {
  const billet = await issueInstallment()
  const paid = pay(billet)
  paid.valor = '-100.00'
  await notify(paid.endToEndId)
  assert.equal(await notificationOf(paid.endToEndId), 'refused')
  const other = pay(billet)
  const asked = newEndToEndId()
  pix.stub.pix.set(asked, other)
  await notify(asked)
  assert.equal(await notificationOf(asked), 'refused')
  assert.equal(await statusOf(billet), 'PENDING')
  assert.equal((await countReports(paid.endToEndId)) + (await countReports(asked)), 0)
  pix.stub.pix.delete(paid.endToEndId)
})

test('too little does not pay the installment, and its code is not shown any more', async () => {
  const billet = await issueInstallment()
  const { endToEndId } = pay(billet, { valor: '10.00' })
  await notify(endToEndId)
  assert.equal(await statusOf(billet), 'PENDING')
  assert.equal(await countReports(endToEndId), 1)
  assert.equal((await getCharge(pix, billet)).state, 'paid')
})

test('a payment replayed years later changes nothing, and one with other values is an alarm', async () => {
  const billet = await issueInstallment()
  const paid = pay(billet)
  await notify(paid.endToEndId)
  const before = await suspense()
  pix.lender.clock.advance({ days: 800 })
  await notify(paid.endToEndId)
  assert.equal(await notificationOf(paid.endToEndId), 'done')
  paid.valor = '999.00'
  await notify(paid.endToEndId)
  assert.equal(await notificationOf(paid.endToEndId), 'refused')
  assert.ok(pix.logged.some(line => line.startsWith('error') && line.includes('other values')))
  assert.deepEqual([await suspense(), await countReports(paid.endToEndId)], [before, 1])
})

test('money without a txid of ours waits in suspense; money to a key of somebody else is passed over', async () => {
  const before = await suspense()
  const chave = String(pix.stub.charges.values().next().value?.chave)
  const horario = now()
  const own = { endToEndId: newEndToEndId(), valor: '7.00', horario, chave, txid: 'NotOurs' }
  const foreign = { endToEndId: newEndToEndId(), valor: '9.00', horario, chave: '+5511912345678' }
  const bare = { endToEndId: newEndToEndId(), valor: '5.00', horario }
  for (const each of [own, foreign, bare]) pix.stub.pix.set(each.endToEndId, each)
  await notify(own.endToEndId, foreign.endToEndId, bare.endToEndId)
  assert.equal((await casesOf(`pix:${own.endToEndId}`))[0]?.reason, 'UNKNOWN_BILLET')
  assert.equal((await casesOf(`pix:${bare.endToEndId}`))[0]?.reason, 'UNKNOWN_BILLET')
  assert.equal(await countReports(foreign.endToEndId), 0)
  assert.equal(await notificationOf(foreign.endToEndId), 'refused')
  assert.equal(await suspense(), before - 1_200)
})

test('while the PSP is down notifications wait, and are booked when it is back', async () => {
  const billet = await issueInstallment()
  const { endToEndId } = pay(billet)
  pix.stub.intervene = () => 'drop'
  await notify(endToEndId)
  assert.deepEqual([await notificationOf(endToEndId), await statusOf(billet)], ['waiting', 'PENDING'])
  pix.stub.intervene = () => undefined
  pix.lender.clock.advance({ minutes: 20 })
  await askNotifiedPix(pix)
  assert.equal(await statusOf(billet), 'PAID')
})

test('polling finds what webhooks lose, over all pages, and does not ask again about what is booked', async () => {
  const lost = await issueInstallment()
  pay(lost)
  for (let at = 0; at < 1_050; at++) {
    const endToEndId = newEndToEndId()
    pix.stub.pix.set(endToEndId, { endToEndId, valor: '1.00', horario: now(), chave: '+5511912345678' })
  }
  pix.lender.clock.advance({ minutes: 5 })
  await pollPix(pix)
  assert.equal(await statusOf(lost), 'PAID')
  assert.equal((await findCompleteUntil(pix.database, 'recent'))?.toISOString(), now())
  assert.ok(pix.stub.requests.filter(each => each.startsWith('GET /v2/pix?')).length >= 2)
  for (const [id, { chave }] of pix.stub.pix) if (chave === '+5511912345678') pix.stub.pix.delete(id)
})

test('after days without polling every window since the last complete one is read', async () => {
  await pollPix(pix)
  const billet = await issueInstallment()
  pay(billet, { horario: new Date(pix.clock.now().getTime() + 3_600_000).toISOString() })
  pix.lender.clock.advance({ days: 4 })
  await pollPix(pix)
  assert.equal(await statusOf(billet), 'PAID')
})

test('a window that was not read to its end is not complete', async () => {
  await pollPix(pix)
  const before = await findCompleteUntil(pix.database, 'recent')
  pix.lender.clock.advance({ hours: 1 })
  pix.stub.intervene = () => 'drop'
  await pollPix(pix)
  assert.deepEqual(await findCompleteUntil(pix.database, 'recent'), before)
  pix.stub.intervene = () => undefined
  const broken = { endToEndId: newEndToEndId(), valor: '-1.00', horario: now() }
  pix.stub.pix.set(broken.endToEndId, broken)
  await pollPix(pix)
  assert.deepEqual(await findCompleteUntil(pix.database, 'recent'), before)
  assert.ok(pix.logged.some(line => line.startsWith('error') && line.includes('cannot be read')))
  pix.stub.pix.delete(broken.endToEndId)
})

test('payments of one page are booked together, several of one contract among them, and one that contradicts fails alone', async () => {
  const [downPayment, ...installments] = await issue(pix.lender)
  assert.ok(downPayment)
  await exchangeCharges(pix)
  const others = await Promise.all(Array.from({ length: 20 }, issueInstallment))
  const stray: StubPix = { endToEndId: newEndToEndId(), valor: '3.00', horario: now() }
  pix.stub.pix.set(stray.endToEndId, stray)
  const told = await issueInstallment()
  const contradicted = pay(told)
  await notify(contradicted.endToEndId)
  contradicted.valor = '101.00'
  pay(downPayment, { valor: '50.00' })
  for (const billet of [...installments, ...others]) pay(billet)
  pix.lender.clock.advance({ minutes: 5 })
  await pollPix(pix)
  for (const billet of [downPayment, ...installments, ...others]) {
    assert.equal(await statusOf(billet), 'PAID')
    assert.equal((await getCharge(pix, billet)).state, 'paid')
  }
  assert.equal((await casesOf(`pix:${stray.endToEndId}`))[0]?.reason, 'UNKNOWN_BILLET')
  assert.equal(pix.logged.filter(line => line.includes('other values')).length, 1)
  pix.stub.pix.delete(contradicted.endToEndId)
})

test('money that the PSP gives back by itself is booked once, with a case and an alarm, and is no longer refundable', async () => {
  const billet = await issueInstallment()
  const paid = pay(billet)
  await notify(paid.endToEndId)
  const rtrId = `D${newEndToEndId().slice(1)}`
  const before = await suspense()
  const returned = {
    id: 'MED1',
    rtrId,
    valor: '100.00',
    natureza: 'MED_FRAUDE',
    horario: { solicitacao: now(), liquidacao: now() },
    status: 'EM_PROCESSAMENTO',
  }
  paid.devolucoes = [returned]
  await notify(paid.endToEndId)
  assert.deepEqual(await casesOf(`refund:${rtrId}`), [])
  returned.status = 'DEVOLVIDO'
  pix.lender.clock.advance({ days: 60 })
  await pollPixWeek(pix)
  await notify(paid.endToEndId)
  assert.deepEqual(await casesOf(`refund:${rtrId}`), [{ reason: 'RETURNED', state: 'open', amount: 10_000 }])
  assert.equal(await suspense(), before + 10_000)
  assert.equal(await statusOf(billet), 'PAID')
  assert.equal(pix.logged.filter(line => line.includes('without our request')).length, 1)
})

test('money of an unknown payer that was given back cannot be given back again', async () => {
  const before = await suspense()
  const stray: StubPix = { endToEndId: newEndToEndId(), valor: '30.00', horario: now() }
  pix.stub.pix.set(stray.endToEndId, stray)
  await notify(stray.endToEndId)
  const rtrId = `D${newEndToEndId().slice(1)}`
  stray.devolucoes = [
    { id: 'BYHAND', rtrId, valor: '30.00', status: 'DEVOLVIDO', horario: { liquidacao: now() } },
  ]
  await notify(stray.endToEndId)
  assert.equal((await casesOf(`pix:${stray.endToEndId}`))[0]?.state, 'closed')
  assert.equal((await casesOf(`refund:${rtrId}`))[0]?.reason, 'RETURNED')
  assert.equal(await suspense(), before)
})

test('money in suspense of which the PSP gives back a part can be given back for the rest only', async () => {
  const before = await suspense()
  const stray: StubPix = { endToEndId: newEndToEndId(), valor: '30.00', horario: now() }
  pix.stub.pix.set(stray.endToEndId, stray)
  await notify(stray.endToEndId)
  const giveBack = async (valor: string) => {
    const rtrId = `D${newEndToEndId().slice(1)}`
    const refund = { id: 'MED2', rtrId, valor, natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' }
    stray.devolucoes = [...(stray.devolucoes ?? []), { ...refund, horario: { liquidacao: now() } }]
    await notify(stray.endToEndId)
    await notify(stray.endToEndId)
  }
  await giveBack('12.00')
  assert.deepEqual(await casesOf(`pix:${stray.endToEndId}`), [
    { reason: 'UNKNOWN_BILLET', state: 'open', amount: 1_800 },
  ])
  assert.equal(await suspense(), before - 1_800)
  await giveBack('18.00')
  assert.equal((await casesOf(`pix:${stray.endToEndId}`))[0]?.state, 'closed')
  assert.equal(await suspense(), before)
})

test('a refund of our own is not money that left without our request', async () => {
  const billet = await issueInstallment()
  const paid = pay(billet)
  const rtrId = `D${newEndToEndId().slice(1)}`
  paid.devolucoes = [{ id: 'CREDIARIO1', rtrId, valor: '100.00', status: 'DEVOLVIDO' }]
  await notify(paid.endToEndId)
  assert.deepEqual(await casesOf(`refund:${rtrId}`), [])
})

test('one payment told by the PSP and by a return file is booked once, whichever comes first', async () => {
  const bank = createSandboxBank(pix)
  for (const isPixFirst of [true, false]) {
    const billet = await issueInstallment()
    const paid = pay(billet)
    const paidOn = calendarDateAt(pix.clock.now())
    const line = bank.pay(billet, { reference: `line:${billet.id}`, paidOn, amountCentavos: 10_000 })
    const before = await suspense()
    const byPix = async () => assert.ok(['booked'].includes(await takePix(pix, await read(paid.endToEndId))))
    if (isPixFirst) await byPix()
    const told = await creditPayment(pix, line)
    if (!isPixFirst) await byPix()
    assert.equal(told.outcome, isPixFirst ? 'held' : 'credited')
    const second = isPixFirst ? line.reference : `pix:${paid.endToEndId}`
    const [held] = await casesOf(second)
    assert.deepEqual(held, { reason: 'SUSPECTED_DUPLICATE', state: 'held', amount: 10_000 })
    assert.equal(await suspense(), before)
    await exchangeCharges(pix)
  }
})

test('a second payment of another day is money of the customer, not the same payment told twice', async () => {
  const billet = await issueInstallment()
  const paid = pay(billet)
  await takePix(pix, await read(paid.endToEndId))
  const paidOn = parseCalendarDate(calendarDateAt(new Date(pix.clock.now().getTime() - 86_400_000)))
  const line = createSandboxBank(pix).pay(billet, {
    reference: `twice:${billet.id}`,
    paidOn,
    amountCentavos: 10_000,
  })
  const told = await creditPayment(pix, line)
  assert.deepEqual([told.outcome, told.reason], ['suspense', 'ALREADY_PAID'])
})
