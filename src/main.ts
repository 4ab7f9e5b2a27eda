import { type Program, StartError, startProgram } from './composition/program.ts'
import { presentWelcome } from './composition/welcome.ts'
import { type Config, ConfigError, parseConfig } from './config.ts'
import { findPagesProblem } from './platform/pages/built-pages.ts'
import { createLog, type Log } from './platform/telemetry/log.ts'

/** SIGTERM has 10 seconds to finish what is in flight; whoever sent it may kill afterwards. */
const STOP_DEADLINE_MS = 10_000

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: config.logLevel })
  process.on('uncaughtException', error => fail(log, error))
  process.on('unhandledRejection', reason => fail(log, reason))
  if (config.role !== 'worker') refuseMissingPages()
  const program = await start(config, log)
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
  // The bootstrap that started this process holds the other end: when it is killed, nobody is left to pass signals on.
  process.on('disconnect', () => stop('parent gone'))
  log.info({ role: config.role, environment: config.environment, port: program.port }, 'ready')
  if (config.environment === 'homologation') process.stdout.write(presentWelcome(config, program.port))
}

function readConfig(): Config {
  try {
    return parseConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.problems)
    throw error
  }
}

/** At the start, and not when the first customer opens a page. */
function refuseMissingPages(): void {
  const problem = findPagesProblem()
  if (problem !== undefined) refuse([problem])
}

async function start(config: Config, log: Log): Promise<Program> {
  try {
    return await startProgram(config, log)
  } catch (error) {
    if (error instanceof StartError) refuse([error.message])
    throw error
  }
}

function refuse(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`crediario: ${problem}\n`)
  process.exit(1)
}

/** A state nobody foresaw is not one to serve money from: the next start recovers from the database. */
function fail(log: Log, error: unknown): never {
  log.fatal({ err: error }, 'unexpected failure')
  process.exit(1)
}

await main()
