import { join } from 'node:path'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { createTestQueue, type TestQueue } from './test-queue.ts'

export interface FileResult {
  readonly passed: number
  readonly failed: number
  readonly durationMs: number
}

export interface WorkersOptions {
  readonly root: string
  /** For files that the processes exchange. */
  readonly dataFolder: string
  readonly fileTimeoutMs: number
  readonly workers: number
  readonly signal: AbortSignal
}

type Results = Map<string, FileResult>
type Reporter = InstanceType<typeof spec>

const WORKER = join(import.meta.dirname, 'test-worker.ts')
const CHECK_MS = 1_000
/** A file's own deadline comes first; this one is for an endless loop, which blocks timers. */
const GRACE_MS = 5_000
/** After its last test a process has nothing to wait for but an open handle. */
const LEAVE_MS = 60_000

/** Runs test files in a few processes; each takes the next file when it has finished one. */
export async function runTestFiles(files: readonly string[], options: WorkersOptions): Promise<Results> {
  const results: Results = new Map()
  const reporter = new spec()
  reporter.pipe(process.stdout, { end: false })
  const broken = await runQueue(files, options, results, reporter)
  // A test that crashes its process loses the results of other files: those are run again alone, and the crashing file
  // counts as failed.
  for (const file of files.filter(each => !results.has(each) && !broken.has(each)))
    for (const each of await runQueue([file], { ...options, workers: 1 }, results, reporter)) broken.add(each)
  // Lists the failures once for all processes.
  reporter.write({ type: 'test:summary', data: { file: undefined } })
  await new Promise<void>(done => reporter.once('end', done).end())
  if (options.signal.aborted) return results
  for (const file of files.filter(each => !results.has(each) || broken.has(each))) {
    console.log(`✖ ${file} did not come to its end`)
    results.set(file, { passed: 0, failed: 1, durationMs: 0 })
  }
  return results
}

/** Returns the files that crashed their process. */
async function runQueue(
  files: readonly string[],
  { root, dataFolder, fileTimeoutMs, workers, signal }: WorkersOptions,
  results: Results,
  reporter: Reporter,
): Promise<Set<string>> {
  const queue = createTestQueue(dataFolder, { root, files, fileTimeoutMs })
  const timer = setInterval(() => endLateProcesses(queue, results, fileTimeoutMs), CHECK_MS)
  const work = async (): Promise<void> => {
    // When a process crashes, a new one runs the remaining files. If it started none, a new one would not either.
    for (
      let waiting = queue.countWaiting(), left = Infinity;
      waiting > 0 && waiting < left && !signal.aborted;
    ) {
      left = waiting
      await runWorker(queue, results, reporter, signal)
      waiting = queue.countWaiting()
    }
  }
  try {
    await Promise.all(Array.from({ length: workers }, work))
    const broken = queue.listLastClaims().filter(({ file }) => !results.has(file))
    return new Set(broken.map(({ file }) => file))
  } finally {
    clearInterval(timer)
    queue.remove()
  }
}

/** The events of a process are shown file by file: lines of two processes must not mix. */
async function runWorker(
  queue: TestQueue,
  results: Results,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  let block: TestEvent[] = []
  let counts = { passed: 0, failed: 0 }
  const ended: string[] = []
  const events: AsyncIterable<TestEvent> = run({ files: [WORKER], argv: [queue.folder], signal })
  for await (const event of events) {
    // The totals of run() are counted here over all processes, without the tests that stand for files.
    if (event.type === 'test:summary' || (event.type === 'test:diagnostic' && event.data.nesting === 0))
      continue
    if (event.data !== undefined && 'name' in event.data && event.data.name === WORKER) {
      if (event.type === 'test:fail') blameLastFile(ended, queue, results)
      continue
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') {
      block.push(event)
      continue
    }
    const { name, nesting, details, skip, todo } = event.data
    block.push(event)
    if (nesting > 0) {
      const isCounted = details.type !== 'suite' && !skip && !todo
      if (isCounted) counts[event.type === 'test:pass' ? 'passed' : 'failed'] += 1
      continue
    }
    // A file can also fail without a failed test: it cannot be loaded, or a hook before or after its tests fails.
    const failed = event.type === 'test:fail' ? Math.max(counts.failed, 1) : counts.failed
    results.set(name, { passed: counts.passed, failed, durationMs: Math.round(details.duration_ms) })
    ended.push(name)
    for (const each of block) reporter.write(each)
    block = []
    counts = { passed: 0, failed: 0 }
  }
  for (const each of block) reporter.write(each)
}

/** A process fails with any of its tests; when all of them passed and completed, the fault is outside the tests. */
function blameLastFile(ended: readonly string[], queue: TestQueue, results: Results): void {
  const last = ended.at(-1)
  const result = last === undefined ? undefined : results.get(last)
  if (last === undefined || result === undefined) return
  if (ended.some(file => (results.get(file)?.failed ?? 0) > 0)) return
  if (queue.listLastClaims().some(({ file, isAlive }) => !isAlive && !results.has(file))) return
  console.log(`✖ the process that ran ${ended.join(', ')} did not end well`)
  results.set(last, { ...result, failed: 1 })
}

function endLateProcesses(queue: TestQueue, results: Results, fileTimeoutMs: number): void {
  for (const { pid, file, ageMs, isAlive } of queue.listLastClaims()) {
    if (!isAlive) continue
    const durationMs = results.get(file)?.durationMs
    const limitMs = durationMs === undefined ? fileTimeoutMs + GRACE_MS : durationMs + LEAVE_MS
    if (ageMs < limitMs) continue
    const why = durationMs === undefined ? 'a loop without end' : 'an open handle'
    console.log(`✖ the process of ${file} was ended after ${Math.round(ageMs / 1000)} s: ${why}`)
    process.kill(pid, 'SIGKILL')
  }
}
