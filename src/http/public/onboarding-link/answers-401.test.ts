import { askLink, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { testPurchaseKeys } from '../../../../test/support/purchase-keys.ts'

testPurchaseKeys((app, apiKey) => askLink(app, UNKNOWN_ID, apiKey), 'invalid_api_key')
