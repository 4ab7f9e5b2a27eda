import { parentPort } from 'node:worker_threads'
import { inspectPdf } from './inspect.ts'

parentPort?.on('message', async (content: Uint8Array) => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  parentPort?.postMessage(await inspectPdf(bytes))
})
