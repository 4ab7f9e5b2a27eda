import { openDatabase } from '../../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts'

/**
 * A program for the tests to kill: it uses the embedded database of a folder, writes `ready` and the settings to
 * connect with, and with a starting number inserts rows, writing each number once the database has acknowledged it.
 */
const [dataDir = '', firstId] = process.argv.slice(2)

const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const database = openDatabase({
  connection: server.connection,
  poolSize: 4,
  applicationName: 'insert-load',
  onError: () => {},
})

let isStopping = false
async function insertFrom(first: number, step: number): Promise<void> {
  const statement = { name: 'insert', text: 'INSERT INTO load (id) VALUES ($1)' }
  for (let id = first; !isStopping; id += step) {
    try {
      await database.run(statement, [id])
      process.stdout.write(`${id}\n`)
    } catch {
      // Not acknowledged: the row may or may not be there, so the number is not used again.
    }
  }
}

const inserting =
  firstId === undefined ? [] : [0, 1, 2, 3].map(offset => insertFrom(Number(firstId) + offset, 4))

process.on('SIGTERM', async () => {
  isStopping = true
  await Promise.all(inserting)
  await database.close()
  await server.stop()
})
process.stdout.write('ready\n')
