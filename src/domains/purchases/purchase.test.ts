import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPurchase } from '../../../test/support/stored-purchases.ts'
import {
  computeTransfer,
  describePayer,
  presentMaskedCpf,
  presentMaskedName,
  presentMaskedPhone,
} from './purchase.ts'

test('the payer is identified by the CPF, with the address of the purchase', () => {
  const purchase = newPurchase()
  assert.deepEqual(describePayer(purchase), {
    name: 'Cliente CPF 123.456.789-09',
    cpf: '12345678909',
    ...purchase.customer.address,
  })
})

test('the payer is named as the customer gave it', () => {
  const purchase = newPurchase()
  const named = { ...purchase, customer: { ...purchase.customer, name: 'Ольга Пéтрова' } }
  assert.equal(describePayer(named).name, 'Ольга Пéтрова')
})

test('strangers see the first name of a person', () => {
  assert.equal(presentMaskedName('Maria José da Conceição'), 'Maria J. d. C.')
  assert.equal(presentMaskedName('李小龍'), '李小龍')
})

test('masked data shows only the middle of a CPF and the end of a phone', () => {
  assert.equal(presentMaskedCpf('12345678909'), '***.456.789-**')
  assert.equal(presentMaskedPhone('11987651234'), '(11) *****-1234')
})

test('the retailer gets the purchase less commission and retention', () => {
  assert.equal(computeTransfer(newPurchase()), 100_000 - 800 - 1_700)
})
