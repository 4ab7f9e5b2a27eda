import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { keepTestServerOpen } from '../test/support/database.ts'
import { ensurePages } from './pages/ensure-pages.ts'
import { type FileResult, runTestFiles } from './test-workers.ts'

const root = join(import.meta.dirname, '..')
const dataFolder = join(root, '.test-data')
const durationsFile = join(dataFolder, 'durations.json')
const fileTimeoutMs = 240_000
const deepFileTimeoutMs = 900_000
/**
 * One more than the cores of a small machine: while a file waits, for a clock or another process, the others can run.
 */
const filesAtOnce = 3
const deepFilesAtOnce = 2
/** More failed files than this are not flakiness. */
const maxRetriedFiles = 3

interface Tally {
  passed: number
  failed: number
}

/** Type check and lint count as one check each: a failed one must not be overlooked among passed tests. */
async function runCheck(name: string, args: readonly string[], tally: Tally): Promise<void> {
  const bin = join(root, 'node_modules', '.bin')
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  const check = spawn(join(bin, name), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [check.stdout, check.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  const code = await new Promise(done => check.once('close', done).once('error', done))
  if (code === 0) tally.passed += 1
  else tally.failed += 1
  console.log(`${code === 0 ? '✔' : '✖'} ${name} ${args.join(' ')}`)
  if (code !== 0) console.log(output)
}

async function runChecks(tally: Tally): Promise<void> {
  await runCheck('tsc', ['--noEmit'], tally)
  await runCheck('tsc', ['--noEmit', '-p', 'web'], tally)
  await runCheck('tsc', ['--noEmit', '-p', 'storefront'], tally)
  await runCheck('biome', ['check'], tally)
  await runCheck('node', ['scripts/check-promises.ts'], tally)
}

const isDeepFile = (file: string): boolean => file.endsWith('.deep.test.ts')

/** Deep files are a separate suite, but a file named on the command line always runs. */
function listTestFiles(named: readonly string[], isDeep: boolean, tally: Tally): string[] {
  const isWanted = (file: string): boolean => isDeepFile(file) === isDeep
  if (named.length === 0)
    return globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).filter(isWanted)
  return named.flatMap(path => {
    const absolute = resolve(process.env.INIT_CWD ?? root, path)
    const found = path.endsWith('.ts')
      ? [absolute]
      : globSync('**/*.test.ts', { cwd: absolute })
          .filter(isWanted)
          .map(each => join(absolute, each))
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

/**
 * Longest first by the last run, unknown files before those: a long file started last would run on alone. Among unknown
 * ones the files of `test`, which take long, come before those of `src`.
 */
function sortByDuration(files: readonly string[]): string[] {
  const known = readDurations()
  return files.toSorted((a, b) => (known[b] ?? Infinity) - (known[a] ?? Infinity) || b.localeCompare(a))
}

async function runFiles(
  files: readonly string[],
  workers: number,
  signal: AbortSignal,
): Promise<Map<string, FileResult>> {
  const results = await runTestFiles(sortByDuration(files), {
    root,
    dataFolder,
    fileTimeoutMs: files.some(isDeepFile) ? deepFileTimeoutMs : fileTimeoutMs,
    workers: Math.min(workers, files.length),
    signal,
  })
  const durations = readDurations()
  for (const [file, { durationMs }] of results) durations[file] = durationMs
  mkdirSync(dirname(durationsFile), { recursive: true })
  writeFileSync(durationsFile, JSON.stringify(durations, undefined, 1))
  return results
}

/**
 * For unattended runs (--again): the few files that failed run once more, one at a time, and that result counts. A file
 * that passes then still has a defect, in its test or in the program, to fix before anything else.
 */
async function retryFailedFiles(results: Map<string, FileResult>, signal: AbortSignal): Promise<void> {
  const files = [...results].filter(([, { failed }]) => failed > 0).map(([file]) => file)
  if (files.length === 0 || files.length > maxRetriedFiles || signal.aborted) return
  console.log(`\nRunning again, one at a time: ${files.join(', ')}`)
  for (const [file, result] of await runFiles(files, 1, signal)) {
    results.set(file, result)
    const outcome = result.failed > 0 ? 'FAILED TWICE' : 'FAILED, THEN PASSED ALONE'
    console.log(`✖ DEFECT TO FIX FIRST: ${file} ${outcome}`)
  }
}

async function runAll(files: readonly string[], isAgain: boolean, signal: AbortSignal): Promise<Tally> {
  // Keep compiled code, also for the programs that tests start.
  process.env.NODE_COMPILE_CACHE ??= join(dataFolder, 'compile-cache')
  await ensurePages()
  const server = await keepTestServerOpen()
  try {
    const areDeep = files.every(isDeepFile)
    const results = await runFiles(files, areDeep ? deepFilesAtOnce : filesAtOnce, signal)
    if (isAgain) await retryFailedFiles(results, signal)
    const sum = (count: 'passed' | 'failed') =>
      results.values().reduce((total, result) => total + result[count], 0)
    return { passed: sum('passed'), failed: sum('failed') }
  } finally {
    await server.stop()
  }
}

async function main(): Promise<void> {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => abort.abort())
  const { values, positionals: named } = parseArgs({
    allowPositionals: true,
    options: { deep: { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
  })
  const tally = { passed: 0, failed: 0 }
  const files = listTestFiles(named, values.deep, tally)
  const checks = named.length === 0 && !values.deep ? runChecks(tally) : undefined
  if (files.length > 0) {
    const tests = await runAll(files, values.again, abort.signal)
    tally.passed += tests.passed
    tally.failed += tests.failed
  }
  await checks
  if (abort.signal.aborted) tally.failed += 1
  process.exitCode = tally.failed === 0 ? 0 : 1
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
}

await main()
