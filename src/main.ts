import { type Program, StartError, startProgram } from './composition/program.ts'
import { presentWelcome } from './composition/welcome.ts'
import { type Config, ConfigError, parseConfig } from './config.ts'
import { findPagesProblem } from './platform/pages/built-pages.ts'
import { createLog, type Log } from './platform/telemetry/log.ts'

/** After SIGTERM, requests in flight have 10 seconds to finish; the sender may kill the process afterwards. */
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
  // The bootstrap process holds the other end of this channel: when it is killed, no one forwards signals any more.
  process.on('disconnect', () => stop('parent gone'))
  log.info({ role: config.role, environment: config.environment, port: program.port }, 'ready')
  if (config.environment !== 'homologation') return
  const [operator] = await program.listDemonstrationOperators().catch(() => [])
  process.stdout.write(presentWelcome(config, program.port, operator))
}

function readConfig(): Config {
  try {
    return parseConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.problems)
    throw error
  }
}

/** Refuse at the start, not when the first customer opens a page. */
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

/**
 * After an unforeseen error the state is unknown, and money must not depend on it: the next start recovers from the
 * database.
 */
function fail(log: Log, error: unknown): never {
  log.fatal({ err: error }, 'unexpected failure')
  process.exit(1)
}

await main()
