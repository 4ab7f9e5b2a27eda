import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  bancoDoBrasilPayer,
  bradescoPayer,
  cut,
  itauAccount,
  itauFile,
  itauPayer,
  linesOf,
  pixFile,
  pixPayments,
  readSample,
  sha256,
  tedFile,
  tedPayment,
} from '../../../../test/payouts/files/sample-payments.ts'
import { parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { InputError } from '../../../kernel/faults.ts'
import type { Payment, PaymentFile } from './payment.ts'
import { writePaymentFile } from './remittance.ts'

const WORKED = [
  ['bradesco-pix.rem', pixFile, '04b62b3e42e33f2618d5a2cf812c92d4ecdd39cd0fc96082d0c595c23a814105'],
  ['bradesco-ted.rem', tedFile, '3d782b8ac49dbcd486311b82a34b38329d3c7c77e56029db8b6b2b3497a46969'],
  ['itau-pix.rem', itauFile, '4bb9e39cd463bc5b8d8b4f983be45e9f3e6fae05556800f8a5c9d99b5a781e53'],
] as const

for (const [name, file, digest] of WORKED)
  test(`the worked file ${name} comes out byte for byte`, () => {
    const written = writePaymentFile(file)
    assert.deepEqual(linesOf(written), linesOf(readSample(name)))
    assert.equal(written, readSample(name))
    assert.equal(sha256(written), digest)
  })

const [byDocument] = pixPayments
assert.ok(byDocument)

const withPayee = (payee: Partial<Payment['payee']>, payment: Payment = tedPayment): Payment => ({
  ...payment,
  payee: { ...payment.payee, ...payee },
})

const transfers = (payments: readonly Payment[], payer = bradescoPayer): string[] =>
  linesOf(writePaymentFile({ ...tedFile, payer, payments }))

const asAccount = (changes: Partial<typeof itauAccount> | object) =>
  withPayee({ to: { ...itauAccount, ...changes } })

const refusal = (file: PaymentFile): string => {
  try {
    writePaymentFile(file)
  } catch (error) {
    assert.ok(error instanceof InputError)
    return error.message
  }
  assert.fail('the file was written')
}

test('a TED to the lender itself has form 43, to another holder 41, and each form has its own batch', () => {
  const own = { ...withPayee({ document: bradescoPayer.document }), key: 'OWN1' }
  const lines = transfers([tedPayment, own, { ...tedPayment, key: 'OTHER2' }])
  const headers = lines.filter(line => cut(line, 8) === '1')
  assert.deepEqual(
    headers.map(line => cut(line, 4, 16)),
    ['00011C2041045', '00021C2043045'],
  )
  const trailers = lines.filter(line => cut(line, 8) === '5')
  assert.deepEqual(
    trailers.map(line => cut(line, 18, 41)),
    ['000006000000000000188480', '000004000000000000094240'],
  )
  assert.equal(cut(lines.at(-1), 18, 29), '000002000012')
})

test('an account at the same bank is credited without TED, savings by their own form', () => {
  const at237 = { bankCode: '237', agency: '3456', account: '765432', accountDigit: '4' }
  const current = asAccount(at237)
  const savings = { ...asAccount({ ...at237, accountType: 'SAVINGS' }), key: 'SAVINGS1' }
  const lines = transfers([current, savings])
  assert.deepEqual(
    lines.filter(line => cut(line, 8) === '1').map(line => cut(line, 12, 13)),
    ['01', '05'],
  )
  const a = lines.find(line => cut(line, 14) === 'A')
  assert.equal(cut(a, 18, 43), '0002370345680000007654324 ')
  assert.equal(cut(a, 220, 226), '       ')
})

test('Bradesco gets the payees of each bank in a batch of their own, keys in any of them', () => {
  const at = (bankCode: string, key: string): Payment => ({
    ...withPayee({ to: { ...itauAccount, bankCode, ispb: '60701190', accountDigit: '7' } }),
    key,
  })
  const payments = [at('341', 'A1'), { ...byDocument, key: 'K1' }, at('033', 'B1'), at('341', 'A2')]
  const lines = linesOf(writePaymentFile({ ...pixFile, payments }))
  const keysByBatch = lines
    .filter(line => cut(line, 14) === 'A')
    .map(line => `${cut(line, 7)}:${cut(line, 74, 93).trim()}`)
  assert.deepEqual(keysByBatch, ['1:A1', '1:K1', '1:A2', '2:B1'])
})

test('Itaú: bank data of a Pix stand in segment A, its own accounts are written in its own way', () => {
  const other = withPayee({
    to: {
      ...itauAccount,
      bankCode: '237',
      agency: '3456',
      account: '765432',
      accountDigit: '4',
      ispb: '60746948',
      accountType: 'PAYMENT',
    },
  })
  const own = { ...asAccount({ ispb: '60701190' }), key: 'OWN1' }
  const lines = linesOf(writePaymentFile({ ...itauFile, payments: [other, own, byDocument] }))
  const details = lines.filter(line => cut(line, 8) === '3')
  assert.deepEqual(
    details.map(line => cut(line, 9, 14)),
    ['00001A', '00002A', '00003A', '00003B'],
  )
  assert.equal(cut(details[0], 18, 43), '00923703456 000000765432 4')
  assert.equal(cut(details[0], 105, 119), '60746948PG00000')
  assert.equal(cut(details[1], 18, 43), '00934101234 000000056789 7')
})

test('Banco do Brasil: product and zeros of its own, TED only', () => {
  const lines = transfers([tedPayment], bancoDoBrasilPayer)
  assert.equal(cut(lines[0], 33, 52), '0006543210126       ')
  assert.equal(cut(lines[0], 164, 166), '003')
  assert.equal(cut(lines[0], 226, 240), '0'.repeat(15))
  assert.equal(cut(lines[1], 9, 16), 'C2041003')
  for (const at of [1, 2, 4]) assert.equal(cut(lines[at], 231, 240), '0'.repeat(10))
  const pix = { ...pixFile, payer: bancoDoBrasilPayer, payments: [byDocument] }
  assert.match(
    refusal(pix),
    /^Payment PAY0000000000000001: files of bank 001 carry no Pix: pay this key by another rail/,
  )
  const withIspb = transfers([asAccount({ ispb: '60701190' })], bancoDoBrasilPayer)
  assert.equal(cut(withIspb[2], 18, 20), '018')
})

test('an e-mail key keeps its case, and everything else is written in capitals without accents', () => {
  const email: Payment = {
    ...withPayee({
      name: 'José da Conceição',
      to: { kind: 'pix-key', keyType: 'EMAIL', key: 'a.b@exemplo.com.br' },
    }),
    text: 'Devolução nº 1',
  }
  const [, , a, b] = linesOf(writePaymentFile({ ...pixFile, payments: [email] }))
  assert.equal(cut(a, 44, 73).trim(), 'JOSE DA CONCEICAO')
  assert.equal(cut(b, 15, 17), '02 ')
  assert.equal(cut(b, 128, 226).trim(), 'a.b@exemplo.com.br')
  assert.equal(cut(b, 68, 127).trim(), 'DEVOLUCAO NO 1')
})

const broken: Readonly<Record<string, readonly [file: PaymentFile, reason: RegExp]>> = {
  'a wrong check digit of an account at Itaú': [
    { ...tedFile, payments: [asAccount({ accountDigit: '8' })] },
    /^Payment PAY0000000000000005: payee\.to\.accountDigit: it does not belong to this agency and account/,
  ],
  'a wrong check digit of an account at Bradesco': [
    { ...tedFile, payments: [asAccount({ bankCode: '237' })] },
    /payee\.to\.accountDigit/,
  ],
  'letters in an account': [
    { ...tedFile, payments: [asAccount({ account: '5678A' })] },
    /payee\.to\.account:/,
  ],
  'an agency that is too long': [
    { ...tedFile, payments: [asAccount({ agency: '123456' })] },
    /payee\.to\.agency/,
  ],
  'a bank without a code': [{ ...tedFile, payments: [asAccount({ bankCode: '0' })] }, /payee\.to\.bankCode/],
  'a short ISPB': [{ ...pixFile, payments: [asAccount({ ispb: '6070' })] }, /payee\.to\.ispb/],
  'a payment account without its ISPB': [
    { ...tedFile, payments: [asAccount({ accountType: 'PAYMENT' })] },
    /payee\.to\.accountType: a payment account is reached by Pix only/,
  ],
  'a document key of somebody else': [
    { ...pixFile, payments: [withPayee({ document: '52998224725' }, byDocument)] },
    /payee\.to\.key: it is not the payee's document/,
  ],
  'a phone called an e-mail': [
    {
      ...pixFile,
      payments: [withPayee({ to: { kind: 'pix-key', keyType: 'EMAIL', key: '+5511987651234' } })],
    },
    /payee\.to\.key: it is not a Pix key of type EMAIL/,
  ],
  'a document of ten digits': [
    { ...tedFile, payments: [withPayee({ document: '1144477700' })] },
    /payee\.document/,
  ],
  'a name without letters': [{ ...tedFile, payments: [withPayee({ name: '…' })] }, /payee\.name/],
  'an amount of nothing': [
    { ...tedFile, payments: [{ ...tedPayment, amountCentavos: 0 }] },
    /amountCentavos/,
  ],
  'an amount that does not fit': [
    { ...tedFile, payments: [{ ...tedPayment, amountCentavos: 1_000_000_000_000_000 }] },
    /amount has room for 15 characters/,
  ],
  'a key with a hyphen': [{ ...tedFile, payments: [{ ...tedPayment, key: 'A-1' }] }, /key: it has 1 to 20/],
  'a key twice': [{ ...tedFile, payments: [tedPayment, tedPayment] }, /key: it occurs twice in the file/],
  'a day before the file': [
    { ...tedFile, payments: [{ ...tedPayment, payOn: parseCalendarDate('2026-11-15') }] },
    /payOn/,
  ],
  'Pix among transfers': [{ ...tedFile, payments: [tedPayment, byDocument] }, /files of their own/],
  'a transfer among Pix': [{ ...pixFile, payments: [byDocument, tedPayment] }, /files of their own/],
  'no payment': [{ ...tedFile, payments: [] }, /1 to 10000 payments, not 0/],
  "a wrong check digit of the payer's account": [
    { ...tedFile, payer: { ...bradescoPayer, accountDigit: 'P' } },
    /payer\.accountDigit/,
  ],
  'a payer at Itaú with a wrong digit': [
    { ...itauFile, payer: { ...itauPayer, accountDigit: '1' } },
    /payer\.accountDigit/,
  ],
  'no agreement at Bradesco': [
    { ...tedFile, payer: { ...bradescoPayer, agreement: '' } },
    /payer\.agreement/,
  ],
  'an agreement at Itaú': [{ ...itauFile, payer: { ...itauPayer, agreement: '1' } }, /payer\.agreement/],
}

for (const [name, [file, reason]] of Object.entries(broken))
  test(`no file is written with ${name}, and the reason names the field`, () => {
    assert.match(refusal(file), reason)
  })

test('every line has 240 ASCII characters and ends with CR LF, whatever names and texts are given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, text) => {
      const payments = [{ ...withPayee({ name: `A${name}` }, byDocument), text }]
      for (const file of [
        { ...pixFile, payments },
        { ...itauFile, payments },
      ]) {
        const written = writePaymentFile(file)
        assert.match(written, /^(?:[ -~]{240}\r\n){6}$/)
      }
    }),
  )
})
