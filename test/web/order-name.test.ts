import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOrder, titleOrder } from '../../web/design/order-name.ts'

test('an order is never called "pedido pedido", whatever its number begins with', () => {
  assert.equal(titleOrder('1234'), 'Pedido 1234')
  assert.equal(titleOrder('pedido-1'), 'Pedido-1')
  assert.equal(titleOrder('PEDIDO 7'), 'PEDIDO 7')
  assert.equal(titleOrder('loja-pedido-1'), 'Pedido loja-pedido-1')
  assert.equal(nameOrder('1234'), 'o pedido 1234')
  assert.equal(nameOrder('Pedido-1'), 'o Pedido-1')
})
