import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { nameRoles, presentRoleScript, type RoleNames } from '../../src/schema/role-script.ts'
import { startTestServer } from './database.ts'

/** An empty database after the administrator's role script, before any migration. */
export interface RoleDatabase {
  readonly names: RoleNames
  connectionOf(role: string): ClientConfig
  urlOf(role: string): string
  open(role: string): Database
  /** Runs SQL as a superuser, in this database or another one. */
  administrate<T>(work: (client: Client) => Promise<T>, database?: string): Promise<T>
  runScript(database?: string): Promise<void>
  /** Databases in which these roles own anything must be dropped first. */
  close(): Promise<void>
}

export async function openRoleDatabase(): Promise<RoleDatabase> {
  const server = await startTestServer()
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const names = nameRoles(name)
  const roles = Object.values(names)
  const { password } = server.connection
  const opened: Database[] = []

  const administrate: RoleDatabase['administrate'] = async (work, database = name) => {
    const client = new Client({ ...server.administrator, database })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const runScript: RoleDatabase['runScript'] = async database => {
    await administrate(client => client.query(presentRoleScript(names)), database)
  }
  const connectionOf = (user: string): ClientConfig => ({ ...server.connection, user, database: name })

  await administrate(client => client.query(`CREATE DATABASE ${name}`), 'postgres')
  await runScript()
  for (const role of roles)
    await administrate(client => client.query(`ALTER ROLE ${role} PASSWORD '${password}'`))

  return {
    names,
    administrate,
    runScript,
    connectionOf,
    urlOf(role) {
      const { host, port } = server.connection
      const place = `host=${encodeURIComponent(String(host))}&port=${port}`
      return `postgres://${role}:${encodeURIComponent(String(password))}@localhost/${name}?${place}`
    },
    open(role) {
      const connection = connectionOf(role)
      const database = openDatabase({ connection, poolSize: 10, applicationName: role, onError: () => {} })
      opened.push(database)
      return database
    },
    async close() {
      for (const database of opened) await database.close()
      await administrate(client => client.query(`DROP DATABASE ${name} WITH (FORCE)`), 'postgres')
      await administrate(client => client.query(`DROP ROLE ${roles.join(', ')}`), 'postgres')
      await server.stop()
    },
  }
}
