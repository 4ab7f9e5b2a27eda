import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Config } from '../config.ts'
import { allowOwnPages, seedDemonstration } from '../flows/sandbox/seed-demonstration.ts'
import { AdoptionRefused, adoptRows } from '../flows/upkeep/adopt-rows.ts'
import { findForeignDatabase, findRewrittenChain } from '../flows/upkeep/seal-chains.ts'
import { systemClock } from '../kernel/clock.ts'
import { listAccounts, listForgotten } from '../modules/billets/index.ts'
import {
  type DemonstrationOperator,
  listDemonstrationOperators,
  seedDemonstrationOperators,
} from '../modules/desk/index.ts'
import { listForgottenFileNumbers } from '../modules/payouts/cnab/index.ts'
import { deriveSecrets } from '../platform/crypto/secrets.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { probeSessions, requireOwnSessions } from '../platform/db/session-probe.ts'
import { DatabaseStartError } from '../platform/db/start-error.ts'
import { isWritable } from '../platform/db/writable.ts'
import { claimDeployment, getDeploymentId, WRONG_KEY } from '../platform/deployment/deployment.ts'
import { followDataKeys } from '../platform/deployment/follow-keys.ts'
import { type KeptHeads, openHeadFile } from '../platform/deployment/kept-heads.ts'
import { type Keyring, openKeyring } from '../platform/deployment/keyring.ts'
import { type NumberMarks, openNumberMarks } from '../platform/deployment/number-marks.ts'
import { shipHeads } from '../platform/deployment/shipped-heads.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createBucketStore } from '../platform/files/bucket-store.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { migrate } from '../schema/migrate.ts'
import { type RoleRights, readRoleRights } from '../schema/role-rights.ts'
import { type App, buildApp } from './app.ts'
import { createServices, type Services } from './services.ts'

/** In DATA_DIR. */
const HEAD_FILE = 'heads.json'

/** A reason not to start, in one sentence, that an operator can fix. */
export class StartError extends Error {}

const READ_ONLY =
  'the database is read-only (a standby, or a role that may only read): DATABASE_URL must lead to the primary'

/** The database, ready for use: started if embedded, migrated, and verified to belong to this configuration. */
export interface Foundation {
  readonly database: Database
  readonly connection: ClientConfig
  readonly services: Services
  close(): Promise<void>
}

export interface Program {
  readonly port: number
  /** Who may be shown how to enter the desk: in homologation only. */
  listDemonstrationOperators(): Promise<DemonstrationOperator[]>
  stop(): Promise<void>
}

export interface FoundationOptions {
  /** Opens a database that was restored and has forgotten its last numbers, so that they can be skipped. */
  readonly acceptsForgotten?: boolean | undefined
}

export async function openFoundation(
  config: Config,
  log: Log,
  options: FoundationOptions = {},
): Promise<Foundation> {
  try {
    return await buildFoundation(config, log, options)
  } catch (error) {
    throw toStartError(error, config)
  }
}

