import assert from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Agent } from 'undici'
import { parsePix } from '../../../src/brazil/pix-reading.ts'
import { checkConforms } from './conforming.ts'
import {
  behave,
  cob,
  cobv,
  newTxid,
  type PspAnswer,
  RETAILER,
  startTestPsp,
  type TestPsp,
} from './test-psp.ts'

let bank: TestPsp

before(async () => {
  bank = await startTestPsp()
})
after(() => bank.stop())

const put = (kind: 'cob' | 'cobv', body: unknown, txid = newTxid()): Promise<PspAnswer> =>
  bank.call('PUT', `/v2/${kind}/${txid}`, { body })
const get = (kind: string, txid: unknown): Promise<PspAnswer> => bank.call('GET', `/v2/${kind}/${txid}`)
const listProperties = ({ body }: PspAnswer): string[] =>
  ((body.violacoes ?? []) as { propriedade: string }[]).map(({ propriedade }) => propriedade)

function expectRefused(answer: PspAnswer, type: string, property?: string, status = 400): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.type, `https://pix.bcb.gov.br/api/v2/error/${type}`)
  if (property !== undefined) assert.ok(listProperties(answer).includes(property), answer.text)
}

test('a charge is made with the code that leads to its location, and read back as it was made', async () => {
  for (const [kind, body] of [
    ['cob', cob()],
    ['cobv', cobv()],
  ] as const) {
    const made = await put(kind, body)
    assert.equal(made.status, 201)
    assert.deepEqual([made.body.status, made.body.revisao], ['ATIVA', 0])
    const code = parsePix(String(made.body.pixCopiaECola))
    assert.deepEqual(code.target, { url: made.body.location })
    assert.equal(code.merchantName, 'FINANCEIRA EXEMPLO SA')
    const found = await get(kind, made.body.txid)
    assert.equal(found.status, 200)
    assert.deepEqual(found.body, made.body)
    assert.deepEqual(made.body.devedor, body.devedor)
  }
  const { body } = await put('cob', {
    calendario: {},
    valor: { original: '0.01' },
    chave: bank.access.pixKey,
  })
  assert.equal((body.calendario as { expiracao: number }).expiracao, 86_400)
})

test('the debtor is readable nowhere in the database', async () => {
  await put('cobv', cobv())
  const rows = await bank.database.run<{ row: string }>(
    {
      name: '',
      text: `SELECT c::text || r::text || encode(r.body_box, 'escape') AS row
        FROM psp_charges c JOIN psp_charge_revisions r USING (txid)`,
    },
    [],
  )
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.doesNotMatch(row, /52998224725|Maria|3532393938323234373235/)
})

test('a PUT replaces an active charge, repeats do not, and each revision can be read', async () => {
  const txid = newTxid()
  const first = await put('cob', cob(), txid)
  const again = await put('cob', cob(), txid)
  assert.deepEqual([again.status, again.body], [201, first.body])
  const second = await put('cob', cob({ valor: { original: '99.99' } }), txid)
  assert.equal(second.body.revisao, 1)
  assert.deepEqual(second.body.loc, first.body.loc)
  const old = await bank.call('GET', `/v2/cob/${txid}?revisao=0`)
  assert.deepEqual(old.body.valor, { original: '250.00' })
  expectRefused(await bank.call('GET', `/v2/cob/${txid}?revisao=2`), 'CobConsultaInvalida', 'revisao')
  expectRefused(await bank.call('GET', `/v2/cob/${txid}?revisao=-1`), 'CobConsultaInvalida', 'revisao')
})

test('20 requests at once make one charge', async () => {
  const txid = newTxid()
  const answers = await Promise.all(Array.from({ length: 20 }, () => put('cob', cob(), txid)))
  for (const { status, body } of answers) {
    assert.equal(status, 201)
    assert.deepEqual(body, answers[0]?.body)
  }
})

