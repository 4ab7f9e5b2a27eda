import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InputError } from '../../kernel/faults.ts'
import { composeChargeCode } from './charge-code.ts'

// Invented codes; the first is the example of the Central Bank's manual.
const codes = {
  D0: '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
  D1: '00020101021226720014br.gov.bcb.pix2550qr.psp.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f45204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***63041F65',
  D2: '00020101021226770014br.gov.bcb.pix2555qr.psp.example/v2/cobv/0d9a7c2e5b1f4e83a6c4f1b7d2e9a8055204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***63045E87',
  D3: '00020101021226990014br.gov.bcb.pix2577qr-pagamentos.psp-com-nome-comprido.example/api/pix/v2/cobv/0123456789abcdef05204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***6304DC94',
  D4: '00020126770014br.gov.bcb.pix2555qr.psp.example/v2/cobv/0d9a7c2e5b1f4e83a6c4f1b7d2e9a8055204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***63043130',
  D5: '00020101021226720014br.gov.bcb.pix2550qr.psp.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f45204000053039865406250.005802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO61080131010062070503***6304F02E',
  D6: '00020101021226720014br.gov.bcb.pix2550qr.psq.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f45204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***63041F65',
  D7: '00020101021226720014br.gov.bcb.pix2550qr.evl.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f45204000053039865802BR5921FINANCEIRA EXEMPLO SA6009SAO PAULO62070503***63040919',
} as const
const hosts = ['qr.psp.example', 'pix.example.com', 'qr-pagamentos.psp-com-nome-comprido.example']
const merchant = { merchantName: 'Financeira Exemplo SA', merchantCity: 'São Paulo' }
const compose = (
  writtenCode: string | undefined,
  rest: { location?: string; amountCentavos?: number } = {},
) =>
  composeChargeCode(
    { writtenCode, location: rest.location, amountCentavos: rest.amountCentavos ?? 25_000 },
    merchant,
    hosts,
  )

test('a code of a charge at an allowed host is taken as it is, with or without its optional fields', () => {
  for (const name of ['D0', 'D1', 'D2', 'D3', 'D4', 'D5'] as const)
    assert.equal(compose(codes[name]), codes[name], name)
})

test('a code with a stale CRC or of a foreign host is refused', () => {
  assert.throws(() => compose(codes.D6), InputError)
  assert.throws(() => compose(codes.D7), InputError)
})

test('a code that asks for another amount, names a key or leads to another charge is refused', () => {
  assert.throws(() => compose(codes.D5, { amountCentavos: 25_001 }), InputError)
  const ofKey =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
  assert.throws(() => compose(ofKey), InputError)
  assert.throws(() => compose(codes.D1, { location: 'qr.psp.example/v2/other' }), InputError)
})

test('without a written code one is made of the location, which must be at an allowed host too', () => {
  const of = (location: string | undefined) =>
    composeChargeCode({ writtenCode: undefined, location, amountCentavos: 1 }, merchant, hosts)
  assert.equal(of('qr.psp.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f4'), codes.D1)
  assert.equal(of('qr.psp.example/v2/cobv/0d9a7c2e5b1f4e83a6c4f1b7d2e9a805'), codes.D2)
  assert.throws(() => of('qr.evl.example/v2/7f4c1a9be2d84b7f9c35a0d1e6b8c2f4'), InputError)
  assert.throws(() => of('no location'), InputError)
  assert.throws(() => of(undefined), InputError)
})
