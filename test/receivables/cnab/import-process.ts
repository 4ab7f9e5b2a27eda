import { createApp } from '../../../src/app/app.ts'
import { parseConfig } from '../../../src/app/config/config.ts'
import { bankCommands } from '../../../src/cli/bank.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'

/** An import in its own process, for tests to kill. Arguments: the connection as JSON, then the file. */
const [connection = '', file = ''] = process.argv.slice(2)
const database = openDatabase({
  connection: JSON.parse(connection),
  poolSize: 5,
  applicationName: 'crediario-import',
  onError: () => {},
})
const services = createApp({ config: parseConfig({}), database })
process.stdout.write('ready\n')
await bankCommands['bank import']?.run(services, { words: [], options: { file } })
await database.close()
