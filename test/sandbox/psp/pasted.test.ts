import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ensureDebianPackages } from '../../../scripts/debian-packages.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { takeBlocks } from '../../support/documented-blocks.ts'
import { pasteBlocks } from '../../support/pasted-shell.ts'

let app: TestApp
let folder: string
before(async () => {
  // Client certificates are beyond the stand-in of other tests.
  ensureDebianPackages({ curl: 'curl' })
  folder = mkdtempSync(join(tmpdir(), 'crediario-psp-'))
  app = await startTestApp({ pixApi: 'sandbox', env: { DATA_DIR: folder, PSP_PORT: '0' } })
})
after(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

test('the lines for the sandbox bank fetch a token, make a charge and read it', async () => {
  const { baseUrl } = (await app.services.psp?.getAccess()) ?? assert.fail('there is no sandbox bank')
  const [block = '', ...others] = takeBlocks('docs/ports/pix-sandbox.md', 'sh')
  assert.deepEqual(others, [])
  const own = block
    .replace('https://127.0.0.1:4000', new URL(baseUrl).origin)
    .replace('FILES=.data/psp', `FILES=${join(folder, 'psp')}`)
  const [printed = ''] = await pasteBlocks(app, [own])
  const charges = printed
    .replaceAll('}{', '}\n{')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { txid: string; status: string; pixCopiaECola: string })
  assert.equal(charges.length, 2)
  const [made, read] = charges
  assert.match(made?.pixCopiaECola ?? '', /br\.gov\.bcb\.pix/)
  assert.deepEqual([read?.txid, read?.status], [made?.txid, 'ATIVA'])
})
