import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PayingAccount, Payment, PaymentFile } from '../../../src/domains/payouts/cnab/payment.ts'
import { parseCalendarDate } from '../../../src/kernel/calendar-date.ts'

const address = {
  street: 'Avenida Exemplo',
  number: '1000',
  complement: 'Sala 1',
  city: 'São Paulo',
  zipCode: '01310100',
  state: 'SP',
}

export const bradescoPayer: PayingAccount = {
  bank: '237',
  agency: '3456',
  account: '765432',
  accountDigit: '4',
  agreement: '123456',
  name: 'Financeira Exemplo SA',
  document: '11222333000181',
  address,
  paysAccountsBy: 'PIX',
}

export const itauPayer: PayingAccount = {
  ...bradescoPayer,
  bank: '341',
  agency: '1234',
  account: '56789',
  accountDigit: '7',
  agreement: '',
}

export const bancoDoBrasilPayer: PayingAccount = {
  ...bradescoPayer,
  bank: '001',
  agency: '1234',
  account: '12345678',
  accountDigit: '9',
  agreement: '654321',
}

const payOn = parseCalendarDate('2026-11-17')
const shop = { name: 'Loja Exemplo Ltda', document: '11444777000161' }
export const shopByDocument = {
  ...shop,
  to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '11444777000161' },
} as const
export const itauAccount = {
  kind: 'account',
  bankCode: '341',
  agency: '1234',
  account: '56789',
  accountDigit: '7',
  accountType: 'CHECKING',
} as const

export const pixPayments: readonly Payment[] = [
  {
    key: 'PAY0000000000000001',
    amountCentavos: 94_240,
    payOn,
    payee: shopByDocument,
    text: 'Repasse 0001',
  },
  {
    key: 'PAY0000000000000002',
    amountCentavos: 123_456,
    payOn,
    payee: {
      ...shop,
      to: { kind: 'pix-key', keyType: 'RANDOM', key: '71cdf9ba-c695-4e3c-b010-abb521a3f1be' },
    },
    text: 'Repasse 0002',
  },
  {
    key: 'PAY0000000000000003',
    amountCentavos: 25_000,
    payOn,
    payee: {
      name: 'Maria Exemplo',
      document: '52998224725',
      to: { kind: 'pix-key', keyType: 'PHONE', key: '+5511987651234' },
    },
    text: 'Devolução',
  },
  {
    key: 'PAY0000000000000004',
    amountCentavos: 50_010,
    payOn,
    payee: {
      name: 'Loja Modelo Ltda',
      document: '45723174000110',
      to: { ...itauAccount, ispb: '60701190' },
    },
    text: 'Repasse 0004',
  },
]

export const tedPayment: Payment = {
  key: 'PAY0000000000000005',
  amountCentavos: 94_240,
  payOn,
  payee: {
    ...shop,
    to: itauAccount,
    address: {
      street: 'Rua Modelo',
      number: '200',
      complement: '',
      district: 'Centro',
      city: 'Campinas',
      zipCode: '13010000',
      state: 'SP',
    },
  },
  text: 'Repasse 0005',
}

export const pixFile: PaymentFile = {
  payer: bradescoPayer,
  method: 'PIX',
  fileSequence: 42,
  createdAt: new Date('2026-11-16T09:30:00-03:00'),
  payments: pixPayments,
}

export const tedFile: PaymentFile = {
  payer: bradescoPayer,
  method: 'TRANSFER',
  fileSequence: 43,
  createdAt: new Date('2026-11-16T09:31:00-03:00'),
  payments: [tedPayment],
}

export const itauFile: PaymentFile = {
  ...pixFile,
  payer: itauPayer,
  payments: pixPayments.slice(0, 1),
}

/** A file of `data`, each byte one character. */
export const readSample = (name: string): string =>
  readFileSync(new URL(`data/${name}`, import.meta.url), 'latin1')

export const sha256 = (text: string): string => createHash('sha256').update(text, 'latin1').digest('hex')

export const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1)

export const asText = (lines: readonly string[]): string => lines.map(line => `${line}\r\n`).join('')

/** The same line with a text at a position, counted from 1. */
export const place = (line: string, position: number, text: string): string =>
  line.slice(0, position - 1) + text + line.slice(position - 1 + text.length)

/** Positions `from` to `to`, both included. */
export const cut = (line: string | undefined, from: number, to = from): string =>
  (line ?? '').slice(from - 1, to)
