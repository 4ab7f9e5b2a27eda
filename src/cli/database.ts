import { parseMigrationUrl } from '../app/config/config.ts'
import { skipForgottenNumbers } from '../app/upkeep/forgotten-numbers.ts'
import { InputError } from '../kernel/faults.ts'
import { requireOwnSessions } from '../platform/db/session-probe.ts'
import { migrate } from '../schema/migrate.ts'
import { nameRoles, presentRoleScript } from '../schema/role-script.ts'
import type { Command, OfflineCommand } from './command.ts'

const DEFAULT_NAME = 'crediario'

export const restoreCommands: Readonly<Record<string, Command>> = {
  'database after-restore': {
    acceptsForgotten: true,
    async run(services) {
      const forgotten = await skipForgottenNumbers(services)
      if (forgotten.length === 0) return 'no number was forgotten'
      return forgotten.map(({ name, known, mark }) => `${name}: ${known} -> ${mark}`).join('\n')
    },
  },
}

export const databaseCommands: Readonly<Record<string, OfflineCommand>> = {
  'database migrate': {
    async runOffline() {
      const url = parseMigrationUrl(process.env)
      if (url === undefined)
        throw new InputError(
          'DATABASE_MIGRATION_URL is missing: without it the program migrates its schema itself when it starts',
        )
      const lines: string[] = []
      const log = (line: string): void => void lines.push(line)
      await requireOwnSessions({ connectionString: url })
      await migrate({ connection: { connectionString: url }, grantsToOtherRoles: true, log })
      return [...lines, 'the schema is up to date'].join('\n')
    },
  },

  'database roles': {
    async runOffline({ options: { name = DEFAULT_NAME } }) {
      if (!/^[a-z][a-z0-9_]{0,39}$/.test(String(name)))
        throw new InputError('--name must be lower-case letters, digits and _, at most 40')
      return presentRoleScript(nameRoles(String(name)))
    },
  },
}
