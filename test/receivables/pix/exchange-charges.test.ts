import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { cancelContractBillets } from '../../../src/domains/purchases/end-purchase.ts'
import { type Billet, composeTxid } from '../../../src/domains/receivables/billets/billet.ts'
import { listBillets } from '../../../src/domains/receivables/billets/store/billets.ts'
import { creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import { attachPixCodes } from '../../../src/domains/receivables/pix/charge-store.ts'
import { exchangeCharges } from '../../../src/domains/receivables/pix/exchange-charges.ts'
import { takePix } from '../../../src/domains/receivables/pix/take-pix.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { createSandboxBank } from '../../../src/sandbox/sandbox-bank.ts'
import { issue, queryLender } from '../../support/contracts.ts'
import { getCharge, openPixLender, type PixLender } from '../../support/pix.ts'

let pix: PixLender
before(async () => {
  pix = await openPixLender()
})
after(() => pix.close())
afterEach(() => {
  pix.stub.intervene = () => undefined
  pix.stub.requests.length = 0
})

const isApi = (path: string): boolean => path.startsWith('/v2')
const states = (billets: readonly Billet[]) =>
  Promise.all(billets.map(async billet => (await getCharge(pix, billet)).state))
async function issueTwo(): Promise<[Billet, Billet]> {
  const [downPayment, installment] = await issue(pix.lender)
  assert.ok(downPayment && installment)
  return [downPayment, installment]
}
const reload = async ({ retailerId, transactionId, id }: Billet): Promise<Billet> => {
  const billets = await listBillets(pix.database, pix.secrets, retailerId, transactionId)
  const [found] = await attachPixCodes(
    pix.database,
    pix.secrets,
    billets.filter(billet => billet.id === id),
  )
  assert.ok(found)
  return found
}

test('every billet has the intent of a charge, and the job registers each once with a txid that tells its kind', async () => {
  const [downPayment, installment] = await issueTwo()
  assert.deepEqual(await states([downPayment, installment]), ['draft', 'draft'])
  const given = (await reload(installment)).pixCode
  assert.equal(given, undefined)
  await exchangeCharges(pix)
  assert.deepEqual(await states([downPayment, installment]), ['active', 'active'])
  assert.match(composeTxid(downPayment), /^ENTR[A-Za-z0-9]{22,31}$/)
  assert.match(composeTxid(installment), /^PARC[A-Za-z0-9]{22,31}$/)
  const stored = pix.stub.charges.get(composeTxid(installment))
  assert.equal((await reload(installment)).pixCode, stored?.pixCopiaECola)
  assert.notEqual((await reload(downPayment)).pixCode, downPayment.pixCode)
  pix.stub.requests.length = 0
  await exchangeCharges(pix)
  assert.deepEqual(pix.stub.requests, [])
})

test('while the PSP is down billets have no code, and the code comes by itself when it is back', async () => {
  const [downPayment, installment] = await issueTwo()
  pix.stub.intervene = () => 'drop'
  for (let minute = 0; minute < 60; minute += 5) {
    await exchangeCharges(pix)
    pix.lender.clock.advance({ minutes: 5 })
  }
  assert.deepEqual(await states([downPayment, installment]), ['registering', 'registering'])
  assert.equal((await reload(installment)).pixCode, undefined)
  assert.equal((await reload(downPayment)).pixCode, downPayment.pixCode)
  assert.match(installment.digitLine, /^[0-9]{47}$/)
  pix.stub.intervene = () => undefined
  pix.lender.clock.advance({ minutes: 20 })
  await exchangeCharges(pix)
  assert.deepEqual(await states([downPayment, installment]), ['active', 'active'])
})

test('a registration whose answer was lost is looked for before it is repeated', async () => {
  const [, installment] = await issueTwo()
  const txid = composeTxid(installment)
  pix.stub.intervene = (method, path) => (isApi(path) && method === 'PUT' ? 'drop-after' : undefined)
  await exchangeCharges(pix)
  assert.equal((await getCharge(pix, installment)).state, 'registering')
  pix.stub.intervene = () => undefined
  pix.stub.requests.length = 0
  pix.lender.clock.advance({ minutes: 20 })
  await exchangeCharges(pix)
  assert.equal((await getCharge(pix, installment)).state, 'active')
  assert.deepEqual(
    pix.stub.requests.filter(each => each.includes(txid)),
    [`GET /v2/cobv/${txid}`],
  )
})

test('a charge that the PSP refuses is given up, and its billet is paid by its line', async () => {
  const [, installment] = await issueTwo()
  pix.stub.intervene = (_, path) =>
    isApi(path) ? { status: 400, body: { nome: 'chave_invalida', mensagem: 'not your key' } } : undefined
  await exchangeCharges(pix)
  const charge = await getCharge(pix, installment)
  assert.deepEqual([charge.state, charge.problem], ['rejected', 'chave_invalida: not your key'])
  assert.equal((await reload(installment)).pixCode, undefined)
})

test('a code that leads to a foreign host is never shown', async () => {
  const [, installment] = await issueTwo()
  const txid = composeTxid(installment)
  pix.stub.intervene = (_, path) =>
    path.endsWith(txid)
      ? {
          status: 201,
          body: { txid, status: 'ATIVA', valor: { original: '100.00' }, location: 'qr.evl.example/v2/1' },
        }
      : undefined
  await exchangeCharges(pix)
  assert.equal((await getCharge(pix, installment)).state, 'rejected')
  assert.equal((await reload(installment)).pixCode, undefined)
})

test('a code that somebody wrote into the database is not shown', async () => {
  const [, installment] = await issueTwo()
  await exchangeCharges(pix)
  const forged = 'UPDATE pix_charges SET code = code || $2 WHERE txid = $1'
  await queryLender(pix.lender, forged, [composeTxid(installment), 'x'])
  assert.equal((await reload(installment)).pixCode, undefined)
})

test('cancellation removes the charges, and one that was never registered is not even asked for', async () => {
  const [downPayment, installment] = await issueTwo()
  await exchangeCharges(pix)
  const [late] = await issueTwo()
  await pix.database.transaction(tx => cancelContractBillets(pix.lender, tx, downPayment))
  await pix.database.transaction(tx => cancelContractBillets(pix.lender, tx, late))
  assert.deepEqual(await states([downPayment, installment, late]), ['removing', 'removing', 'removed'])
  await exchangeCharges(pix)
  assert.deepEqual(await states([downPayment, installment]), ['removed', 'removed'])
  assert.equal(pix.stub.charges.get(composeTxid(installment))?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  assert.ok(!pix.stub.charges.has(composeTxid(late)))
})

test('billets that are paid in part lose their charges, which ask for all of it', async () => {
  const [downPayment, first, second] = await issue(pix.lender)
  assert.ok(downPayment && first && second)
  await exchangeCharges(pix)
  const payPart = async (billet: Billet) => {
    const paid = createSandboxBank(pix).pay(billet, { reference: newId(), amountCentavos: 1_000 })
    assert.equal((await creditPayment(pix, paid)).outcome, 'partial')
  }
  await payPart(downPayment)
  // The oldest installment is paid, whichever was named.
  await payPart(second)
  assert.deepEqual(await states([downPayment, first, second]), ['removing', 'removing', 'active'])
  await exchangeCharges(pix)
  assert.deepEqual(await states([downPayment, first]), ['removed', 'removed'])
  assert.equal((await reload(downPayment)).pixCode, undefined)
})

test('a billet paid by its line loses its charge', async () => {
  const [, installment] = await issueTwo()
  await exchangeCharges(pix)
  const paid = createSandboxBank(pix).pay(installment, { reference: installment.id })
  assert.equal((await creditPayment(pix, paid)).outcome, 'credited')
  assert.equal((await getCharge(pix, installment)).state, 'removing')
  pix.stub.intervene = () => 'drop'
  await exchangeCharges(pix)
  assert.equal((await getCharge(pix, installment)).state, 'removing')
  pix.stub.intervene = () => undefined
  pix.lender.clock.advance({ minutes: 20 })
  await exchangeCharges(pix)
  assert.equal((await getCharge(pix, installment)).state, 'removed')
})

test('a cancellation during the registration removes the charge that the registration made', async () => {
  const [downPayment] = await issueTwo()
  let isCanceled = false
  const put = pix.pixApi.putCharge
  const pixApi = {
    ...pix.pixApi,
    putCharge: async (charge: Parameters<typeof put>[0]) => {
      const answer = await put(charge)
      if (charge.txid === composeTxid(downPayment) && !isCanceled) {
        isCanceled = true
        await pix.database.transaction(tx => cancelContractBillets(pix.lender, tx, downPayment))
      }
      return answer
    },
  }
  await exchangeCharges({ ...pix, pixApi })
  assert.equal((await getCharge(pix, downPayment)).state, 'removing')
  await exchangeCharges(pix)
  assert.equal(pix.stub.charges.get(composeTxid(downPayment))?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
})

test('a payment that is faster than the removal is booked, and the charge is paid', async () => {
  const [downPayment] = await issueTwo()
  await exchangeCharges(pix)
  const paid = pix.stub.pay(composeTxid(downPayment), { valor: '50.00', horario: '2026-03-10T15:00:00Z' })
  await pix.database.transaction(tx => cancelContractBillets(pix.lender, tx, downPayment))
  await exchangeCharges(pix)
  assert.equal((await getCharge(pix, downPayment)).state, 'paid')
  const cases = await queryLender(
    pix.lender,
    'SELECT reason, amount_centavos AS amount FROM suspense_cases WHERE notice_reference = $1',
    [`pix:${paid.endToEndId}`],
  )
  assert.deepEqual(cases, [{ reason: 'AFTER_CANCEL', amount: 5_000 }])
})

test('a payment by Pix pays the installment, ends its charge and has the bank write off the line', async () => {
  const [, installment] = await issueTwo()
  await exchangeCharges(pix)
  pix.stub.pay(composeTxid(installment), { valor: '100.00', horario: '2026-03-20T15:00:00Z' })

  const found = await pix.pixApi.findCharge({
    kind: 'cobv',
    txid: composeTxid(installment),
    merchantName: 'x',
    merchantCity: 'y',
  })
  assert.ok(found.outcome === 'done')
  const [first] = found.value.pix
  assert.ok(first)
  assert.equal(await takePix(pix, first), 'booked')
  assert.equal(await takePix(pix, first), 'known')
  assert.equal((await reload(installment)).paymentStatus, 'PAID')
  assert.equal((await getCharge(pix, installment)).state, 'paid')
  const orders = await queryLender<{ movement: string }>(
    pix.lender,
    'SELECT movement FROM bank_orders WHERE billet_id = $1 ORDER BY movement',
    [installment.id],
  )
  assert.deepEqual(
    orders.map(({ movement }) => movement),
    ['register', 'write-off'],
  )
  pix.stub.requests.length = 0
  await exchangeCharges(pix)
  assert.deepEqual(pix.stub.requests, [])
})

test('no secret of the PSP is logged or stored', async () => {
  await issueTwo()
  pix.stub.tokens.clear()
  pix.stub.intervene = (_, path) => (isApi(path) ? { status: 403, body: {} } : undefined)
  await exchangeCharges(pix)
  assert.ok(pix.logged.some(line => line.includes('credentials')))
  assert.doesNotMatch(pix.logged.join('\n'), /no-log-may-hold|PRIVATE KEY/)
  const rows = await queryLender<{ problem: string | null }>(pix.lender, 'SELECT problem FROM pix_charges')
  assert.doesNotMatch(JSON.stringify(rows), /no-log-may-hold|PRIVATE KEY/)
})