async function buildFoundation(config: Config, log: Log, options: FoundationOptions): Promise<Foundation> {
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
    applicationName: `crediario-${config.role}`,
    onError: error => log.warn({ err: error }, 'idle database connection lost'),
  })
  let services: Services | undefined
  let stopFollowing = (): void => {}
  const close = async (): Promise<void> => {
    stopFollowing()
    await services?.close()
    await services?.marks.close()
    await database.close()
    await embedded?.stop()
  }
  try {
    // What cannot be reached is explained by the next step.
    if (!(await isWritable(database).catch(() => true))) throw new StartError(READ_ONLY)
    await migrateSchema(config, connection, log)
    const rights = await readRoleRights(database)
    if (rights.missing.length > 0) throw new StartError(presentMissing(rights))
    if (rights.isOwner && config.environment === 'production')
      log.warn('the role of DATABASE_URL may change the schema: `database roles` makes one that may not')
    if (!rights.isOwner && rights.excessive.length > 0)
      log.warn(
        `the role of DATABASE_URL may change all of ${rights.excessive.join(', ')}: run the SQL of \`database roles\` again`,
      )
    const keyring = await getKeyring(config, database)
    stopFollowing = followDataKeys(keyring, log)
    const { fingerprint } = deriveSecrets(keyring.rootKey)
    const mismatch = await claimDeployment(database, config.environment, fingerprint)
    if (mismatch !== undefined) throw new StartError(mismatch)
    const deploymentId = await getDeploymentId(database)
    const keptHeads = openKeptHeads(config, deploymentId, log)
    const marks = openMarks(join(config.marksDir, deploymentId), log)
    services = createServices({ config, database, log, keptHeads, keyring, marks })
    await services.clock.refresh()
    await refuseDemonstration(config, services)
    await adoptEarlierRows(services, log)
    if (!options.acceptsForgotten) await refuseForgotten(database, marks)
    return { database, connection, services, close }
  } catch (error) {
    await close()
    throw error
  }
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
  // The environment may be the wrong one too, and is the better hint.
  const { fingerprint } = deriveSecrets(config.encryptionKey)
  throw new StartError((await claimDeployment(database, config.environment, fingerprint)) ?? WRONG_KEY)
}

async function migrateSchema(config: Config, connection: ClientConfig, log: Log): Promise<void> {
  const { databaseMigrationUrl } = config
  const logInfo = (message: string): void => log.info(message)
  if (databaseMigrationUrl !== undefined) {
    const migrating = { connectionString: databaseMigrationUrl }
    await requireOwnSessions(migrating)
    await migrate({ connection: migrating, grantsToOtherRoles: true, log: logInfo })
  }
  await migrate({ connection, log: logInfo })
}

function presentMissing({ role, missing }: RoleRights): string {
  const [first = '', ...others] = missing
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return (
    `the database role ${role} lacks rights (${first}${more}): run \`npm run crediario -- database migrate\` ` +
    'with DATABASE_MIGRATION_URL, or the SQL of `database roles`'
  )
}

export async function startProgram(config: Config, log: Log): Promise<Program> {
  const foundation = await openFoundation(config, log)
  const { connection, services } = foundation
  if (config.environment === 'production') warnOfMissingSettings(config, log)
  let app: App | undefined
  try {
    if (config.environment === 'production' && config.role !== 'worker') await requireAccount(services)
    await refuseRewritten(config, services)
    if (config.environment === 'homologation') {
      await seedDemonstration(services)
      await seedDemonstrationOperators(services)
    }
    app = await buildApp({ config, services, connection, log })
    await app.server.listen({ host: config.host, port: config.port })
    startPsp(services, log)
    // Port 0 means any free one: only now it is known which.
    if (config.environment === 'homologation' && config.port === 0)
      await allowOwnPages(services.retailers, `http://127.0.0.1:${getPort(app)}`)
  } catch (error) {
    await app?.stop()
    await foundation.close()
    throw toStartError(error, config)
  }
  const running = app
  return {
    port: getPort(running),
    listDemonstrationOperators: () => listDemonstrationOperators(services),
    async stop() {
      await running.stop()
      await foundation.close()
    },
  }
}

/** Not waited for: certificates are made at the first start, and nobody needs the bank before the first purchase. */
function startPsp({ psp }: Services, log: Log): void {
  psp?.getAccess().then(
    ({ baseUrl }) => log.info({ port: Number(new URL(baseUrl).port) }, 'the sandbox bank listens'),
    error => log.error({ err: error }, 'the sandbox bank does not start'),
  )
}

function getPort({ server }: App): number {
  return (server.server.address() as AddressInfo).port
}

/** Without one, the first purchase with a down payment would fail. A worker only goes on with purchases that have theirs. */
async function requireAccount({ database, secrets }: Services): Promise<void> {
  if ((await listAccounts(database, secrets)).accounts.length > 0) return
  throw new StartError(
    'no account for billets is registered, and no purchase could be authorized: run `npm run crediario -- accounts create`',
  )
}