test('a txid belongs to one kind for ever, and is found under that kind only', async () => {
  const txid = newTxid()
  await put('cob', cob(), txid)
  expectRefused(await put('cobv', cobv(), txid), 'CobVOperacaoInvalida', 'txid')
  expectRefused(await get('cobv', txid), 'CobVNaoEncontrada', undefined, 404)
  expectRefused(await get('cob', newTxid()), 'CobNaoEncontrado', undefined, 404)
  for (const wrong of ['a'.repeat(25), 'a'.repeat(36), 'á'.repeat(30), `${'a'.repeat(26)}-`])
    expectRefused(await put('cob', cob(), encodeURIComponent(wrong)), 'CobOperacaoInvalida', 'txid')
})

test('a PATCH changes what it names, or removes the charge, after which nothing changes it', async () => {
  const txid = newTxid()
  await put('cobv', cobv(), txid)
  const patch = (body: unknown): Promise<PspAnswer> => bank.call('PATCH', `/v2/cobv/${txid}`, { body })
  const changed = await patch({
    calendario: { dataDeVencimento: '2026-05-11' },
    solicitacaoPagador: 'Parcela 2',
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(changed.body.valor, cobv().valor)
  assert.deepEqual(
    [(changed.body.calendario as Record<string, unknown>).validadeAposVencimento, changed.body.revisao],
    [60, 1],
  )
  expectRefused(await patch({ valor: 'free' }), 'CobVOperacaoInvalida', 'cobv.valor')
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  expectRefused(await patch({ ...removal, solicitacaoPagador: 'x' }), 'CobVOperacaoInvalida', 'cobv.status')
  expectRefused(await patch({ status: 'CONCLUIDA' }), 'CobVOperacaoInvalida', 'cobv.status')
  const removed = await patch(removal)
  assert.deepEqual([removed.body.status, removed.body.revisao], [removal.status, 2])
  for (const body of [removal, { solicitacaoPagador: 'y' }])
    expectRefused(await patch(body), 'CobVOperacaoInvalida', 'cobv.status')
  expectRefused(await put('cobv', cobv(), txid), 'CobVOperacaoInvalida', 'cobv.status')
  expectRefused(
    await bank.call('PATCH', `/v2/cobv/${newTxid()}`, { body: removal }),
    'CobVNaoEncontrada',
    undefined,
    404,
  )
  assert.deepEqual(await bank.psp.payCharge(txid), { refused: 'REMOVED' })
})

const terms = (change: object) => cobv({ valor: { original: '600.00', ...change } })
const until = (data: string, valorPerc: string) => [{ data, valorPerc }]

test('every rule about a charge refuses the field that breaks it, and stores nothing', async () => {
  const wrong: ['cob' | 'cobv', property: string, body: unknown][] = [
    ['cob', 'cob.calendario', cob({ calendario: undefined })],
    ['cob', 'cob.calendario.expiracao', cob({ calendario: { expiracao: 0 } })],
    ['cob', 'cob.calendario.expiracao', cob({ calendario: { expiracao: '86400' } })],
    ['cob', 'cob.valor', cob({ valor: undefined })],
    ['cob', 'cob.valor.original', cob({ valor: {} })],
    ['cob', 'cob.valor.original', cob({ valor: { original: '0.00' } })],
    ['cob', 'cob.valor.original', cob({ valor: { original: '10' } })],
    ['cob', 'cob.valor.original', cob({ valor: { original: '-10.00' } })],
    ['cob', 'cob.valor.original', cob({ valor: { original: 250 } })],
    ['cob', 'cob.valor.original', cob({ valor: { original: '12345678901.00' } })],
    ['cob', 'cob.valor.modalidadeAlteracao', cob({ valor: { original: '1.00', modalidadeAlteracao: 2 } })],
    ['cob', 'cob.valor.retirada', cob({ valor: { original: '1.00', retirada: {} } })],
    ['cob', 'cob.chave', cob({ chave: undefined })],
    ['cob', 'cob.chave', cob({ chave: '71cdf9ba-c695-4e3c-b010-abb521a3f1be' })],
    ['cob', 'cob.devedor.cnpj', cob({ devedor: { cpf: '52998224725', cnpj: '11222333000181', nome: 'M' } })],
    ['cob', 'cob.devedor.cpf', cob({ devedor: { nome: 'Maria' } })],
    ['cob', 'cob.devedor.cpf', cob({ devedor: { cpf: '529.982.247-25', nome: 'Maria' } })],
    ['cob', 'cob.devedor.nome', cob({ devedor: { cpf: '52998224725' } })],
    ['cob', 'cob.devedor', cob({ devedor: [] })],
    ['cob', 'cob.loc', cob({ loc: { id: 999_999 } })],
    ['cob', 'cob.solicitacaoPagador', cob({ solicitacaoPagador: 'x'.repeat(141) })],
    ['cob', 'cob.infoAdicionais', cob({ infoAdicionais: Array.from({ length: 51 }, () => ({})) })],
    ['cob', 'cob.infoAdicionais[0].nome', cob({ infoAdicionais: [{ nome: 'x'.repeat(51), valor: '1' }] })],
    ['cobv', 'cobv.devedor', cobv({ devedor: undefined })],
    ['cobv', 'cobv.calendario.dataDeVencimento', cobv({ calendario: {} })],
    ['cobv', 'cobv.calendario.dataDeVencimento', cobv({ calendario: { dataDeVencimento: '2026-03-09' } })],
    ['cobv', 'cobv.calendario.dataDeVencimento', cobv({ calendario: { dataDeVencimento: '2026-02-30' } })],
    [
      'cobv',
      'cobv.calendario.validadeAposVencimento',
      cobv({ calendario: { dataDeVencimento: '2026-04-09', validadeAposVencimento: -1 } }),
    ],
    ['cobv', 'cobv.valor.multa.modalidade', terms({ multa: { modalidade: 3, valorPerc: '2.00' } })],
    ['cobv', 'cobv.valor.juros.modalidade', terms({ juros: { modalidade: 9, valorPerc: '2.00' } })],
    ['cobv', 'cobv.valor.juros.valorPerc', terms({ juros: { modalidade: 2, valorPerc: '0.033' } })],
    [
      'cobv',
      'cobv.valor.abatimento.valorPerc',
      terms({ abatimento: { modalidade: 1, valorPerc: '600.00' } }),
    ],
    [
      'cobv',
      'cobv.valor.abatimento.valorPerc',
      terms({ abatimento: { modalidade: 2, valorPerc: '100.00' } }),
    ],
    ['cobv', 'cobv.valor.desconto.valorPerc', terms({ desconto: { modalidade: 3, valorPerc: '600.00' } })],
    ['cobv', 'cobv.valor.desconto.valorPerc', terms({ desconto: { modalidade: 6, valorPerc: '100.00' } })],
    ['cobv', 'cobv.valor.desconto.valorPerc', terms({ desconto: { modalidade: 5 } })],
    ['cobv', 'cobv.valor.desconto.descontoDataFixa', terms({ desconto: { modalidade: 1 } })],
    [
      'cobv',
      'cobv.valor.desconto.valorPerc',
      terms({
        desconto: { modalidade: 1, valorPerc: '1.00', descontoDataFixa: until('2026-04-01', '1.00') },
      }),
    ],
    [
      'cobv',
      'cobv.valor.desconto.descontoDataFixa',
      terms({
        desconto: { modalidade: 3, valorPerc: '1.00', descontoDataFixa: until('2026-04-01', '1.00') },
      }),
    ],
    [
      'cobv',
      'cobv.valor.desconto.descontoDataFixa[0].data',
      terms({ desconto: { modalidade: 1, descontoDataFixa: until('2026-04-10', '1.00') } }),
    ],
    [
      'cobv',
      'cobv.valor.desconto.descontoDataFixa[0].valorPerc',
      terms({ desconto: { modalidade: 2, descontoDataFixa: until('2026-04-01', '100.00') } }),
    ],
  ]
  for (const [kind, property, body] of wrong) {
    const txid = newTxid()
    const refused = await put(kind, body, txid)
    expectRefused(refused, kind === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida', property)
    assert.equal((await get(kind, txid)).status, 404)
  }
})

test('a due date may be today and not yesterday, also where the charge is replaced later', async () => {
  const txid = newTxid()
  const today = cobv({ calendario: { dataDeVencimento: '2026-03-10' } })
  assert.equal((await put('cobv', today, txid)).status, 201)
  bank.clock.advance({ days: 1 })
  assert.equal((await put('cobv', { ...today, solicitacaoPagador: 'x' }, txid)).status, 201)
  expectRefused(await put('cobv', today), 'CobVOperacaoInvalida', 'cobv.calendario.dataDeVencimento')
})

test('charges are listed by the time of creation, in pages without gaps or repetitions', async () => {
  bank.clock.advance({ hours: 1 })
  const from = bank.clock.now().toISOString()
  const txids: unknown[] = []
  for (let index = 0; index < 5; index += 1) {
    txids.push(
      (await put('cob', cob(index === 0 ? { devedor: { cpf: '11144477735', nome: 'João' } } : {}))).body.txid,
    )
    bank.clock.advance({ ms: 1 })
  }
  await bank.psp.payCharge(String(txids[1]))
  const list = (query: string): Promise<PspAnswer> =>
    bank.call('GET', `/v2/cob?inicio=${from}&fim=${bank.clock.now().toISOString()}${query}`)
  const found: unknown[] = []
  for (const page of [0, 1, 2]) {
    const { body } = await list(`&paginacao.paginaAtual=${page}&paginacao.itensPorPagina=2`)
    found.push(...(body.cobs as { txid: string }[]).map(({ txid }) => txid))
    assert.deepEqual((body.parametros as Record<string, unknown>).paginacao, {
      paginaAtual: page,
      itensPorPagina: 2,
      quantidadeDePaginas: 3,
      quantidadeTotalDeItens: 5,
    })
  }
  assert.deepEqual(found, txids)
  const count = async (query: string): Promise<number> => ((await list(query)).body.cobs as unknown[]).length
  assert.equal(await count('&status=CONCLUIDA'), 1)
  assert.equal(await count('&cpf=11144477735'), 1)
  assert.equal(await count('&locationPresente=false'), 0)
  assert.equal(await count('&locationPresente=true'), 5)
  for (const [property, query] of [
    ['status', '&status=PAGA'],
    ['cpf', '&cpf=1'],
    ['cnpj', '&cpf=11144477735&cnpj=11222333000181'],
    ['paginacao.itensPorPagina', '&paginacao.itensPorPagina=1001'],
    ['paginacao.paginaAtual', '&paginacao.paginaAtual=-1'],
    ['locationPresente', '&locationPresente=sim'],
  ])
    expectRefused(await list(query ?? ''), 'CobConsultaInvalida', property)
  for (const [property, query] of [
    ['inicio', ''],
    ['fim', '?inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z'],
    ['inicio', '?inicio=2026-01-02&fim=2026-01-03T00:00:00Z'],
    ['inicio', '?inicio=2026-01-02T00:00:00Z&inicio=2026-01-02T00:00:00Z&fim=2026-01-03T00:00:00Z'],
  ])
    expectRefused(await bank.call('GET', `/v2/cobv${query}`), 'CobVConsultaInvalida', property)
})

test('a payer’s bank fetches a charge without a certificate, signed, with what it costs on the day', async () => {
  const agent = new Agent({ connect: { ca: bank.access.ca } })
  const fetchLocation = (location: unknown, query = ''): Promise<PspAnswer> =>
    bank.call('GET', `${String(location).replace(/^[^/]+/, '')}${query}`, { agent, token: '' })
  const { keys } = JSON.parse((await bank.call('GET', '/qr/jwks', { agent, token: '' })).text) as {
    keys: JsonWebKey[]
  }
  const [jwk] = keys
  assert.ok(jwk)
  const read = ({ text }: PspAnswer): Record<string, unknown> => {
    const [header = '', payload = '', signature = ''] = text.split('.')
    const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
    assert.ok(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')))
    const parse = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    assert.deepEqual([parse(header).alg, parse(header).kid], ['ES256', jwk.kid])
    return parse(payload)
  }
  const immediate = await fetchLocation((await put('cob', cob())).body.location)
  assert.match(String(immediate.headers['content-type']), /^application\/jose/)
  checkConforms('CobPayload', read(immediate))
  const txid = newTxid()
  const { location } = (await put('cobv', cobv(), txid)).body
  const late = read(await fetchLocation(location, '?codMun=3550308&DPP=2026-04-10'))
  checkConforms('CobvPayload', late)
  assert.deepEqual(late.valor, { original: '197.92', multa: '3.95', juros: '0.06', final: '201.93' })
  assert.equal((read(await fetchLocation(location)).valor as { final: string }).final, '197.92')
  expectRefused(await fetchLocation(location, '?DPP=amanha'), 'CobPayloadOperacaoInvalida', 'DPP')
  expectRefused(await fetchLocation(location, '?codMun=1'), 'CobPayloadOperacaoInvalida', 'codMun')
  expectRefused(await fetchLocation(`h/qr/v2/${'0'.repeat(32)}`), 'CobPayloadNaoEncontrado', undefined, 404)
  await bank.psp.payCharge(txid)
  expectRefused(await fetchLocation(location), 'CobPayloadNaoEncontrado', undefined, 410)
  await agent.destroy()
})

test('a bank that is down, slow or rejects is so for the charges of its retailer only', async () => {
  const known = (await put('cob', cob())).body.txid
  const foreign = cob({ infoAdicionais: [{ nome: 'retailer', valor: '000000000000000000000002' }] })
  await behave(bank, { down: true })
  const txid = newTxid()
  for (const answer of [
    await put('cob', cob(), txid),
    await get('cob', known),
    await bank.call('PATCH', `/v2/cob/${known}`, { body: { solicitacaoPagador: 'x' } }),
    await bank.call('GET', `/v2/cob?inicio=2026-01-01T00:00:00Z&fim=2026-12-31T00:00:00Z`),
  ])
    expectRefused(answer, 'ServicoIndisponivel', undefined, 503)
  assert.equal((await put('cob', foreign)).status, 201)
  await behave(bank, undefined, { registration: 'reject' })
  expectRefused(await put('cob', cob(), txid), 'CobOperacaoInvalida')
  assert.equal((await get('cob', known)).status, 200)
  await behave(bank, { slowMs: 300 })
  const startedAt = performance.now()
  assert.equal((await put('cob', cob(), txid)).status, 201)
  assert.ok(performance.now() - startedAt >= 300)
  assert.deepEqual(await bank.psp.behaviours.replace(RETAILER, {}), {
    pix: { loseWebhooks: false, repeatWebhooks: 0, delaySeconds: 0, reorder: false, down: false, slowMs: 0 },
    registration: 'ok',
    payouts: 'confirm',
  })
})

test('what is no request is a problem, too: unknown paths, no JSON, large bodies, other types', async () => {
  const path = `/v2/cob/${newTxid()}`
  const send = (body: string | Buffer, headers = {}): Promise<PspAnswer> =>
    bank.call('PUT', path, { body, headers })
  expectRefused(await bank.call('GET', '/v2/nothing'), 'NaoEncontrado', undefined, 404)
  expectRefused(await bank.call('DELETE', path), 'NaoEncontrado', undefined, 404)
  expectRefused(await bank.call('GET', '/v2/cob/%E0%A4%A'), 'RequisicaoInvalida')
  for (const body of [
    '{',
    '[]',
    '"text"',
    'null',
    '{"a":1,"a":2}',
    '{"__proto__":1}',
    Buffer.of(0x22, 0xff, 0x22),
  ])
    expectRefused(await send(body), 'RequisicaoInvalida')
  expectRefused(await send(`{"a":"${'x'.repeat(300_000)}"}`), 'RequisicaoInvalida', undefined, 413)
  expectRefused(await send('<cob/>', { 'content-type': 'text/xml' }), 'RequisicaoInvalida', undefined, 415)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expectRefused(await send('chave=x', form), 'RequisicaoInvalida', undefined, 415)
  expectRefused(await bank.call('PUT', path), 'RequisicaoInvalida')
  assert.equal((await bank.call('GET', path)).status, 404)
})
