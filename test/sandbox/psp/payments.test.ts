import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkSum } from './conforming.ts'
import { behave, cob, cobv, newTxid, type PspAnswer, startTestPsp, type TestPsp } from './test-psp.ts'

let bank: TestPsp

before(async () => {
  bank = await startTestPsp()
})
after(() => bank.stop())

async function charge(kind: 'cob' | 'cobv', body: unknown): Promise<string> {
  const txid = newTxid()
  const made = await bank.call('PUT', `/v2/${kind}/${txid}`, { body })
  assert.equal(made.status, 201, made.text)
  return txid
}

async function pay(txid: string, payment?: Parameters<TestPsp['psp']['payCharge']>[1]): Promise<string> {
  const outcome = await bank.psp.payCharge(txid, payment)
  assert.ok('endToEndId' in outcome, JSON.stringify(outcome))
  return outcome.endToEndId
}

const findPix = async (endToEndId: string): Promise<Record<string, unknown>> => {
  const { status, body } = await bank.call('GET', `/v2/pix/${endToEndId}`)
  assert.equal(status, 200)
  checkSum(body)
  return body
}

function expectRefused(answer: PspAnswer, type: string, status = 400): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.type, `https://pix.bcb.gov.br/api/v2/error/${type}`)
}

test('a payment settles its charge, has the minute in its id, and is shown with the charge', async () => {
  const txid = await charge('cob', cob())
  const endToEndId = await pay(txid)
  assert.equal(endToEndId.slice(9, 21), '202603101500')
  const pix = await findPix(endToEndId)
  assert.deepEqual(
    [pix.txid, pix.valor, pix.componentesValor],
    [txid, '250.00', { original: { valor: '250.00' } }],
  )
  const { body } = await bank.call('GET', `/v2/cob/${txid}`)
  assert.deepEqual([body.status, body.pix], ['CONCLUIDA', [pix]])
  expectRefused(
    await bank.call('PATCH', `/v2/cob/${txid}`, { body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } }),
    'CobOperacaoInvalida',
  )
  expectRefused(await bank.call('GET', `/v2/pix/${endToEndId.toLowerCase()}`), 'PixNaoEncontrado', 404)
})

test('a charge paid late brings fine and interest as the bank computes them', async () => {
  const txid = await charge('cobv', cobv())
  const pix = await findPix(await pay(txid, { at: new Date('2026-04-10T12:03:44Z') }))
  assert.equal(pix.valor, '201.93')
  assert.deepEqual(pix.componentesValor, {
    original: { valor: '197.92' },
    multa: { valor: '3.95' },
    juros: { valor: '0.06' },
  })
  assert.equal(pix.horario, '2026-04-10T12:03:44.000Z')
})

test('rebate and discount lower it, and never to nothing', async () => {
  const valor = {
    original: '100.00',
    abatimento: { modalidade: 1, valorPerc: '10.00' },
    desconto: { modalidade: 3, valorPerc: '1.00' },
  }
  const txid = await charge('cobv', cobv({ valor }))
  const early = await findPix(await pay(txid, { at: new Date('2026-04-04T12:00:00Z') }))
  assert.equal(early.valor, '85.00')
  const steep = { original: '5.00', desconto: { modalidade: 3, valorPerc: '1.00' } }
  const free = await findPix(await pay(await charge('cobv', cobv({ valor: steep }))))
  assert.deepEqual(
    [free.valor, (free.componentesValor as Record<string, unknown>).desconto],
    ['0.01', { valor: '4.99' }],
  )
})

test('another amount is taken as it is, and a second payment stands beside the first', async () => {
  const txid = await charge('cob', cob())
  await pay(txid, { amountCentavos: 24_999 })
  bank.clock.advance({ ms: 1 })
  await pay(txid)
  const { body } = await bank.call('GET', `/v2/cob/${txid}`)
  assert.deepEqual(
    (body.pix as { valor: string }[]).map(({ valor }) => valor),
    ['249.99', '250.00'],
  )
  await assert.rejects(bank.psp.payCharge(txid, { amountCentavos: 0 }), RangeError)
})

test('a payment with a reference is made once, also by many at once', async () => {
  const txid = await charge('cob', cob())
  const reference = `reference-${txid}`
  const made = await Promise.all(Array.from({ length: 10 }, () => pay(txid, { reference })))
  assert.equal(new Set(made).size, 1)
})

