import { readFile, rename } from 'node:fs/promises'
import { Client, type ClientConfig } from 'pg'
import { writePassword } from './server-folders.ts'

const answerTimeoutMs = 10_000

/**
 * The superuser's connection, with its own password. A database of an earlier version has none: `shared` still signs in
 * with the program's, and gets one now. The draft of the file outlives a crash, so that a password once set is known.
 */
export async function separateAdministrator(shared: ClientConfig, path: string): Promise<ClientConfig> {
  const kept = await readPassword(path)
  if (kept !== undefined) return { ...shared, password: kept }
  const draft = `${path}.new`
  const password = (await readPassword(draft)) ?? (await writePassword(draft))
  await setPassword(shared, password)
  await rename(draft, path)
  return { ...shared, password }
}

async function readPassword(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text === '' ? undefined : text
}

async function setPassword(shared: ClientConfig, password: string): Promise<void> {
  const client = new Client({
    ...shared,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`ALTER ROLE ${client.escapeIdentifier(String(shared.user))} PASSWORD '${password}'`)
  } catch (error) {
    // It was set just before a crash: the program's password is wrong already.
    if (!(error instanceof Error && 'code' in error && error.code === '28P01')) throw error
  } finally {
    await client.end().catch(() => {})
  }
}
