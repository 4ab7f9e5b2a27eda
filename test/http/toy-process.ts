import { openDatabase } from '../../src/platform/db/database.ts'
import { startToyServer } from './toy-server.ts'

/** The toy server in its own process, for tests to kill. Prints its address when it is ready. */
const connection = JSON.parse(process.argv[2] ?? '{}')
const database = openDatabase({ connection, poolSize: 4, applicationName: 'toy', onError: () => {} })
const server = await startToyServer({ database, connection })
console.log(server.url)
