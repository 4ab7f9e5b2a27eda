import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { dropLeftovers, startTestServer } from '../test/support/database.ts'
import { enforceFileDeadline } from './file-deadline.ts'
import { ensurePages } from './pages/ensure-pages.ts'

const root = join(import.meta.dirname, '..')
const durationsFile = join(root, '.test-data', 'durations.json')
const fileTimeoutMs = 240_000
const filesAtOnce = 2
/** So many files may be tried again. */
const secondChances = 3

interface Tally {
  passed: number
  failed: number
}

/** Type check and lint count as one check each: a red one must not hide behind green tests. */
function runCheck(name: string, args: readonly string[], tally: Tally): void {
  const bin = join(root, 'node_modules', '.bin')
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  const { status } = spawnSync(join(bin, name), args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status === 0) tally.passed += 1
  else tally.failed += 1
  console.log(`${status === 0 ? '✔' : '✖'} ${name} ${args.join(' ')}`)
}

function listTestFiles(named: readonly string[], tally: Tally): string[] {
  if (named.length === 0) return globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
  return named.flatMap(path => {
    const absolute = resolve(process.env.INIT_CWD ?? root, path)
    const found = path.endsWith('.ts')
      ? [absolute]
      : globSync('**/*.test.ts', { cwd: absolute }).map(each => join(absolute, each))
    if (found.length > 0 && found.every(each => existsSync(each)))
      return found.map(each => relative(root, each))
    console.log(`✖ no test file at ${path}`)
    tally.failed += 1
    return []
  })
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

/** Longest first by the last run, and unknown ones before those: a long file begun last would run on alone. */
function sortByDuration(files: readonly string[]): string[] {
  const known = readDurations()
  return files.toSorted((a, b) => (known[b] ?? Infinity) - (known[a] ?? Infinity) || a.localeCompare(b))
}

interface FileRun {
  readonly tally: Tally
  /** Relative to the root. */
  readonly failedFiles: ReadonlySet<string>
}

async function runFiles(files: readonly string[], atOnce: number, signal: AbortSignal): Promise<FileRun> {
  const durations = readDurations()
  const tallies = new Map<string, Tally>()
  const failedFiles = new Set<string>()
  const events = run({
    files: sortByDuration(files),
    cwd: root,
    concurrency: atOnce,
    timeout: fileTimeoutMs,
    signal,
  })
  const all = { passed: 0, failed: 0 }
  events.on('test:fail', ({ file, skip, todo }) => {
    if (file !== undefined && !skip && !todo) failedFiles.add(relative(root, file))
  })
  events.on('test:summary', ({ counts, file, duration_ms }) => {
    const tally = {
      passed: counts.passed,
      failed: counts.tests - counts.passed - counts.skipped - counts.todo,
    }
    if (file === undefined) return void Object.assign(all, tally)
    tallies.set(relative(root, file), tally)
    durations[relative(root, file)] = Math.round(duration_ms)
  })
  const report = events.compose(new spec())
  report.pipe(process.stdout, { end: false })
  const deadline = enforceFileDeadline(fileTimeoutMs)
  await new Promise(done => report.once('end', done))
  deadline.stop()
  mkdirSync(dirname(durationsFile), { recursive: true })
  writeFileSync(durationsFile, JSON.stringify(durations, undefined, 1))
  if (failedFiles.size === 0) return { tally: all, failedFiles }
  const passedElsewhere = [...tallies]
    .filter(([file]) => !failedFiles.has(file))
    .reduce((sum, [, { passed }]) => sum + passed, 0)
  return { tally: { passed: passedElsewhere, failed: Math.max(all.failed, 1) }, failedFiles }
}

/**
 * A file that failed beside another is run once more with the machine to itself, and counted by that. What fails again is broken; what
 * passes met a busy machine, or a race, and is named so that somebody looks at it. Many failures are no accident: they stand.
 */
async function runWithSecondChance(
  files: readonly string[],
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const first = await runFiles(files, filesAtOnce, signal)
  const isWorthIt = first.failedFiles.size > 0 && first.failedFiles.size <= secondChances && !signal.aborted
  tally.passed += first.tally.passed
  if (!isWorthIt) {
    tally.failed += first.tally.failed
    return
  }
  console.log(`\nRunning again, one by one: ${[...first.failedFiles].join(', ')}`)
  const second = await runFiles([...first.failedFiles], 1, signal)
  tally.passed += second.tally.passed
  tally.failed += second.tally.failed
  for (const file of first.failedFiles)
    console.log(
      second.failedFiles.has(file)
        ? `✖ ${file} failed twice`
        : `⚠ ${file} failed beside others, passed alone`,
    )
}

async function main(): Promise<void> {
  const tally = { passed: 0, failed: 0 }
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => abort.abort())
  const named = process.argv.slice(2)
  const files = listTestFiles(named, tally)
  if (named.length === 0) {
    runCheck('tsc', ['--noEmit'], tally)
    runCheck('tsc', ['--noEmit', '-p', 'web'], tally)
    runCheck('biome', ['check'], tally)
  }
  if (files.length > 0 && !abort.signal.aborted) {
    await ensurePages()
    const server = await startTestServer()
    try {
      await dropLeftovers(server)
      await runWithSecondChance(files, tally, abort.signal)
    } finally {
      await server.stop()
    }
  }
  if (abort.signal.aborted) tally.failed += 1
  process.exitCode = tally.failed === 0 ? 0 : 1
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
}

await main()
