import type { Database, Statement } from '../db/database.ts'
import type { FileStore } from './file-store.ts'

const INSERT: Statement = {
  name: 'stored-files.insert',
  text: 'INSERT INTO stored_files (name, box) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
}
const EXISTS: Statement = {
  name: 'stored-files.exists',
  text: 'SELECT name FROM stored_files WHERE name = $1',
}
const SELECT: Statement = {
  name: 'stored-files.find',
  text: 'SELECT box FROM stored_files WHERE name = $1',
}

export function createDatabaseStore(database: Database): FileStore {
  return {
    async put(name, box) {
      // Checks first, so that megabytes that are already stored are not sent again.
      if ((await database.run(EXISTS, [name])).length === 0) await database.run(INSERT, [name, box])
    },
    async get(name) {
      return (await database.run<{ box: Buffer }>(SELECT, [name]))[0]?.box
    },
  }
}
