import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { RequestError } from '../contract/errors.ts'
import { systemClock } from '../kernel/clock.ts'
import { StartError } from '../kernel/faults.ts'
import { deriveSecrets } from '../platform/crypto/secrets.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { classifyError, DatabaseUnavailable } from '../platform/db/database-errors.ts'
import { probeSessions, requireOwnSessions } from '../platform/db/session-probe.ts'
import { claimDeployment, getDeploymentId, WRONG_KEY } from '../platform/deployment/deployment.ts'
import { type KeptHeads, openHeadFile, shipHeads } from '../platform/deployment/kept-heads.ts'
import { followDataKeys, type Keyring, openKeyring } from '../platform/deployment/keyring.ts'
import { type NumberMarks, openNumberMarks } from '../platform/deployment/number-marks.ts'
import {
  embeddedDatabaseExists,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/embedded-postgres.ts'
import { createBucketStore } from '../platform/files/file-store.ts'
import { makeFolder } from '../platform/files/make-folder.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import {
  type DemonstrationOperator,
  listDemonstrationOperators,
  seedDemonstrationOperators,
} from '../sandbox/demonstration-operators.ts'
import {
  type DemonstrationOwner,
  listDemonstrationStaff,
  seedDemonstrationStaff,
} from '../sandbox/demonstration-staff.ts'
import { allowOwnPages, seedDemonstration } from '../sandbox/seed-demonstration.ts'
import { type MigrateOptions, migrate } from '../schema/migrate.ts'
import { readRoleRights } from '../schema/role-rights.ts'
import { type App, createApp } from './app.ts'
import {
  listAccountFindings,
  listChainFindings,
  listDemonstrationFindings,
  listForgottenFindings,
} from './checks/data-findings.ts'
import { listRightsFindings, listWriteFindings } from './checks/database-findings.ts'
import { type Finding, presentSentence } from './checks/finding.ts'
import { listFolderFindings } from './checks/machine-findings.ts'
import { listSettingFindings } from './checks/setting-findings.ts'
import type { Config } from './config/config.ts'
import type { RunningServer } from './server.ts'

/** In DATA_DIR. */
export const HEAD_FILE = 'heads.json'

/** The database, ready for use: started if embedded, migrated, and verified to belong to this configuration. */
export interface Foundation {
  readonly database: Database
  readonly connection: ClientConfig
  readonly services: App
  close(): Promise<void>
}

export interface Program {
  readonly port: number
  /** Operators whose credentials may be shown; homologation only. */
  listDemonstrationOperators(): Promise<DemonstrationOperator[]>
  /** Owners of the demonstration shops; homologation only. */
  listDemonstrationStaff(): Promise<DemonstrationOwner[]>
  stop(): Promise<void>
}

export interface FoundationOptions {
  /** Opens a restored database that has forgotten its last numbers, so that they can be skipped. */
  readonly acceptsForgotten?: boolean | undefined
  /** Called before an embedded database is created. */
  readonly onNewDatabase?: () => void
  readonly tracing?: Tracing | undefined
}

export async function openFoundation(
  config: Config,
  log: Log,
  options: FoundationOptions = {},
): Promise<Foundation> {
  try {
    return await buildFoundation(config, log, options)
  } catch (error) {
    throw classifyError(toStartError(error, config))
  }
}

