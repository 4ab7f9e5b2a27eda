import { parentPort } from 'node:worker_threads'
import { readText } from './read-text.ts'

parentPort?.on('message', async (content: Uint8Array) => parentPort?.postMessage(await readText(content)))