test('a charge that has expired, or that nobody made, takes no payment', async () => {
  const short = await charge('cob', cob({ calendario: { expiracao: 60 } }))
  const due = await charge(
    'cobv',
    cobv({ calendario: { dataDeVencimento: '2026-04-11', validadeAposVencimento: 5 } }),
  )
  const at = (text: string): Date => new Date(text)
  const minuteLater = new Date(bank.clock.now().getTime() + 60_000)
  assert.deepEqual(await bank.psp.payCharge(short, { at: minuteLater }), { refused: 'EXPIRED' })
  // Due on a Saturday: five days count from Monday the 13th, and end on a Saturday again, so on Monday the 20th.
  assert.deepEqual(await bank.psp.payCharge(due, { at: at('2026-04-21T03:00:00Z') }), { refused: 'EXPIRED' })
  assert.ok('endToEndId' in (await bank.psp.payCharge(due, { at: at('2026-04-21T02:59:59Z') })))
  assert.deepEqual(await bank.psp.payCharge(newTxid()), { refused: 'NOT_FOUND' })
  const { body } = await bank.call('GET', `/v2/cob/${short}`)
  assert.equal(body.status, 'ATIVA')
})

test('payments are listed by time in pages without gaps, and each filter leaves what it names', async () => {
  const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 20, 10, minute))
  const txids: string[] = []
  const ids: string[] = []
  for (let minute = 0; minute < 7; minute += 1) {
    const txid = await charge('cob', cob({ calendario: { expiracao: 8_000_000 } }))
    txids.push(txid)
    ids.push(await pay(txid, { at: at(minute) }))
  }
  const list = async (query = ''): Promise<PspAnswer> =>
    bank.call('GET', `/v2/pix?inicio=2026-03-20T07:00:00-03:00&fim=2026-03-20T10:06:00Z${query}`)
  const listIds = ({ body }: PspAnswer): string[] =>
    (body.pix as { endToEndId: string }[]).map(({ endToEndId }) => endToEndId)
  assert.deepEqual(listIds(await list()), ids)
  const paged: string[] = []
  for (const page of [0, 1, 2, 3])
    paged.push(...listIds(await list(`&paginacao.paginaAtual=${page}&paginacao.itensPorPagina=3`)))
  assert.deepEqual(paged, ids)
  assert.deepEqual(listIds(await list(`&txid=${txids[3]}`)), [ids[3]])
  assert.deepEqual(listIds(await list('&txIdPresente=false')), [])
  assert.deepEqual(listIds(await list('&cpf=52998224725&txIdPresente=true')), ids)
  assert.deepEqual(listIds(await list('&cpf=11144477735')), [])
  await bank.call('PUT', `/v2/pix/${ids[2]}/devolucao/a`, { body: { valor: '1.00' } })
  assert.deepEqual(listIds(await list('&devolucaoPresente=true')), [ids[2]])
  assert.equal(listIds(await list('&devolucaoPresente=false')).length, 6)
  const { body } = await list('&paginacao.itensPorPagina=2')
  assert.deepEqual((body.parametros as Record<string, unknown>).paginacao, {
    paginaAtual: 0,
    itensPorPagina: 2,
    quantidadeDePaginas: 4,
    quantidadeTotalDeItens: 7,
  })
  expectRefused(await bank.call('GET', '/v2/pix'), 'PixConsultaInvalida')
  expectRefused(await list('&paginacao.itensPorPagina=0'), 'PixConsultaInvalida')
  await behave(bank, { down: true })
  expectRefused(await list(), 'ServicoIndisponivel', 503)
  expectRefused(await bank.call('GET', `/v2/pix/${ids[0]}`), 'ServicoIndisponivel', 503)
  await behave(bank, {})
})

const refund = (endToEndId: string, id: string, body: unknown = { valor: '50.00' }): Promise<PspAnswer> =>
  bank.call('PUT', `/v2/pix/${endToEndId}/devolucao/${id}`, { body })
const findRefund = (endToEndId: string, id: string): Promise<PspAnswer> =>
  bank.call('GET', `/v2/pix/${endToEndId}/devolucao/${id}`)

