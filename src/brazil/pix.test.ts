import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatePixPayload, getPixPayloadInfo } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { encodeDynamicPix, encodeStaticPix } from './pix.ts'
import { computeCrc, findValue, writeField } from './pix-fields.ts'
import { parsePix } from './pix-reading.ts'

// Published codes; P1 is the example of the Central Bank's manual.
const codes = {
  P1: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  P2: '00020126510014br.gov.bcb.pix0115thalesog@me.com0210Pedido 123520400005303986540510.005802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***63040DC6',
  P3: '00020126510014br.gov.bcb.pix0115thalesog@me.com0210Pedido 1235204000053039865802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***630462CA',
  P4: '00020126740014br.gov.bcb.pix2552payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e875204000053039865802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***630442C5',
  P5: '00020101021226740014br.gov.bcb.pix2552payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e875204000053039865802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***63042895',
  P7: '00020126950014br.gov.bcb.pix01364004901d-bd85-4769-8e52-cb4c42c506dc0221Jornada pagador 431070308999990085204000053039865406577.575802BR5903Pix6008BRASILIA6229052599ed983ea570413d8d336301d630418B7',
  P8: '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB',
  P10: '00020101021226940014br.gov.bcb.pix2572qr-h.sandbox.pix.bcb.gov.br/rest/api/v2/7b2d64c4eb744a2d92a4dd5f8cfc4dfa5204000053039865802BR5913FULANO DE TAL6008BRASILIA62070503***80950014br.gov.bcb.pix2573qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/3d29b94249c54b3f8c533d729f59b5e56304DBE0',
  P11: '00020126580014br.gov.bcb.pix013671cdf9ba-c695-4e3c-b010-abb521a3f1be5204000053039865406250.005802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62210517ENTRADA000000000163043C72',
  P12: '00020126330014br.gov.bcb.pix0111123456789095204000053039865406150.005802BR5912LOJA EXEMPLO6009SAO PAULO62180514TX20260115000163049CDF',
  P13: '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***63045D71',
} as const

const faultOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as { fault?: string }).fault ?? 'CRASH'
  }
}
const withCrc = (code: string) => code + computeCrc(code)

test('the CRC is the published one and keeps its leading zeros', () => {
  assert.equal(computeCrc('123456789'), '29B1')
  for (const [id, code] of Object.entries(codes))
    assert.equal(computeCrc(code.slice(0, -4)), code.slice(-4), id)
  assert.equal(codes.P2.slice(-4), '0DC6')
})

test('published codes are reproduced character by character', () => {
  const thales = { merchantName: 'Thales Ogliari', merchantCity: 'São Miguel do Oeste' }
  const lender = { merchantName: 'Financeira Exemplo SA', merchantCity: 'São Paulo' }
  const order = { ...thales, key: 'thalesog@me.com', description: 'Pedido 123' }
  assert.equal(encodeStaticPix({ ...order, amountCentavos: 1_000 }), codes.P2)
  assert.equal(encodeStaticPix(order), codes.P3)
  const charge = { ...thales, url: 'payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e87' }
  assert.equal(encodeDynamicPix({ ...charge, singleUse: false }), codes.P4)
  assert.equal(encodeDynamicPix({ ...charge, singleUse: true }), codes.P5)
  const downPayment = { key: '71cdf9ba-c695-4e3c-b010-abb521a3f1be', txid: 'ENTRADA0000000001' }
  assert.equal(encodeStaticPix({ ...lender, ...downPayment, amountCentavos: 25_000 }), codes.P11)
  const shop = { merchantName: 'Loja Exemplo', merchantCity: 'São Paulo', key: '12345678909' }
  assert.equal(encodeStaticPix({ ...shop, amountCentavos: 15_000, txid: 'TX202601150001' }), codes.P12)
  const url = 'pix.example.com/qr/v2/cobv/9d36b84fc70b478fb95c12729b90ca25'
  assert.equal(encodeDynamicPix({ ...lender, url, singleUse: true }), codes.P13)
})

