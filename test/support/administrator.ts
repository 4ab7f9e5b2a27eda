import { Client } from 'pg'
import { startTestServer, type TestDatabase } from './database.ts'

/** Runs work as the server's superuser, whose rights the program never has: to tamper with data or inspect it. */
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
