import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'

export interface ParallelResult {
  /** Sorted latencies of /health while the documents were made. */
  readonly healthMs: readonly number[]
  readonly sizes: ReadonlySet<number>
  readonly tookMs: number
  /** Memory of the process after each round. */
  readonly keptBytes: readonly number[]
}

/** Requests this many documents of 25 pages in parallel, and polls /health meanwhile. */
export async function askInParallel(requests: number, rounds: number): Promise<ParallelResult> {
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'pdf-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return await measure(line.toString().trim(), requests, rounds)
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
}

async function measure(url: string, requests: number, rounds: number): Promise<ParallelResult> {
  const documents = new Agent({ keepAlive: true, maxSockets: requests })
  const health = new Agent({ keepAlive: true })
  for (let turn = 0; turn < 20; turn++) await fetchBytes(`${url}/pdf`, documents)
  const healthMs: number[] = []
  const sizes = new Set<number>()
  const keptBytes: number[] = []
  let tookMs = 0
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    let isOver = false
    const all = Promise.all(Array.from({ length: requests }, () => fetchBytes(`${url}/pdf`, documents)))
    const over = all.finally(() => {
      isOver = true
    })
    while (!isOver) {
      const asked = performance.now()
      await fetchBytes(`${url}/health`, health)
      healthMs.push(performance.now() - asked)
    }
    for (const document of await over) sizes.add(document.length)
    tookMs = performance.now() - started
    const memory = JSON.parse((await fetchBytes(`${url}/memory`, health)).toString()) as NodeJS.MemoryUsage
    keptBytes.push(memory.heapUsed + memory.arrayBuffers)
  }
  documents.destroy()
  health.destroy()
  return { healthMs: healthMs.toSorted((a, b) => a - b), sizes, tookMs, keptBytes }
}

function fetchBytes(url: string, agent: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks))
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    }).once('error', reject)
  })
}
