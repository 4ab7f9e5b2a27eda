import { askUpload } from '../../../../test/support/invoices.ts'
import { UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { testPurchaseKeys } from '../../../../test/support/purchase-keys.ts'
import { SAMPLE_INVOICE } from '../../../contract/sample-invoice.ts'

testPurchaseKeys((app, apiKey) => askUpload(app, UNKNOWN_ID, SAMPLE_INVOICE, apiKey))