test('published codes are decoded', () => {
  const read = Object.fromEntries(Object.entries(codes).map(([id, code]) => [id, parsePix(code)]))
  assert.deepEqual(read.P1?.target, { key: '123e4567-e12b-12d1-a456-426655440000' })
  assert.equal(read.P1?.merchantName, 'Fulano de Tal')
  assert.equal(read.P1?.amountCentavos, undefined)
  assert.equal(read.P1?.txid, undefined)
  assert.equal(read.P1?.singleUse, false)
  assert.equal(read.P2?.amountCentavos, 1_000)
  assert.equal(read.P2?.description, 'Pedido 123')
  assert.equal(read.P3?.amountCentavos, undefined)
  assert.deepEqual(read.P4?.target, { url: 'payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e87' })
  assert.equal(read.P4?.singleUse, false)
  assert.equal(read.P5?.singleUse, true)
  assert.equal(read.P7?.txid, '99ed983ea570413d8d336301d')
  assert.equal(read.P7?.amountCentavos, 57_757)
  const account = read.P7?.fields.find(field => field.id === '26')?.fields ?? []
  assert.equal(findValue(account, '03'), '99999008')
  assert.deepEqual(read.P8?.target, { url: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99' })
  assert.deepEqual(read.P10?.target, {
    url: 'qr-h.sandbox.pix.bcb.gov.br/rest/api/v2/7b2d64c4eb744a2d92a4dd5f8cfc4dfa',
  })
  assert.equal(
    read.P10?.recurrenceUrl,
    'qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/3d29b94249c54b3f8c533d729f59b5e5',
  )
  assert.equal(read.P11?.txid, 'ENTRADA0000000001')
  assert.equal(read.P11?.amountCentavos, 25_000)
  assert.deepEqual(read.P12?.target, { key: '12345678909' })
  assert.equal(read.P13?.merchantCity, 'SAO PAULO')
})

test('every published code with one wrong character is refused', () => {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  for (const code of Object.values(codes))
    for (let place = 0; place < code.length; place++)
      for (const character of printable) {
        if (character === code[place]) continue
        const wrong = code.slice(0, place) + character + code.slice(place + 1)
        assert.match(faultOf(() => parsePix(wrong)) ?? wrong, /^(WRONG_CRC|MALFORMED)$/)
      }
})

test('every published code with a missing character, truncated or with extra characters is refused', () => {
  for (const code of Object.values(codes)) {
    for (let place = 0; place < code.length; place++)
      assert.match(
        faultOf(() => parsePix(code.slice(0, place) + code.slice(place + 1))) ?? code,
        /^(WRONG_CRC|MALFORMED)$/,
      )
    for (let length = 0; length < code.length; length++)
      assert.match(faultOf(() => parsePix(code.slice(0, length))) ?? code, /^(WRONG_CRC|MALFORMED)$/)
    assert.equal(
      faultOf(() => parsePix(`${code}\n`)),
      'MALFORMED',
    )
  }
})

test('an invalid code is refused even with a correct CRC', () => {
  const body = codes.P1.slice(0, -4)
  const refused: [string, string][] = [
    [body.replace('62070503***', '62080503***'), 'MALFORMED'],
    [body.replace('62070503***', '62070504***'), 'MALFORMED'],
    [body.replace('62070503***', '620705O3***'), 'MALFORMED'],
    [body.replace('000201', '010211000201'), 'MALFORMED'],
    [body.replace('26580014', '25580014'), 'NOT_PIX'],
    [body.replace('26580014', '80580014'), 'NOT_PIX'],
    [body.replace('26580014br.gov.bcb.pix', '26660014br.gov.bcb.pix2504a.b/'), 'MALFORMED'],
    [body.replace('5802BR', '5802US'), 'MALFORMED'],
    [body.replace('5303986', '5303840'), 'MALFORMED'],
    [body.replace('52040000', ''), 'MALFORMED'],
    [body.replace('5802BR', '5802BR5802BR'), 'MALFORMED'],
    [body.replace('000201', '000202'), 'MALFORMED'],
    [body.replace('000201', '000201010213'), 'MALFORMED'],
    [body.replace('5802BR', '54005802BR'), 'MALFORMED'],
    [body.replace('5802BR', '5404-1.05802BR'), 'INVALID_AMOUNT'],
    [body.replace('5802BR', '54051.0005802BR'), 'INVALID_AMOUNT'],
    [body.replace('br.gov.bcb.pix', 'br.gov.bcb.xip'), 'NOT_PIX'],
    [body.replace('26580014br.gov.bcb.pix', '2640'), 'NOT_PIX'],
    [body.replace('0136123e', '0236123e'), 'MALFORMED'],
    [body.replace('5913Fulano de Tal', `5926${'A'.repeat(26)}`), 'TOO_LONG'],
    [body.replace('6008BRASILIA', `6016${'A'.repeat(16)}`), 'TOO_LONG'],
    [body.replace('62070503***', `62300526${'A'.repeat(26)}`), 'TOO_LONG'],
    ['6304', 'MALFORMED'],
    ['0002016304', 'MALFORMED'],
  ]
  for (const [code, fault] of refused)
    assert.equal(
      faultOf(() => parsePix(withCrc(code))),
      fault,
      code,
    )
  assert.equal(
    faultOf(() => parsePix('0'.repeat(513))),
    'TOO_LONG',
  )
  assert.equal(
    faultOf(() => parsePix(codes.P1.replace('Fulano', 'Fulan\ud800'))),
    'MALFORMED',
  )
})

test('a code may say that it is static, use any merchant template, and omit additional data or decimals', () => {
  const body = codes.P1.slice(0, -4)
  const read = (code: string) => parsePix(withCrc(code))
  assert.equal(read(body.replace('000201', '000201010211')).singleUse, false)
  for (const id of ['26', '51']) assert.ok('key' in read(body.replace('26580014', `${id}580014`)).target, id)
  assert.equal(read(body.replace('62070503***', '')).txid, undefined)
  assert.equal(read(body.replace('5802BR', '5402105802BR')).amountCentavos, 1_000)
  assert.equal(read(body.replace('5802BR', '540410.55802BR')).amountCentavos, 1_050)
  assert.ok('key' in read(body.replace('26580014', '27080004abcd51580014')).target)
  assert.equal(read(body.replace('6304', '64060002PT6304')).fields.at(-2)?.fields.length, 1)
})

test('a code of 512 characters is decoded', () => {
  const additions = ['03', '04', '05'].map(id => writeField(id, 'x'.repeat(99))).join('')
  const code = codes.P1.slice(0, -8) + additions
  const filled = code + writeField('06', 'x'.repeat(512 - code.length - 12))
  assert.equal(withCrc(`${filled}6304`).length, 512)
  assert.equal(parsePix(withCrc(`${filled}6304`)).merchantCity, 'BRASILIA')
})

test('a value that a code cannot contain is refused with the fault that applies', () => {
  const good = { key: '12345678909', merchantName: 'Loja', merchantCity: 'Recife' }
  const faultsOf = (change: object) => faultOf(() => encodeStaticPix({ ...good, ...change }))
  for (const amountCentavos of [0, -1, 0.5, Number.NaN, 1_000_000_000_000])
    assert.equal(faultsOf({ amountCentavos }), 'INVALID_AMOUNT', String(amountCentavos))
  for (const txid of ['', 'A'.repeat(26), 'TX-1', 'TX 1', '***', 'ção'])
    assert.equal(faultsOf({ txid }), 'INVALID_TXID', txid)
  assert.equal(faultsOf({ key: '123.456.789-09' }), 'INVALID_KEY')
  assert.equal(faultsOf({ merchantName: '店' }), 'INVALID_TEXT')
  assert.equal(faultsOf({ merchantCity: ' ' }), 'INVALID_TEXT')
  const urlFault = (url: string) => faultOf(() => encodeDynamicPix({ ...good, url, singleUse: true }))
  for (const url of [
    'https://pix.example.com/1',
    'pix.example.com',
    'localhost/1',
    'pix.example.com/a b',
    '',
  ])
    assert.equal(urlFault(url), 'INVALID_URL', url)
  assert.equal(urlFault('pix.example.com:8443/1'), undefined)
  assert.equal(urlFault('pix.example.com:port/1'), 'INVALID_URL')
  assert.equal(urlFault(`pix.example.com/${'a'.repeat(61)}`), undefined)
  assert.equal(urlFault(`pix.example.com/${'a'.repeat(62)}`), 'TOO_LONG')
  assert.equal(
    faultOf(() => writeField('26', 'a'.repeat(100))),
    'TOO_LONG',
  )
})

test('a text cut to its space does not end in a blank', () => {
  const words = 'Loja '.repeat(20)
  const read = parsePix(
    encodeStaticPix({
      key: '12345678909',
      merchantName: words,
      merchantCity: words,
      description: `__${words}`,
    }),
  )
  assert.equal(read.merchantName, 'LOJA LOJA LOJA LOJA LOJA')
  assert.equal(read.merchantCity, 'LOJA LOJA LOJA')
  assert.match(read.description ?? '', /Loja$/)
})

test('the description uses the space that the key leaves, if any', () => {
  const merchant = { merchantName: 'Loja', merchantCity: 'Recife', description: 'parcela '.repeat(20) }
  const short = parsePix(encodeStaticPix({ ...merchant, key: '12345678909' }))
  assert.equal(short.description?.length, 62)
  const long = parsePix(encodeStaticPix({ ...merchant, key: `${'a'.repeat(70)}@me.com` }))
  assert.equal(long.description, undefined)
})

const merchant = {
  merchantName: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).map(text => `L${text}`),
  merchantCity: fc.string({ maxLength: 40 }).map(text => `R${text}`),
}
const alphanumeric = fc.string({
  minLength: 1,
  maxLength: 25,
  unit: fc.constantFrom(...'ABCXYZabcxyz0189'),
})
const staticPix = fc.record({
  key: fc.oneof(
    fc.uuid({ version: 4 }),
    fc.constantFrom('12345678909', '+5561999999999', 'loja@example.com'),
  ),
  ...merchant,
  amountCentavos: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }), { nil: undefined }),
  txid: fc.option(alphanumeric, { nil: undefined }),
  description: fc.option(fc.string({ maxLength: 120 }), { nil: undefined }),
})

