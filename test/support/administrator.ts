import { Client } from 'pg'
import { startTestServer, type TestDatabase } from './database.ts'

/** Runs work with the rights of whoever owns the whole server, which the program never has: to tamper, or to look behind. */
export async function asAdministratorOf<T>(
  { connection }: TestDatabase,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const server = await startTestServer()
  const client = new Client({ ...server.administrator, database: connection.database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await server.stop()
  }
}
