import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BankAccountSettings, parseBankAccount } from './bank-account.ts'

const bradesco = { bank: '237', agency: '1172', account: '403005', accountDigit: '2', portfolio: '9' }
const itau = { bank: '341', agency: '810', account: '53678', accountDigit: '9', portfolio: '109' }
const brasil = { bank: '001', agency: '4042', account: '61900', accountDigit: '0', portfolio: '18' }

test('a checked account carries what is printed about it', () => {
  const account = parseBankAccount(bradesco)
  assert.equal(account.printedBank, '237-2')
  assert.equal(account.printedAccount, '1172/0403005-2')
  assert.equal(account.portfolio, '09')
  assert.equal(parseBankAccount(itau).printedAccount, '0810/53678-9')
  assert.equal(parseBankAccount(itau).printedBank, '341-7')
  const withAgreement = parseBankAccount({ ...brasil, agreement: '1238798' })
  assert.equal(withAgreement.printedAccount, '4042/00061900-0')
  assert.equal(withAgreement.printedBank, '001-9')
})

test('a letter as account digit is taken in either case', () => {
  const settings = { ...bradesco, account: '0019669', accountDigit: 'p' }
  assert.equal(parseBankAccount(settings).printedAccount, '1172/0019669-P')
})

test('each layout limits how many billets its our-number can identify', () => {
  const largest = (settings: BankAccountSettings) => parseBankAccount(settings).largestOurNumber
  assert.equal(largest(bradesco), 99_999_999_999)
  assert.equal(largest(itau), 99_999_999)
  assert.equal(largest({ ...brasil, agreement: '1238' }), 9_999_999)
  assert.equal(largest({ ...brasil, agreement: '123879' }), 99_999)
  assert.equal(largest({ ...brasil, agreement: '1238798' }), 9_999_999_999)
  assert.equal(largest({ ...brasil, agreement: '12387989' }), 999_999_999)
  assert.equal(largest({ ...brasil, agreement: '123879', serviceCode: '21' }), Number.MAX_SAFE_INTEGER)
})

test('settings that would send money to a wrong account are refused', () => {
  const refused: BankAccountSettings[] = [
    { ...bradesco, bank: '999' },
    { ...bradesco, bank: 'toString' },
    { ...bradesco, accountDigit: '3' },
    { ...bradesco, accountDigit: '' },
    { ...bradesco, agency: '11720' },
    { ...bradesco, agency: '' },
    { ...bradesco, agency: '117x' },
    { ...bradesco, agency: 'x117' },
    { ...bradesco, account: '10403005' },
    { ...bradesco, account: '٤٠٣٠٠٥' },
    { ...bradesco, portfolio: '109' },
    { ...bradesco, agreement: '1234567' },
    { ...bradesco, serviceCode: '21' },
    { ...itau, accountDigit: '8' },
    brasil,
    { ...brasil, agreement: '12387' },
    { ...brasil, agreement: '0238798' },
    { ...brasil, agreement: '123879x' },
    { ...brasil, agreement: '1238798', serviceCode: '21' },
    { ...brasil, agreement: '123879', serviceCode: '22' },
  ]
  for (const settings of refused)
    assert.throws(
      () => parseBankAccount(settings),
      { name: 'InputError', fault: 'ACCOUNT_INVALID' },
      JSON.stringify(settings),
    )
})

test('portfolios of Itaú that carry another number, or whose check digit is in doubt, are refused', () => {
  for (const portfolio of '106 107 112 122 126 131 142 143 146 150 168 195 196 198'.split(' '))
    assert.throws(() => parseBankAccount({ ...itau, portfolio }), { fault: 'ACCOUNT_INVALID' }, portfolio)
})
