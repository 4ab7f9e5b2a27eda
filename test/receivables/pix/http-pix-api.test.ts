import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { createHttpPixApi } from '../../../src/domains/pix/http-pix-api.ts'
import type { NewCharge, PixApi } from '../../../src/domains/pix/pix-api.ts'
import { parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { newEndToEndId, type PspStub, problem, STRANGER, startPspStub } from '../../support/psp-stub.ts'

let psp: PspStub
let api: PixApi
before(async () => {
  psp = await startPspStub()
  api = createHttpPixApi(psp.settings, { totalMs: 2_000 })
})
afterEach(() => {
  psp.intervene = () => undefined
  psp.requests.length = 0
})
after(async () => {
  await api.close()
  await psp.close()
})

const merchant = { merchantName: 'Financeira Exemplo SA', merchantCity: 'São Paulo' }
const common = {
  ...merchant,
  pixKey: '71cdf9ba-c695-4e3c-b010-abb521a3f1be',
  retailerId: '000000000000000000000001',
  text: 'Parcela 1 de 6',
  payer: {
    cpf: '52998224725',
    name: 'Maria Exemplo',
    street: 'Rua Modelo 200',
    city: 'Campinas',
    state: 'SP',
    zipCode: '13010000',
  },
}
let number = 0
const newTxid = (): string => `PARC${String(++number).padStart(24, '0')}`
const installment = (txid = newTxid()): NewCharge => ({
  ...common,
  kind: 'cobv',
  txid,
  amountCentavos: 19_792,
  dueDate: parseCalendarDate('2026-12-10'),
  payableDaysAfterDue: 30,
  finePercent: '2.00',
  interest: { percentPerMonth: '1.00' },
})
const downPayment = (): NewCharge => ({
  ...common,
  kind: 'cob',
  txid: newTxid(),
  amountCentavos: 25_000,
  expiresInSeconds: 86_400,
})
const answering = (status: number, body: unknown) => {
  psp.intervene = (_, path) => (path.startsWith('/v2') ? { status, body } : undefined)
}
const D1 =
  '00020101021226720014br.gov.bcb.pix2550qr.psp.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f45204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***63041F65'
const LOCATION = 'qr.psp.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f4'
const active = (charge: NewCharge, rest: Record<string, unknown>) => ({
  txid: charge.txid,
  status: 'ATIVA',
  valor: { original: '197.92' },
  ...rest,
})

test('an installment is registered with the terms of the contract, and its code comes back', async () => {
  const charge = installment()
  const put = await api.putCharge(charge)
  assert.equal(put.outcome, 'done')
  if (put.outcome !== 'done') return
  assert.deepEqual([put.value.status, put.value.amountCentavos], ['ACTIVE', 19_792])
  assert.match(put.value.code ?? '', /^000201010212.*qr\.psp\.example\/v2\/cobv\//)
  const { calendario, valor, devedor, chave, solicitacaoPagador } = psp.charges.get(charge.txid) ?? {}
  assert.deepEqual(
    { calendario, valor, devedor, chave, solicitacaoPagador },
    {
      calendario: { dataDeVencimento: '2026-12-10', validadeAposVencimento: 30 },
      valor: {
        original: '197.92',
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 3, valorPerc: '1.00' },
      },
      devedor: {
        cpf: '52998224725',
        nome: 'Maria Exemplo',
        logradouro: 'Rua Modelo 200',
        cidade: 'Campinas',
        uf: 'SP',
        cep: '13010000',
      },
      chave: common.pixKey,
      solicitacaoPagador: 'Parcela 1 de 6',
    },
  )
  assert.ok(!('infoAdicionais' in (psp.charges.get(charge.txid) ?? {})))
  assert.deepEqual(psp.requests, [`PUT /v2/cobv/${charge.txid}`])
})

test('a down payment is an immediate charge of a fixed amount that expires', async () => {
  const charge = downPayment()
  assert.equal((await api.putCharge(charge)).outcome, 'done')
  const { calendario, valor } = psp.charges.get(charge.txid) ?? {}
  assert.deepEqual(calendario, { expiracao: 86_400 })
  assert.deepEqual(valor, { original: '250.00', modalidadeAlteracao: 0 })
})

test('one token serves all requests, and a 401 costs one new token and one more try', async () => {
  const before = psp.tokenCount
  await Promise.all([api.putCharge(installment()), api.putCharge(installment())])
  assert.equal(psp.tokenCount, Math.max(before, 1))
  psp.tokens.clear()
  assert.equal((await api.putCharge(installment())).outcome, 'done')
  assert.equal(psp.tokenCount, Math.max(before, 1) + 1)
  psp.requests.length = 0
  answering(401, {})
  const denied = await api.findPix(newEndToEndId())
  assert.ok(denied.outcome === 'refused' && denied.kind === 'DENIED')
  assert.equal(psp.requests.length, 2)
})

test('a token is renewed shortly before its end', async () => {
  const other = createHttpPixApi(psp.settings)
  try {
    psp.tokenLifeSeconds = 0
    const before = psp.tokenCount
    await other.putCharge(installment())
    await other.putCharge(installment())
    assert.equal(psp.tokenCount, before + 2)
  } finally {
    psp.tokenLifeSeconds = 3600
    await other.close()
  }
})

test('wrong credentials and a foreign certificate are refused without any effect', async () => {
  const wrong = createHttpPixApi({ ...psp.settings, clientSecret: 'guessed' })
  const stranger = createHttpPixApi({ ...psp.settings, identity: STRANGER })
  const charge = installment()
  try {
    const denied = await wrong.putCharge(charge)
    assert.ok(denied.outcome === 'refused' && denied.kind === 'DENIED')
    const refused = await stranger.putCharge(charge)
    assert.ok(refused.outcome === 'refused' && refused.kind === 'UNAVAILABLE')
    assert.ok(!psp.charges.has(charge.txid))
  } finally {
    await Promise.all([wrong.close(), stranger.close()])
  }
})

test('a PSP whose certificate nobody vouches for gets nothing', async () => {
  const { certificate, key } = psp.settings.identity
  const trusting = createHttpPixApi({ ...psp.settings, identity: { certificate, key } })
  const before = psp.tokenCount
  try {
    const refused = await trusting.findPix(newEndToEndId())
    assert.ok(refused.outcome === 'refused' && refused.kind === 'UNAVAILABLE')
    assert.equal(psp.tokenCount, before)
  } finally {
    await trusting.close()
  }
})

test('200 is as good as 201, and the code is read under each of its names, or made of the location', async () => {
  for (const name of ['pixCopiaECola', 'brcode', 'textoImagemQRcode', 'qrcode']) {
    const charge = installment()
    answering(200, active(charge, { [name]: D1, loc: { location: LOCATION } }))
    const put = await api.putCharge(charge)
    assert.ok(put.outcome === 'done' && put.value.code === D1, name)
  }
  const charge = { ...downPayment(), amountCentavos: 19_792 }
  answering(201, active(charge, { location: LOCATION }))
  const put = await api.putCharge(charge)
  assert.ok(put.outcome === 'done')
  assert.equal(put.value.code, D1)
})

test('a code with a wrong CRC, of a foreign host or of another charge is never taken', async () => {
  const refusedOf = async (rest: Record<string, unknown>) => {
    const charge = installment()
    answering(201, active(charge, rest))
    const put = await api.putCharge(charge)
    return put.outcome === 'refused' ? put.kind : put.outcome
  }
  const stale = D1.replace('qr.psp', 'qr.psq')
  const foreign =
    '00020101021226720014br.gov.bcb.pix2550qr.evl.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f45204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***63040919'
  assert.equal(await refusedOf({ pixCopiaECola: stale }), 'UNTRUSTED')
  assert.equal(await refusedOf({ pixCopiaECola: foreign }), 'UNTRUSTED')
  assert.equal(await refusedOf({ location: 'qr.evl.example/v2/1' }), 'UNTRUSTED')
  assert.equal(await refusedOf({ pixCopiaECola: D1, location: 'qr.psp.example/v2/other' }), 'UNTRUSTED')
  assert.equal(await refusedOf({}), 'UNTRUSTED')
  assert.equal(await refusedOf({ txid: 'PARC000000000000000000009999', pixCopiaECola: D1 }), 'UNTRUSTED')
  assert.equal(await refusedOf({ status: 'SOMETHING_NEW', pixCopiaECola: D1 }), 'UNTRUSTED')
})

test('errors are read in each of the three forms that providers use', async () => {
  const read = async (status: number, body: unknown) => {
    answering(status, body)
    const put = await api.putCharge(installment())
    return put.outcome === 'refused' ? [put.kind, put.code, put.text] : [put.outcome]
  }
  const standard = {
    ...problem('CobVOperacaoInvalida', 400),
    violacoes: [{ razao: 'due date before creation', propriedade: 'cobv.calendario.dataDeVencimento' }],
  }
  assert.deepEqual(await read(400, standard), ['INVALID', 'CobVOperacaoInvalida', 'due date before creation'])
  assert.deepEqual(await read(400, { nome: 'json_invalido', mensagem: 'bad' }), [
    'INVALID',
    'json_invalido',
    'bad',
  ])
  assert.deepEqual(await read(422, { erros: [{ codigo: '4769515', mensagem: 'taken' }] }), [
    'CONFLICT',
    '4769515',
    'taken',
  ])
  assert.deepEqual(await read(403, 'no JSON object'), ['DENIED', '403', ''])
  assert.deepEqual(await read(429, {}), ['UNAVAILABLE', '429', ''])
  assert.deepEqual(await read(302, {}), ['UNTRUSTED', 'REDIRECT', 'redirected'])
})

test('an answer that does not come leaves a write in doubt, and a read may simply be repeated', async () => {
  const charge = installment()
  psp.intervene = (_, path) => (path.startsWith('/v2') ? 'drop-after' : undefined)
  assert.equal((await api.putCharge(charge)).outcome, 'unknown')
  const read = await api.findCharge(charge)
  assert.ok(read.outcome === 'refused' && read.kind === 'UNAVAILABLE')
  answering(500, {})
  assert.equal((await api.putCharge(charge)).outcome, 'unknown')
  psp.intervene = () => undefined
  const found = await api.findCharge(charge)
  assert.ok(found.outcome === 'done' && found.value.status === 'ACTIVE')
})

test('a PSP that cannot be reached has seen nothing', async () => {
  const gone = createHttpPixApi({
    ...psp.settings,
    tokenUrl: 'https://127.0.0.1:1/t',
    apiUrl: 'https://127.0.0.1:1',
  })
  try {
    const put = await gone.putCharge(installment())
    assert.ok(put.outcome === 'refused' && put.kind === 'UNAVAILABLE')
  } finally {
    await gone.close()
  }
})

test('a removal that loses to a payment is a conflict, and asking then shows the payment', async () => {
  const charge = installment()
  await api.putCharge(charge)
  const paid = psp.pay(charge.txid, { valor: '197.92', horario: '2026-12-09T02:30:00.000Z' })
  const removed = await api.removeCharge(charge)
  assert.ok(removed.outcome === 'refused' && removed.kind === 'CONFLICT')
  const found = await api.findCharge(charge)
  assert.ok(found.outcome === 'done' && found.value.status === 'PAID')
  assert.deepEqual(
    found.value.pix.map(({ endToEndId, amountCentavos }) => [endToEndId, amountCentavos]),
    [[paid.endToEndId, 19_792]],
  )
})

test('instants are read with or without milliseconds and offset', async () => {
  for (const [horario, expected] of [
    ['2026-11-16T17:42:10.123Z', '2026-11-16T17:42:10.123Z'],
    ['2026-11-16T17:42:10Z', '2026-11-16T17:42:10.000Z'],
    ['2026-11-16T14:42:10-03:00', '2026-11-16T17:42:10.000Z'],
    ['2026-11-16T17:42:10', '2026-11-16T17:42:10.000Z'],
  ] as const) {
    const paid = psp.pay('x', { valor: '250.00', horario })
    const found = await api.findPix(paid.endToEndId)
    assert.ok(found.outcome === 'done')
    assert.equal(found.value.receivedAt.toISOString(), expected)
  }
})

test('amounts that are negative, zero, rounded or numbers, and answers about another payment, are not believed', async () => {
  const endToEndId = newEndToEndId()
  const pix = { endToEndId, valor: '250.00', horario: '2026-11-16T17:42:10Z' }
  const kindOf = async (body: unknown) => {
    answering(200, body)
    const found = await api.findPix(endToEndId)
    return found.outcome === 'refused' ? found.kind : found.outcome
  }
  assert.equal(await kindOf(pix), 'done')
  for (const valor of ['-250.00', '0.00', '250', '250.001', 250, '1e3', '2 50.00'])
    assert.equal(await kindOf({ ...pix, valor }), 'UNTRUSTED', String(valor))
  assert.equal(await kindOf({ ...pix, horario: 'yesterday' }), 'UNTRUSTED')
  assert.equal(await kindOf({ ...pix, endToEndId: newEndToEndId() }), 'UNTRUSTED')
  assert.equal(await kindOf([]), 'UNTRUSTED')
})

test('a page of payments says how many items it could not read', async () => {
  const pix = { endToEndId: newEndToEndId(), valor: '250.00', horario: '2026-11-16T17:42:10Z', txid: null }
  const parametros = { paginacao: { paginaAtual: 0, itensPorPagina: 1000, quantidadeDePaginas: 1 } }
  answering(200, { parametros, pix: [pix, { ...pix, valor: '-1.00' }] })
  const listed = await api.listPix({ from: new Date(0), to: new Date(), page: 0 })
  assert.ok(listed.outcome === 'done')
  assert.deepEqual([listed.value.pix.length, listed.value.unreadable, listed.value.pageCount], [1, 1, 1])
})

test('a refund is made once, however often it is asked for and whatever answer was lost', async () => {
  const paid = psp.pay('y', { valor: '250.00', horario: '2026-11-16T17:42:10Z' })
  const refund = { endToEndId: paid.endToEndId, refundId: 'DEV1', amountCentavos: 5_000, text: 'Devolução' }
  psp.intervene = method => (method === 'PUT' ? 'drop-after' : undefined)
  const first = await api.refund(refund)
  assert.ok(first.outcome === 'done' && first.value.status === 'PROCESSING')
  psp.intervene = () => undefined
  const again = await api.refund(refund)
  assert.deepEqual(again, first)
  assert.equal(paid.devolucoes?.length, 1)
  const other = await api.refund({ ...refund, amountCentavos: 6_000 })
  assert.ok(other.outcome === 'refused' && other.kind === 'CONFLICT')
  const found = await api.findRefund(paid.endToEndId, 'DEV1')
  assert.deepEqual(found, first)
})

test('a refund whose request and question both fail stays in doubt', async () => {
  const paid = psp.pay('z', { valor: '250.00', horario: '2026-11-16T17:42:10Z' })
  psp.intervene = (_, path) => (path.startsWith('/v2') ? 'drop' : undefined)
  const refund = { endToEndId: paid.endToEndId, refundId: 'DEV2', amountCentavos: 5_000, text: 'Devolução' }
  assert.equal((await api.refund(refund)).outcome, 'unknown')
})

test('a webhook is registered for a key', async () => {
  const url = 'https://lender.example/pix/notices/secret'
  assert.equal((await api.putWebhook('+5511987654321', url)).outcome, 'done')
  assert.equal(psp.webhooks.get('+5511987654321'), url)
})
