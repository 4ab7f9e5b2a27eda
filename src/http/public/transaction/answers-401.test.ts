import { askTransaction, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { testPurchaseKeys } from '../../../../test/support/purchase-keys.ts'

testPurchaseKeys((app, apiKey) => askTransaction(app, UNKNOWN_ID, {}, apiKey))