/** What may be absent while a deployment is set up, and what does not work until then. */
function warnOfMissingSettings(config: Config, log: Log): void {
  if (config.bureau === undefined) log.warn('BUREAU_URL is not set: no customer can be approved')
  if (config.messages === undefined)
    log.warn('MESSAGES_URL is not set: no code can be sent, so no customer can identify or sign')
  if (config.messages === undefined && config.mail === undefined)
    log.warn('SMTP_URL is not set: customers get no contract and no billets by e-mail')
  if (config.analysis === undefined)
    log.warn('ANALYSIS_URL is not set: every identification waits for the desk')
  if (config.scanner === undefined)
    log.warn('SCANNER_URL is not set: invoices are inspected, but no virus scanner looks at them')
  if (config.pix === undefined)
    log.warn('PIX_API_URL is not set: installments have no Pix code, and payments by Pix are not noticed')
  if (config.metricsToken === undefined) log.warn('METRICS_TOKEN is not set: /metrics is not served')
  const { sac, ouvidoria, privacy } = config.lender
  for (const [name, value] of Object.entries({ SAC: sac, OUVIDORIA: ouvidoria, PRIVACY: privacy }))
    if (value === undefined)
      log.warn(`LENDER_${name} is not set: pages do not tell customers how to reach the lender by it`)
}

/** One file for each database, by an id that a backup carries along. Every new mark is logged too. */
function openMarks(path: string, log: Log): NumberMarks {
  const marks = openNumberMarks(path)
  return {
    list: () => marks.list(),
    close: () => marks.close(),
    async cover(name, number) {
      const isNew = (marks.list().get(name) ?? 0) < number
      await marks.cover(name, number)
      if (isNew) log.info({ component: name, count: number }, 'numbers given out up to here')
    },
  }
}

async function refuseForgotten(database: Database, marks: NumberMarks): Promise<void> {
  const known = marks.list()
  const [first] = [
    ...(await listForgotten(database, known)),
    ...(await listForgottenFileNumbers(database, known)),
  ]
  if (first === undefined) return
  throw new StartError(
    `the database was restored: ${first.name} ${first.mark} was given out, but it knows of ${first.known} only; ` +
      'run `npm run crediario -- database after-restore`, so that none is given out twice',
  )
}

async function refuseDemonstration(config: Config, { retailers }: Services): Promise<void> {
  if (config.environment === 'homologation') return
  const demonstration = (await retailers.listRetailers()).filter(retailer => retailer.isDemonstration)
  if (demonstration.length > 0) {
    throw new StartError(
      'the database holds demonstration retailers, whose keys are public: production needs its own',
    )
  }
}

/** A program that served on would sign a rewritten chain, and give numbers again that a restore has lost. */
async function refuseRewritten(config: Config, services: Services): Promise<void> {
  const problem =
    (await findRewrittenChain(services)) ??
    (config.environment === 'production' ? await findForeignDatabase(services) : undefined)
  if (problem !== undefined) throw new StartError(problem)
}

/** Once per database: rows of versions that wrote no MACs are trusted as they are found at the upgrade. */
async function adoptEarlierRows(services: Services, log: Log): Promise<void> {
  try {
    const count = await adoptRows(services)
    if (count > 0)
      log.warn({ count }, 'keys, operators and accounts of an earlier version are protected from now on')
  } catch (error) {
    throw error instanceof AdoptionRefused ? new StartError(error.message) : error
  }
}

function toStartError(error: unknown, config: Config): unknown {
  if (error instanceof DatabaseStartError) return new StartError(error.message)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new StartError(`port ${config.port} is taken: choose another one with PORT`)
  if (code === 'EACCES') return new StartError(`port ${config.port} may not be used by this user`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${config.host} is no address of this machine`)
  return error
}