test('a refund is processed, then given back, and told of with its payment', async () => {
  const endToEndId = await pay(await charge('cob', cob()))
  const asked = await refund(endToEndId, 'DEV1', {
    valor: '50.00',
    natureza: 'ORIGINAL',
    descricao: 'Em parte',
  })
  assert.deepEqual([asked.status, asked.body.status], [201, 'EM_PROCESSAMENTO'])
  await bank.jobs.runDueJobs()
  assert.equal((await findRefund(endToEndId, 'DEV1')).body.status, 'EM_PROCESSAMENTO')
  bank.clock.advance({ ms: 1_000 })
  await bank.jobs.runDueJobs()
  const done = (await findRefund(endToEndId, 'DEV1')).body
  assert.equal(done.status, 'DEVOLVIDO')
  assert.equal((done.horario as Record<string, string>).liquidacao, bank.clock.now().toISOString())
  assert.deepEqual((await findPix(endToEndId)).devolucoes, [done])
})

test('refunds never exceed the payment, and a used id is refused and not repeated', async () => {
  const endToEndId = await pay(await charge('cob', cob()))
  assert.equal((await refund(endToEndId, 'a', { valor: '200.00' })).status, 201)
  expectRefused(await refund(endToEndId, 'a', { valor: '200.00' }), 'PixDevolucaoInvalida')
  expectRefused(await refund(endToEndId, 'b', { valor: '50.01' }), 'PixDevolucaoInvalida')
  const many = await Promise.all(
    Array.from({ length: 10 }, (_, index) => refund(endToEndId, `c${index}`, { valor: '10.00' })),
  )
  assert.equal(many.filter(({ status }) => status === 201).length, 5)
  for (const body of [{}, { valor: '0.00' }, { valor: 1 }, { valor: '1.00', natureza: 'RETIRADA' }])
    expectRefused(await refund(endToEndId, 'd', body), 'PixDevolucaoInvalida')
  expectRefused(await refund(endToEndId, 'x'.repeat(36), { valor: '0.01' }), 'PixDevolucaoInvalida')
  expectRefused(await refund(`E${'0'.repeat(31)}`, 'a'), 'PixNaoEncontrado', 404)
  expectRefused(await findRefund(endToEndId, 'nothing'), 'PixDevolucaoNaoEncontrada', 404)
})

test('after 90 days a payment is not refunded any more', async () => {
  const payments = [await pay(await charge('cob', cob())), await pay(await charge('cob', cob()))]
  bank.clock.advance({ days: 90 })
  assert.equal((await refund(payments[0] ?? '', 'a')).status, 201)
  bank.clock.advance({ days: 1 })
  expectRefused(await refund(payments[1] ?? '', 'a'), 'PixDevolucaoInvalida')
})

test('a bank whose payouts fail gives nothing back and frees the amount; one that leaves them open decides later', async () => {
  const endToEndId = await pay(await charge('cob', cob()))
  await behave(bank, undefined, { payouts: 'fail' })
  await refund(endToEndId, 'first', { valor: '250.00' })
  bank.clock.advance({ ms: 1_000 })
  await bank.jobs.runDueJobs()
  const failed = (await findRefund(endToEndId, 'first')).body
  assert.equal(failed.status, 'NAO_REALIZADO')
  assert.ok(String(failed.motivo).length > 0)
  await behave(bank, undefined, { payouts: 'unknown' })
  assert.equal((await refund(endToEndId, 'second', { valor: '250.00' })).status, 201)
  for (let round = 0; round < 3; round += 1) {
    bank.clock.advance({ ms: 30_000 })
    await bank.jobs.runDueJobs()
    assert.equal((await findRefund(endToEndId, 'second')).body.status, 'EM_PROCESSAMENTO')
  }
  await behave(bank, undefined, {})
  bank.clock.advance({ ms: 30_000 })
  await bank.jobs.runDueJobs()
  assert.equal((await findRefund(endToEndId, 'second')).body.status, 'DEVOLVIDO')
})

test('money that the bank takes back by itself is shown with its nature', async () => {
  const endToEndId = await pay(await charge('cob', cob()))
  await bank.psp.returnPayment(endToEndId, { id: 'MED1', amountCentavos: 10_000, nature: 'MED_FRAUDE' })
  bank.clock.advance({ ms: 1_000 })
  await bank.jobs.runDueJobs()
  const [returned] = (await findPix(endToEndId)).devolucoes as Record<string, unknown>[]
  assert.deepEqual(
    [returned?.natureza, returned?.valor, returned?.status],
    ['MED_FRAUDE', '100.00', 'DEVOLVIDO'],
  )
})
