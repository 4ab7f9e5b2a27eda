import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { writeRedPages } from '../purchases/invoices/pdf-writer.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type DeskUser, newDeskUser, sendInvoiceToDesk } from '../support/desk.ts'
import { buyOpen } from '../support/purchase-http.ts'

let app: TestApp
let analyst: DeskUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  analyst = await newDeskUser(app, 'analyst')
})
after(() => app.stop())

test('a hostile file reaches the desk as a picture of its page or not at all', async () => {
  const { transactionId } = await buyOpen(app)
  const files: Readonly<Record<string, readonly [Buffer, number]>> = {
    'a script': [writeRedPages('/OpenAction 6 0 R /Names << /JavaScript << /Names [(a) 6 0 R] >> >>'), 200],
    'html with the name of a pdf': [Buffer.from('<!doctype html><script>alert(1)</script>'), 422],
    'html behind a header': [Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>'), 422],
    'a drawing with a script': [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      422,
    ],
    'a page without end': [
      Buffer.from(
        writeRedPages().toString('latin1').replace('[0 0 595 842]', '[0 0 99999999999 14400]'),
        'latin1',
      ),
      200,
    ],
  }
  let version = 0
  for (const [name, [content, status]] of Object.entries(files)) {
    version += 1
    const invoiceId = await sendInvoiceToDesk(app, transactionId, version, content)
    const allowed = await analyst.post(`/invoices/${invoiceId}/pages/1`)
    const response = await fetch(`${app.url}${allowed.body.url}`, { headers: { cookie: analyst.cookie } })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(response.status, status, `${name}: ${bytes.toString('latin1').slice(0, 200)}`)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff', name)
    if (status === 200) assert.equal((await sharp(bytes).metadata()).format, 'jpeg', name)
    else assert.equal(JSON.parse(bytes.toString()).code, 'desk_page_not_drawn', name)
    assert.doesNotMatch(bytes.toString('latin1'), /alert/, `${name}: nothing of the file is passed on`)
  }
})