test('an encoded code is decoded to the same values, also by an independent library', () => {
  fc.assert(
    fc.property(staticPix, terms => {
      const code = encodeStaticPix(terms)
      assert.match(code, /^[ -~]{1,512}$/)
      const read = parsePix(code)
      assert.deepEqual(read.target, { key: terms.key })
      assert.equal(read.amountCentavos, terms.amountCentavos)
      assert.equal(read.txid, terms.txid)
      assert.match(read.merchantName, /^[^a-z]{1,25}$/)
      assert.match(read.merchantCity, /^[^a-z]{1,15}$/)
      const info = getPixPayloadInfo(code)
      assert.equal(info?.key, terms.key)
      assert.equal(info?.txid, terms.txid)
      assert.equal(info?.amount, terms.amountCentavos === undefined ? undefined : terms.amountCentavos / 100)
      assert.equal(info?.merchantName, read.merchantName)
    }),
    { numRuns: 1000 },
  )
})

test('an independent library encodes the same code', () => {
  fc.assert(
    fc.property(alphanumeric, fc.integer({ min: 1, max: 99_999_999 }), (txid, amountCentavos) => {
      const terms = { key: 'loja@example.com', merchantName: 'LOJA DA ESQUINA', merchantCity: 'RECIFE', txid }
      const theirs = generatePixPayload({ ...terms, amount: amountCentavos / 100, description: 'Entrada' })
      assert.equal(encodeStaticPix({ ...terms, amountCentavos, description: 'Entrada' }), theirs)
    }),
  )
})

test('a dynamic code is decoded to the same values', () => {
  const paths = fc.string({ maxLength: 60, unit: fc.constantFrom(...'abc019/-_.~') })
  fc.assert(
    fc.property(paths, fc.boolean(), fc.record(merchant), (path, singleUse, names) => {
      const url = `pix.example.com/${path}`
      const read = parsePix(encodeDynamicPix({ ...names, url, singleUse }))
      assert.deepEqual(read.target, { url })
      assert.equal(read.singleUse, singleUse)
      assert.equal(read.txid, undefined)
    }),
  )
})