async function buildFoundation(config: Config, log: Log, options: FoundationOptions): Promise<Foundation> {
  enforce(await listFolderFindings(config), log)
  await makeFolders(config)
  if (config.databaseUrl === undefined && !embeddedDatabaseExists(config.dataDir)) options.onNewDatabase?.()
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: message => log.info(message) })
      : undefined
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl }
  const settingsOrigin = embedded === undefined ? await probeSessions(connection) : 'sent'
  const database = openDatabase({
    connection,
    settingsOrigin,
    poolSize: config.databasePoolSize,
    tracing: options.tracing,
    applicationName: `crediario-${config.role}`,
    onError: error => log.warn({ err: classifyError(error) }, 'idle database connection lost'),
  })
  let services: App | undefined
  let stopFollowing = (): void => {}
  const close = async (): Promise<void> => {
    stopFollowing()
    await services?.close()
    await services?.marks.close()
    await database.close()
    await embedded?.stop()
  }
  try {
    enforce(await listWriteFindings(database), log)
    await migrateSchema(config, connection, log)
    enforce(listRightsFindings(await readRoleRights(database), config.environment), log)
    const keyring = await getKeyring(config, database)
    stopFollowing = followDataKeys(keyring, log)
    const { fingerprint } = deriveSecrets(keyring.rootKey)
    const mismatch = await claimDeployment(database, config.environment, fingerprint)
    if (mismatch !== undefined) throw new StartError(mismatch)
    const deploymentId = await getDeploymentId(database)
    const keptHeads = openKeptHeads(config, deploymentId, log)
    const marks = openMarks(join(config.marksDir, deploymentId), log)
    services = createApp({
      config,
      database,
      log,
      keptHeads,
      keyring,
      marks,
      tracing: options.tracing,
    })
    await services.deploymentClock.refresh()
    enforce(await listDemonstrationFindings(services), log)
    if (!options.acceptsForgotten) enforce(await listForgottenFindings(services), log)
    return { database, connection, services, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function makeFolders({ dataDir, marksDir }: Config): Promise<void> {
  for (const [name, path] of Object.entries({ DATA_DIR: dataDir, MARKS_DIR: marksDir }))
    await makeFolder(path).catch((cause: Error) => {
      const text = `${name} (${path}) cannot be created (${cause.message}): choose another folder`
      throw new StartError(text, { cause })
    })
}

function openKeptHeads({ dataDir, files }: Config, deploymentId: string, log: Log): KeptHeads {
  const kept = openHeadFile(join(dataDir, HEAD_FILE), deploymentId)
  if (files.kind !== 'bucket') return kept
  return shipHeads(kept, { bucket: createBucketStore(files), deploymentId, clock: systemClock, log })
}

async function getKeyring(config: Config, database: Database): Promise<Keyring> {
  const keys = {
    current: config.encryptionKey,
    previous: config.previousEncryptionKey,
    ownRootKey: config.environment === 'production',
  }
  const keyring = await openKeyring(database, keys, systemClock.now())
  if (keyring !== undefined) return keyring
  // The environment may be wrong too, and that explains more.
  const { fingerprint } = deriveSecrets(config.encryptionKey)
  throw new StartError((await claimDeployment(database, config.environment, fingerprint)) ?? WRONG_KEY)
}

async function migrateSchema(config: Config, connection: ClientConfig, log: Log): Promise<void> {
  const { databaseMigrationUrl } = config
  const logStep: MigrateOptions['log'] = (message, { count, total }) =>
    log.info({ component: 'migrations', count, total }, message)
  if (databaseMigrationUrl !== undefined) {
    const migrating = { connectionString: databaseMigrationUrl }
    await requireOwnSessions(migrating)
    await migrate({ connection: migrating, grantsToOtherRoles: true, log: logStep })
  }
  const place = config.databaseUrl === undefined ? config.dataDir : undefined
  await migrate({ connection, log: logStep, place })
}

export interface ProgramOptions {
  /** Closed together with the program. */
  readonly tracing?: Tracing | undefined
  /** False for a worker beside processes that serve the address. */
  readonly listens?: boolean
}

const START_ATTEMPTS = 5
const START_RETRY_MS = 500

/** A failover or a cut connection to the database does not end the start: it is tried again. */
export async function startProgram(config: Config, log: Log, options: ProgramOptions = {}): Promise<Program> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(config, log, options)
    } catch (error) {
      const isLost = error instanceof DatabaseUnavailable
      if (isLost && attempt < START_ATTEMPTS) {
        log.warn({ attempt }, `the database was lost during the start (${error.message}): starting again`)
        await delay(START_RETRY_MS)
        continue
      }
      await options.tracing?.close()
      throw isLost ? toLostError(error) : error
    }
  }
}

