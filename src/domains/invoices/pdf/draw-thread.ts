import { parentPort } from 'node:worker_threads'
import { drawPage } from './draw-page.ts'

parentPort?.on('message', async ({ content, page }: { content: Uint8Array; page: number }) =>
  parentPort?.postMessage(await drawPage(content, page)),
)
