import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { TEST_SERVER_SETTINGS } from '../../support/database.ts'
import type { Area } from './areas.ts'

export interface AreaFigures {
  readonly killed: number
  readonly timedOut: number
  readonly survived: number
  /** By the rule of ignored-texts.ts. */
  readonly ignored: number
  readonly scorePercent: number
  readonly seconds: number
  readonly survivors: readonly string[]
}

interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; mutants: readonly ReportedMutant[] }>>
}

interface ReportedMutant {
  readonly status: string
  readonly statusReason?: string
  readonly mutatorName: string
  readonly replacement?: string
  readonly location: { readonly start: Place; readonly end: Place }
}

interface Place {
  readonly line: number
  readonly column: number
}

const ROOT = join(import.meta.dirname, '..', '..', '..')
const FOLDER = join(ROOT, '.mutation')
const PLUGINS = ['ignored-texts.ts', 'in-process.ts']
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const KEPT_LINE = 90

/** Mutates a copy of the sources, so that the checkout never changes. */
export async function mutateArea(
  name: string,
  area: Area,
  options: { readonly workers: number; readonly isAgain: boolean },
): Promise<AreaFigures> {
  const startedAt = Date.now()
  const copy = join(FOLDER, `copy-${name}`)
  const reportFile = join(FOLDER, `${name}.json`)
  const incrementalFile = join(FOLDER, `${name}.incremental.json`)
  copyCheckout(copy)
  if (options.isAgain) forgetLateOnes(incrementalFile)
  else rmSync(incrementalFile, { force: true })
  rmSync(reportFile, { force: true })
  writeFileSync(
    join(copy, 'stryker.config.json'),
    JSON.stringify(configure(name, area, { ...options, copy, reportFile, incrementalFile })),
  )
  const server = await startEmbeddedPostgres({
    dataDir: join(copy, '.test-data'),
    log: () => {},
    settings: TEST_SERVER_SETTINGS,
  })
  try {
    await runStryker(copy)
  } finally {
    await server.stop()
  }
  if (!existsSync(reportFile)) throw new Error(`mutating ${name} gave no report: see above`)
  const figures = summarize(JSON.parse(readFileSync(reportFile, 'utf8')) as MutationReport)
  rmSync(copy, { recursive: true, force: true })
  return { ...figures, seconds: Math.round((Date.now() - startedAt) / 1000) }
}

/** Mutants that timed out are tried again: the machine may have been busy. */
function forgetLateOnes(incrementalFile: string): void {
  if (!existsSync(incrementalFile)) return
  const report = JSON.parse(readFileSync(incrementalFile, 'utf8')) as MutationReport
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter(mutant => mutant.status !== 'Timeout' || isEndless(mutant))
  writeFileSync(incrementalFile, JSON.stringify(report))
}

/** Stopped by Stryker's hit limit (an endless loop), not by the clock. */
function isEndless({ statusReason = '' }: ReportedMutant): boolean {
  return statusReason.startsWith('Hit limit reached')
}

function copyCheckout(copy: string): void {
  rmSync(copy, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of files.split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
}

function configure(
  name: string,
  { mutate, tests, isPure, leaveOut = [] }: Area,
  options: {
    readonly copy: string
    readonly workers: number
    readonly reportFile: string
    readonly incrementalFile: string
  },
): object {
  return {
    testRunner: 'in-process',
    areaTests: tests.flatMap(each => globSync(each, { cwd: options.copy }).sort()),
    leaveOut,
    isPure,
    // The copy's own files: workers load them throughout the run, while the checkout may change.
    plugins: PLUGINS.map(file => join(options.copy, 'test', 'drills', 'mutation', file)),
    warnings: { unknownOptions: false, slow: false },
    ignorers: ['texts'],
    mutate: [...mutate, '!**/*.test.ts'],
    inPlace: true,
    coverageAnalysis: 'perTest',
    concurrency: options.workers,
    incremental: true,
    incrementalFile: options.incrementalFile,
    reporters: ['progress-append-only', 'json', 'html'],
    jsonReporter: { fileName: options.reportFile },
    htmlReporter: { fileName: join(FOLDER, `${name}.html`) },
    tempDirName: '.originals',
    // An endless mutant must not delay the others for long; the duration of its tests' dry run is added.
    timeoutMS: isPure ? 5_000 : 20_000,
    // Restarting the process frees the memory of reloaded modules.
    maxTestRunnerReuse: isPure ? 200 : 100,
    timeoutFactor: 1.5,
    dryRunTimeoutMinutes: 15,
    allowEmpty: false,
    checkers: [],
    disableTypeChecks: false,
    allowConsoleColors: false,
  }
}

async function runStryker(copy: string): Promise<void> {
  const stryker = join(ROOT, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const child = spawn(process.execPath, [stryker, 'run', 'stryker.config.json'], {
    cwd: copy,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(FOLDER, 'compile-cache'),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  await once(child, 'exit')
  for (const signal of SIGNALS) process.off(signal, forward)
}

function summarize({ files }: MutationReport): Omit<AreaFigures, 'seconds'> {
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(mutant => ({ ...mutant, file, lines: source.split('\n') })),
  )
  const count = (...states: string[]): number => all.filter(({ status }) => states.includes(status)).length
  const survivors = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const killed = count('Killed', 'RuntimeError', 'CompileError')
  const timedOut = count('Timeout')
  return {
    killed,
    timedOut,
    survived: survivors.length,
    ignored: count('Ignored'),
    scorePercent: (100 * (killed + timedOut)) / (killed + timedOut + survivors.length),
    survivors: survivors.map(({ file, lines, mutatorName, replacement = '', location: { start, end } }) => {
      const first = lines[start.line - 1] ?? ''
      const original = first.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined)
      return `${file}:${start.line} ${mutatorName}: ${shorten(original)} → ${shorten(replacement)}`
    }),
  }
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > KEPT_LINE ? `${line.slice(0, KEPT_LINE)}…` : line
}
