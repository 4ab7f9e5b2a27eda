import { askCancel, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { testPurchaseKeys } from '../../../../test/support/purchase-keys.ts'

testPurchaseKeys((app, apiKey) => askCancel(app, UNKNOWN_ID, {}, apiKey))
