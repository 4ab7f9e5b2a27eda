import { UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { testPurchaseKeys } from '../../../../test/support/purchase-keys.ts'

testPurchaseKeys((app, apiKey) =>
  app.post('/authorize', { apiKey, optionId: UNKNOWN_ID, orderId: 'pedido-1' }),
)
