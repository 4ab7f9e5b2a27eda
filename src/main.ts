import cluster from 'node:cluster'
import { presentSentence } from './app/checks/finding.ts'
import { listPageFindings } from './app/checks/machine-findings.ts'
import { type Config, parseConfig } from './app/config/config.ts'
import { type Program, startProgram } from './app/program.ts'
import { writeWelcome } from './app/welcome.ts'
import { StartError } from './kernel/faults.ts'
import { type ProcessPart, superviseProcesses } from './platform/processes/supervisor.ts'
import { createLog, type Log } from './platform/telemetry/log.ts'
import type { Tracing, TracingSettings } from './platform/telemetry/tracing.ts'

/** After SIGTERM, requests in flight have 10 seconds to finish; the sender may kill the process afterwards. */
const STOP_DEADLINE_MS = 10_000
const SPARE_MS = 1_000

async function main(): Promise<void> {
  const config = readConfig()
  if (config.apiProcesses > 1 && config.role !== 'worker') return runSupervisor(config)
  const tracing = config.tracing && (await openTracing(config.tracing))
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    readTraceId: tracing?.readTraceId,
  })
  process.on('uncaughtException', error => fail(log, error))
  process.on('unhandledRejection', reason => fail(log, reason))
  refuseMissingPages(config)
  const program = await start(config, log, tracing)
  let isStopping = false
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref()
    program.stop().then(
      () => process.exit(0),
      error => fail(log, error),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', stop)
  // The bootstrap process holds the other end of this channel: when it is killed, no one forwards signals any more.
  process.on('disconnect', () => stop('parent gone'))
  log.info({ role: config.role, environment: config.environment, port: program.port }, 'ready')
  // Of several processes the first speaks.
  if (config.environment !== 'homologation' || (cluster.worker?.id ?? 1) > 1) return
  const welcome = await writeWelcome(config, program, () => isStopping)
  if (welcome !== undefined) process.stdout.write(welcome)
}

/**
 * API_PROCESSES processes serve one address and, where this one was to do both, a worker runs beside them. This process
 * then only starts the others, starts them again when they end, and passes signals on.
 */
async function runSupervisor(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel, format: config.logFormat })
  process.on('uncaughtException', error => fail(log, error))
  process.on('unhandledRejection', reason => fail(log, reason))
  refuseMissingPages(config)
  const supervisor = superviseProcesses({ entry: import.meta.filename, parts: listParts(config), log })
  let isStopping = false
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    supervisor.stop('SIGTERM', STOP_DEADLINE_MS + SPARE_MS).then(
      ({ wasClean }) => process.exit(wasClean ? 0 : 1),
      error => fail(log, error),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', () => stop('parent gone'))
  const refused = await supervisor.started
  if (refused !== undefined) process.exit(refused.exitCode)
  log.info({ role: config.role, count: config.apiProcesses }, 'processes started')
}

function listParts({ role, apiProcesses }: Config): ProcessPart[] {
  const common = { API_PROCESSES: '1' }
  // Only one process can use the port chosen for the sandbox bank; the others use any free one.
  const elsewhere = { PSP_PORT: '' }
  const api: ProcessPart = {
    name: 'api',
    count: apiProcesses,
    listens: true,
    env: index => ({ ...common, ROLE: 'api', ...(index > 0 && elsewhere) }),
  }
  const worker: ProcessPart = {
    name: 'worker',
    count: 1,
    listens: false,
    env: () => ({ ...common, ROLE: 'worker', ...elsewhere }),
  }
  return role === 'all' ? [api, worker] : [api]
}

function readConfig(): Config {
  try {
    return parseConfig(process.env)
  } catch (error) {
    if (error instanceof StartError) refuse(error.problems)
    throw error
  }
}

/** Refuse at the start, not when the first customer opens a page. */
function refuseMissingPages(config: Config): void {
  const refusal = listPageFindings(config).find(({ refusesStart }) => refusesStart)
  if (refusal !== undefined) refuse([presentSentence(refusal)])
}

/** Loaded only here: a program that traces nothing starts without it. */
async function openTracing(settings: TracingSettings): Promise<Tracing> {
  const { openOtlpTracing } = await import('./platform/telemetry/otlp-tracing.ts')
  return openOtlpTracing(settings)
}

async function start(config: Config, log: Log, tracing: Tracing | undefined): Promise<Program> {
  try {
    return await startProgram(config, log, {
      tracing,
      listens: !(cluster.isWorker && config.role === 'worker'),
    })
  } catch (error) {
    if (error instanceof StartError) refuse(error.problems)
    throw error
  }
}

function refuse(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`crediario: ${problem}\n`)
  process.exit(1)
}

/**
 * After an unforeseen error the state is unknown, and money must not depend on it: the next start recovers from the
 * database.
 */
function fail(log: Log, error: unknown): never {
  log.fatal({ err: error }, 'unexpected failure')
  process.exit(1)
}

await main()
