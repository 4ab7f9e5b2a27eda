import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askReview, askUpload } from '../../../../test/support/invoices.ts'
import { buy, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { SAMPLE_INVOICE } from '../../../contract/sample-invoice.ts'

let app: TestApp
let transactionId: string

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  ;({ transactionId } = await buy(app))
})
after(() => app.stop())

test('a missing or empty invoiceFile is a missing parameter', async () => {
  for (const body of [{ apiKey: DEMO_KEY }, { apiKey: DEMO_KEY, invoiceFile: '' }])
    expectError(await app.post(`/invoice/${transactionId}/file`, body), {
      code: 'missing_parameters',
      message: 'Missing parameters: invoiceFile',
      fields: ['invoiceFile'],
    })
})

test('a value that is not a text is refused as not base64', async () => {
  for (const invoiceFile of [7, true, [], {}, [SAMPLE_INVOICE], null])
    expectError(await askUpload(app, transactionId, invoiceFile), {
      code: 'invalid_parameters',
      message: 'invoiceFile must be a base64 string',
      fields: ['invoiceFile'],
    })
})

test('base64 is checked strictly: alphabet, padding, length, blanks and the last bits', async () => {
  const wrong = [
    'not base64!',
    SAMPLE_INVOICE.slice(0, -1),
    `${SAMPLE_INVOICE}=`,
    `${SAMPLE_INVOICE}====`,
    `${SAMPLE_INVOICE}A`,
    ` ${SAMPLE_INVOICE}`,
    `${SAMPLE_INVOICE}\n`,
    SAMPLE_INVOICE.replace(/.{76}/g, '$&\r\n'),
    `${SAMPLE_INVOICE.slice(0, 40)}    ${SAMPLE_INVOICE.slice(40)}`,
    `${SAMPLE_INVOICE.slice(0, 40)}==${SAMPLE_INVOICE.slice(42)}`,
    SAMPLE_INVOICE.replaceAll('/', '_').replaceAll('+', '-').replace('A', '_'),
    `JVBERi0x-_${SAMPLE_INVOICE.slice(10)}`,
    SAMPLE_INVOICE.replace('A', 'á'),
    SAMPLE_INVOICE.replace('A', '\u{1F600}'),
    'JVBERi0xLjQR=',
    'JVBERi0xLjR=',
    'QQ==QQ==',
    'QR==',
    '=',
    '====',
    'data:application/pdf;base64,%%%%',
    `data:text/html;base64,${SAMPLE_INVOICE}`,
    `data:application/pdf,${SAMPLE_INVOICE}`,
    Buffer.from(SAMPLE_INVOICE, 'base64').toString('hex').slice(1),
    `${SAMPLE_INVOICE.slice(0, -4)}****`,
  ]
  for (const invoiceFile of wrong)
    expectError(await askUpload(app, transactionId, invoiceFile), {
      code: 'invoice_not_base64',
      message: 'invoiceFile is not valid base64',
      fields: ['invoiceFile'],
    })
})

test('a data URL without content, and content that is no PDF, are refused', async () => {
  for (const invoiceFile of [
    'data:application/pdf;base64,',
    Buffer.from('hello'),
    Buffer.from('%PDF-1.4'),
    Buffer.from('%PDF-1.4\n%%EOF'),
    Buffer.concat([Buffer.alloc(1_024, 'x'), Buffer.from(SAMPLE_INVOICE, 'base64')]),
  ])
    expectError(await askUpload(app, transactionId, invoiceFile), {
      code: 'invoice_not_pdf',
      message: 'invoiceFile is not a PDF',
      fields: ['invoiceFile'],
    })
})

test('active content is refused, and the detail names what was found', async () => {
  const pdf = Buffer.from(SAMPLE_INVOICE, 'base64').toString('latin1')
  const script = pdf.replace('/Type/Catalog', '/Type/Catalog/Op#65nAction 5 0 R')
  const answer = await askUpload(app, transactionId, Buffer.from(script, 'latin1'))
  expectError(answer, {
    code: 'invoice_with_active_content',
    message: 'PDF with active or embedded content is not accepted',
    fields: ['invoiceFile'],
  })
  const [detail] = answer.body.details as { message: string }[]
  assert.equal(detail?.message, 'invoiceFile holds /OpenAction')
})

test('parameters are validated before the transaction is looked up', async () => {
  expectError(await askUpload(app, UNKNOWN_ID, 'x'), { code: 'invoice_not_base64' })
})

test('the sandbox accepts the two results, and a message of at most 500 letters', async () => {
  for (const [body, code, fields] of [
    [{}, 'missing_parameters', ['result']],
    [{ result: 'OK' }, 'invalid_parameters', ['result']],
    [{ result: 'REFUSED', message: '' }, 'invalid_parameters', ['message']],
    [{ result: 'REFUSED', message: 'x'.repeat(501) }, 'invalid_parameters', ['message']],
    [{ result: 'REFUSED', message: 5 }, 'invalid_parameters', ['message']],
  ] as const) {
    const { body: told, ...answer } = await askReview(app, UNKNOWN_ID, body)
    expectError({ ...answer, body: told }, { code, message: String(told.message), fields })
  }
})
