import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { type Answer, DEMO_KEY, readAnswer } from '../../support/app.ts'
import { expectError } from '../../support/expect-error.ts'
import { listHostileFiles } from './hostile-pdfs.ts'
import { writePage } from './pdf-writer.ts'

/** What the one inspecting thread may take by its limits, 128 MB of heap and 160 MB outside it: some files drive it there. */
const MAX_GROWTH_BYTES = 300_000_000
const AT_ONCE = 2

let child: ChildProcess
let url: string
let transactionId: string

before(async () => {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'invoice-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child = started
  const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string]
  ;({ url, transactionId } = JSON.parse(line))
})
after(async () => {
  child.stdin?.end()
  await once(child, 'exit')
})

async function ask(path: string, body: object): Promise<Answer> {
  return readAnswer(
    await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-apikey': DEMO_KEY },
      body: JSON.stringify(body),
    }),
  )
}

const upload = (bytes: Buffer): Promise<Answer> =>
  ask(`/invoice/${transactionId}/file`, { invoiceFile: bytes.toString('base64') })

async function readMemory(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

test('every hostile file is refused with its reason, in little memory, while other routes are served', async () => {
  // Warm up first: a server grows in its first minutes whatever it serves.
  for (let count = 0; count < 60; count += 1)
    assert.equal((await upload(writePage(['Nota fiscal de aquecimento']))).status, 200)
  const memory = [await readMemory()]
  const [baseline = Number.NaN] = memory
  const files = listHostileFiles()
  const codes: Record<string, number> = {}
  let isOver = false
  const lookAround = async (): Promise<number> => {
    let count = 0
    for (; !isOver; count += 1) {
      const { status } = await ask(`/public/transaction/${transactionId}/status`, {})
      assert.equal(status, 200)
      memory.push(await readMemory())
    }
    return count
  }
  const sendAll = async (): Promise<void> => {
    for (const { name, bytes, code } of files) {
      const answer = await upload(bytes)
      codes[code] = (codes[code] ?? 0) + 1
      assert.equal(answer.body.code, code, `${name}: ${answer.text}`)
      expectError(answer, { code, fields: ['invoiceFile'] })
    }
  }
  const around = lookAround()
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, sendAll))
  } finally {
    isOver = true
  }
  assert.ok((await around) > 5)
  const count = Object.values(codes).reduce((sum, each) => sum + each, 0)
  assert.ok(count >= 120 && Object.keys(codes).length === 3, JSON.stringify(codes))
  const growth = Math.max(...memory) - baseline
  assert.ok(growth < MAX_GROWTH_BYTES, `${growth} bytes more than the ${baseline} before`)
  assert.equal((await upload(writePage(['Nota fiscal de verdade']))).status, 200)
})
