import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BankAccountText, parseBankAccount } from './bank-account.ts'

const read = (bankCode: string, agency: string, account: string, accountDigit: string, more = {}) => {
  const text: BankAccountText = { bankCode, agency, account, accountDigit, accountType: 'CHECKING', ...more }
  return parseBankAccount(text)
}
const findField = (parsed: ReturnType<typeof parseBankAccount>): string | undefined =>
  'field' in parsed ? parsed.field : undefined

test('accounts of Bradesco, Itaú and Banco do Brasil are accepted with the right digit', () => {
  for (const [bank, agency, account, digit] of [
    ['237', '0255-0', '0061900', '0'],
    ['237', '4042-8', '1448', '6'],
    ['237', '0121-P', '0019669', 'P'],
    ['237', '0121-p', '19669', 'p'],
    ['237', '719-6', '0284025', '1'],
    ['341', '57', '12345', '7'],
    ['341', '1565', '13877', '1'],
    ['001', '1234', '12345678', '9'],
    ['001', '1', '15735', 'X'],
  ] as const)
    assert.equal(findField(read(bank, agency, account, digit)), undefined, `${bank} ${account}-${digit}`)
})

test('an account is stored as its bank writes it, with the bank’s number in the payment system', () => {
  assert.deepEqual(read('237', '255-0', '61900', '0'), {
    bankCode: '237',
    ispb: '60746948',
    agency: '0255',
    account: '0061900',
    accountDigit: '0',
    accountType: 'CHECKING',
  })
})

test('every wrong check digit of an account is refused and named, where the bank publishes its rule', () => {
  const cases = [
    ['237', '0255', '0061900', '0'],
    ['341', '0057', '12345', '7'],
    ['001', '1234', '12345678', '9'],
  ] as const
  for (const [bank, agency, account, right] of cases)
    for (const digit of '0123456789XP'.replace(right, ''))
      assert.equal(findField(read(bank, agency, account, digit)), 'accountDigit', `${bank} ${digit}`)
})

test('the digit of an account at Itaú also stands for its agency', () => {
  assert.equal(findField(read('341', '58', '12345', '7')), 'accountDigit')
})

test('of other banks only the form is checked', () => {
  assert.equal(findField(read('260', '1', '987654321', '3', { accountType: 'PAYMENT' })), undefined)
  assert.equal(findField(read('104', '1234', '000000012345', 'X', { accountType: 'SAVINGS' })), undefined)
})

test('bad input is refused by the field that is wrong', () => {
  const good = ['237', '0255', '0061900', '0'] as const
  const [bank, agency, account, digit] = good
  for (const wrong of ['', '23', '999', '2370', '000', '__proto__', 'toString', 'Bradesco'])
    assert.equal(findField(read(wrong, agency, account, digit)), 'bankCode', wrong)
  for (const wrong of ['', '12345', '0255-1', '02a5', '-1', '0255-', '0255-00'])
    assert.equal(findField(read(bank, wrong, account, digit)), 'agency', wrong)
  for (const wrong of ['', '0', '12345678', '61.900', '61900-0', '６1900'])
    assert.equal(findField(read(bank, agency, wrong, digit)), 'account', wrong)
  for (const wrong of ['', '00', 'A', '-'])
    assert.equal(findField(read(bank, agency, account, wrong)), 'accountDigit', wrong)
  assert.equal(findField(read(...good, { accountType: 'checking' })), 'accountType')
  assert.equal(findField(read('260', '1', '1234567890123', '1')), 'account')
})
