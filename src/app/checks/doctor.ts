import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { systemClock } from '../../kernel/clock.ts'
import { StartError } from '../../kernel/faults.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { probeSessions } from '../../platform/db/session-probe.ts'
import { findDeployment, getDeploymentId, WRONG_KEY } from '../../platform/deployment/deployment.ts'
import { presentSkew } from '../../platform/deployment/deployment-clock.ts'
import { createHeadMemory, openHeadFile } from '../../platform/deployment/kept-heads.ts'
import { openKeyring } from '../../platform/deployment/keyring.ts'
import { noMarks, openNumberMarks } from '../../platform/deployment/number-marks.ts'
import {
  embeddedDatabaseExists,
  startEmbeddedPostgres,
} from '../../platform/embedded-postgres/embedded-postgres.ts'
import { schemaIsCurrent } from '../../schema/migrate.ts'
import { readRoleRights } from '../../schema/role-rights.ts'
import { type App, createApp } from '../app.ts'
import { type Config, readConfig } from '../config/config.ts'
import { HEAD_FILE } from '../program.ts'
import {
  listAccountFindings,
  listChainFindings,
  listDemonstrationFindings,
  listForgottenFindings,
  listSellingFindings,
} from './data-findings.ts'
import { listRightsFindings, listServerFindings, listWriteFindings } from './database-findings.ts'
import { type Finding, isHealthy, missing, ok, type Topic, unknown } from './finding.ts'
import { listDiskFindings, listFolderFindings, listPageFindings } from './machine-findings.ts'
import { listPartnerFindings } from './partner-findings.ts'
import { listDeskFindings, listPayoutFindings } from './people-findings.ts'
import { findTopicOf, listSettingFindings } from './setting-findings.ts'

/** Topics that only the database answers. */
const STORED_TOPICS: readonly Topic[] = ['clock', 'chains', 'account', 'retailer', 'policy', 'key', 'desk']

const FOLDERS_FIRST = 'the folders come first'

/** Checks everything that a first purchase needs. Changes nothing, neither in the database nor on disk. */
export async function examine(env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const { config, problems } = readConfig(env)
  const wrong = problems.map(presentProblem)
  const folders = await listFolderFindings(config)
  const rest = [
    ...listSettingFindings(config),
    ...listPageFindings(config),
    ...folders,
    ...(isHealthy(folders) ? await listDiskFindings(config) : [unknown('disk', FOLDERS_FIRST)]),
    ...(await listPartnerFindings(config)),
    ...(await examineDatabase(config, wrong, isHealthy(folders))),
  ]
  const settings = wrong.length > 0 ? [] : [ok('settings', `${config.environment}, role ${config.role}`)]
  // `config` holds the default for a wrong setting, so its value means nothing.
  const wrongTopics = new Set(wrong.map(({ topic }) => topic))
  const all = [...wrong, ...settings, ...rest.filter(({ topic }) => !wrongTopics.has(topic))]
  const missingTopics = new Set(all.filter(({ verdict }) => verdict === 'missing').map(({ topic }) => topic))
  // A configured service that does not answer is not ok in any line.
  return all.filter(({ topic, verdict }) => verdict !== 'ok' || !missingTopics.has(topic))
}

function presentProblem(problem: string): Finding {
  return { topic: findTopicOf(problem), verdict: 'missing', text: problem, refusesStart: true }
}

async function examineDatabase(
  config: Config,
  wrong: readonly Finding[],
  hasFolders: boolean,
): Promise<Finding[]> {
  const isBlocked = wrong.some(({ topic }) => ['settings', 'secrets', 'database'].includes(topic))
  if (isBlocked) return listUnknown('settings and secrets come first')
  if (config.databaseUrl !== undefined)
    return examineServer(config, { connectionString: config.databaseUrl }, hasFolders)
  if (!hasFolders) return [unknown('database', FOLDERS_FIRST), ...listUnknown(FOLDERS_FIRST)]
  if (!embeddedDatabaseExists(config.dataDir))
    return [ok('database', 'the first start creates the embedded one')]
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} })
  try {
    return await examineServer(config, embedded.connection, hasFolders)
  } finally {
    await embedded.stop()
  }
}