async function startOnce(
  config: Config,
  log: Log,
  { tracing, listens = true }: ProgramOptions,
): Promise<Program> {
  const foundation = await openFoundation(config, log, { tracing })
  const { connection, services } = foundation
  let app: RunningServer | undefined
  try {
    if (config.environment === 'production') enforce(listSettingFindings(config), log)
    // A worker only continues purchases that have their account.
    if (config.role !== 'worker') enforce(await listAccountFindings(services), log)
    enforce(await listChainFindings(services), log)
    if (config.environment === 'homologation') {
      await seedDemonstration(services)
      await seedDemonstrationOperators(services)
      await seedDemonstrationStaff(services)
    }
    // Loaded here: commands work without the interface and the worker.
    const { buildServer } = await import('./server.ts')
    app = await buildServer({ config, services, connection, log })
    if (listens) await app.server.listen({ host: config.host, port: config.port })
    startPsp(services, log)
    // Port 0 means any free port: known only now.
    if (listens && config.environment === 'homologation' && config.port === 0)
      await allowOwnPages(services.retailers, `http://127.0.0.1:${getPort(app)}`)
  } catch (error) {
    await app?.stop()
    await foundation.close()
    throw classifyError(toStartError(error, config))
  }
  const running = app
  return {
    port: listens ? getPort(running) : config.port,
    listDemonstrationOperators: () => listDemonstrationOperators(services),
    listDemonstrationStaff: () => listDemonstrationStaff(services),
    async stop() {
      await running.stop()
      await foundation.close()
      await tracing?.close()
    },
  }
}

/** Runs in the background: the first start creates certificates, and the first purchase is the first to need the bank. */
function startPsp({ psp }: App, log: Log): void {
  psp?.getAccess().then(
    ({ baseUrl }) => log.info({ port: Number(new URL(baseUrl).port) }, 'the sandbox bank is listening'),
    error => log.error({ err: error }, 'the sandbox bank failed to start'),
  )
}

function getPort({ server }: RunningServer): number {
  return (server.server.address() as AddressInfo).port
}

/** One file for each database, by an id that a backup carries along. Every new mark is logged too. */
function openMarks(path: string, log: Log): NumberMarks {
  const marks = openNumberMarks(path)
  return {
    list: () => marks.list(),
    close: () => marks.close(),
    async cover(name, number) {
      const isNew = (marks.list().get(name) ?? 0) < number
      await marks.cover(name, number).catch(refuseFullDisk)
      if (isNew) log.info({ component: name, count: number }, 'highest number issued')
    },
  }
}

/** The number was not used: the same request succeeds once there is room. */
function refuseFullDisk(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
  const message = 'The disk of MARKS_DIR is full: make room, no restart is needed'
  throw new RequestError('service_unavailable', { message, retryAfterSeconds: 5, cause: error })
}

/** Throws for a finding that refuses the start and logs the others; `doctor` prints the same findings. */
function enforce(findings: readonly Finding[], log: Log): void {
  const refusal = findings.find(({ refusesStart }) => refusesStart)
  if (refusal !== undefined) throw new StartError(presentSentence(refusal))
  for (const finding of findings) if (finding.verdict !== 'ok') log.warn(presentSentence(finding))
}

/** Not a defect of the program: its stack would not help. */
function toLostError(cause: DatabaseUnavailable): StartError {
  const times = `${START_ATTEMPTS} times during the start (${cause.message})`
  return new StartError(
    `the database was lost ${times}: check that it runs and that this machine is not overloaded`,
    { cause },
  )
}

function toStartError(error: unknown, config: Config): unknown {
  if (error instanceof StartError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const folder = findFolderOf(error, config)
  if (error instanceof Error && folder !== undefined)
    return new StartError(`${folder} cannot be used (${error.message}): fix it, or choose another folder`)
  if (code === 'EADDRINUSE')
    return new StartError(`port ${config.port} is in use: choose another one with PORT`)
  if (code === 'EACCES') return new StartError(`port ${config.port} may not be used by this user`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${config.host} is not an address of this machine`)
  return error
}

/** The setting of the folder in which a file could not be created, read or written. */
function findFolderOf(error: unknown, { dataDir, marksDir }: Config): string | undefined {
  const path = error instanceof Error && 'path' in error ? String(error.path) : undefined
  const isIn = (folder: string): boolean => path !== undefined && `${path}/`.startsWith(`${folder}/`)
  if (isIn(marksDir)) return 'MARKS_DIR'
  return isIn(dataDir) ? 'DATA_DIR' : undefined
}
