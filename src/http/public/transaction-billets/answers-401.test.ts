import { UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { testPurchaseKeys } from '../../../../test/support/purchase-keys.ts'

testPurchaseKeys((app, apiKey) => app.post(`/public/transaction/${UNKNOWN_ID}/billets`, { apiKey }))
