import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as banks from '../../src/domains/lender/banks/index.ts'
import * as paymentBanks from '../../src/domains/payouts/cnab/banks/index.ts'
import { listFiles, readSource } from './source-files.ts'

const HOME = 'src/domains/lender/banks/'
/** Files of payments have layouts and codes of their own. */
const PAYMENTS = 'src/domains/payouts/cnab/banks/'
const codes = Object.values(banks).map(({ code }) => code)
const anyCode = `(?:${codes.join('|')})`

/**
 * A bank's number as a string literal, or in a sentence about the bank. A table of all banks is found by its key '001',
 * which needs quotes; other unquoted keys may be HTTP statuses.
 */
const mention = new RegExp(`(['"\`])${anyCode}\\1|\\bbanks? ${anyCode}\\b`, 'i')

/** The sandbox personas are numbered too, and begin with 001. */
const PEOPLE = ['src/sandbox/personas.ts', 'web/store/panel/person.ts']
const person = /findSamplePerson\('\d{3}'\)/g

/** Retailers and customers have accounts at any bank: which there are, and the digits of those that publish the rule. */
const PAYEES = ['src/brazil/banks.ts', 'src/brazil/bank-account.ts']

const isMention = (source: string): boolean => mention.test(source.replaceAll(person, ''))

test('no code outside the banks’ folder depends on a bank’s number', () => {
  const sources = [
    ...listFiles(['src', 'web'], '.ts'),
    ...listFiles(['web'], '.tsx'),
    ...listFiles(['src'], '.sql'),
  ]
  const offenders = sources.filter(
    path =>
      !path.startsWith(HOME) &&
      !path.startsWith(PAYMENTS) &&
      !path.endsWith('.test.ts') &&
      ![...PEOPLE, ...PAYEES].includes(path) &&
      isMention(readSource(path)),
  )
  assert.deepEqual(offenders, [])
})

test('the scan itself finds comparisons, tables and sentences, and leaves other numbers alone', () => {
  for (const source of [
    "account.bank.bank === '001' ? 'NP' : 'OU'",
    "const names = { 237: 'Bradesco', '001': 'Banco do Brasil' }",
    "['033', '341'].includes(bank)",
    "case '237':",
    '/** The agreement of bank 001. */',
    "'accounts create --bank 237 --agency N'",
    "CHECK (bank IN ('237', '341'))",
  ])
    assert.ok(isMention(source), source)
  for (const source of [
    "findSamplePerson('001')",
    "cpf: '000.001.321-87'",
    'delayMs: 237,',
    "density: '00100'",
  ])
    assert.ok(!isMention(source), source)
})

test('every bank in a folder is in its index, under its own three digits', () => {
  const paymentCodes = Object.values(paymentBanks).map(({ code }) => code)
  for (const [folder, rules, known] of [
    [HOME, 'satisfies BankRules', codes],
    [PAYMENTS, 'satisfies PaymentBankRules', paymentCodes],
  ] as const) {
    const files = listFiles([folder], '.ts').filter(path => readSource(path).includes(rules))
    assert.equal(files.length, known.length)
    assert.equal(new Set(known).size, known.length)
    for (const code of known) assert.match(code, /^\d{3}$/)
  }
})