async function examineServer(
  config: Config,
  connection: ClientConfig,
  hasFolders: boolean,
): Promise<Finding[]> {
  let database: Database | undefined
  try {
    const settingsOrigin = await probeSessions(connection)
    const poolSize = 2
    const applicationName = 'crediario-doctor'
    database = openDatabase({ connection, settingsOrigin, poolSize, applicationName, onError: () => {} })
    const server = [...(await listServerFindings(database)), ...(await listWriteFindings(database))]
    if (!isHealthy(server)) return [...server, ...listUnknown('the database comes first')]
    return [...server, ...(await examineSchema(config, database, hasFolders))]
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const fix = 'check DATABASE_URL, and that the server runs'
    return [missing('database', withoutStop(error.message), fix), ...listUnknown('the database comes first')]
  } finally {
    await database?.close()
  }
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

async function examineSchema(config: Config, database: Database, hasFolders: boolean): Promise<Finding[]> {
  if (!(await schemaIsCurrent(database).catch(() => false))) {
    const text = 'the schema is not the one of this program'
    const fix =
      'run `npm run crediario -- database migrate` with DATABASE_MIGRATION_URL, or let the first start make it'
    return [missing('database', text, fix), ...listUnknown('the schema comes first')]
  }
  const rights = listRightsFindings(await readRoleRights(database), config.environment)
  if (!isHealthy(rights)) return [...rights, ...listUnknown('the rights come first')]
  return [...rights, ...(await examineDeployment(config, database, hasFolders))]
}

async function examineDeployment(
  config: Config,
  database: Database,
  hasFolders: boolean,
): Promise<Finding[]> {
  const deployment = await findDeployment(database)
  if (deployment === undefined) {
    const services = createApp({ config, database, pixApi: 'none' })
    return withClose(services, () => examineData(config, services))
  }
  if (deployment.environment !== config.environment) {
    const text = `this database belongs to ${deployment.environment}, but ENVIRONMENT is ${config.environment}`
    const fix = 'set the DATABASE_URL or the ENVIRONMENT that belong together'
    return [missing('database', text, fix), ...listUnknown('the database comes first')]
  }
  const { encryptionKey: current, previousEncryptionKey: previous } = config
  const keyring = await openKeyring(database, { current, previous, ownRootKey: false }, systemClock.now())
  if (keyring === undefined) {
    const fix = 'restore the ENCRYPTION_KEY of this database'
    return [missing('secrets', WRONG_KEY, fix), ...listUnknown('the key comes first')]
  }
  const id = await getDeploymentId(database)
  const kept = hasFolders
    ? {
        keptHeads: openHeadFile(join(config.dataDir, HEAD_FILE), id),
        marks: openNumberMarks(join(config.marksDir, id)),
      }
    : { keptHeads: createHeadMemory(), marks: noMarks }
  const services = createApp({ config, database, keyring, pixApi: 'none', ...kept })
  return withClose(services, () => examineData(config, services))
}

async function withClose(services: App, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work()
  } finally {
    await services.close()
    await services.marks.close()
  }
}

async function examineData(config: Config, services: App): Promise<Finding[]> {
  const { deploymentClock: clock } = services
  await clock.refresh()
  const chains = [...(await listForgottenFindings(services)), ...(await listChainFindings(services))]
  return [
    clock.isSound
      ? ok('clock', `${Math.abs(clock.skewMs)} ms from the database’s`)
      : missing('clock', presentSkew(clock.skewMs), 'set it by NTP'),
    ...(chains.length > 0
      ? chains
      : [ok('chains', 'books, audit log and numbers continue from what was signed here')]),
    ...(await listDemonstrationFindings(services)),
    ...(await listAccountFindings(services)),
    ...(await listSellingFindings(services)),
    ...(await listDeskFindings(services, config)),
    ...(await listPayoutFindings(services)),
  ]
}

function listUnknown(reason: string): Finding[] {
  return STORED_TOPICS.map(topic => unknown(topic, reason))
}
