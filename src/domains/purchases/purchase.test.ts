import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPurchase } from '../../../test/support/stored-purchases.ts'
import { computeTransfer, describePayer } from './purchase.ts'

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

test('the retailer gets the purchase less commission and retention', () => {
  assert.equal(computeTransfer(newPurchase()), 100_000 - 800 - 1_700)
})
