import type { Services } from '../composition/services.ts'
import type { Keyring } from '../platform/deployment/keyring.ts'
import { type Command, UsageError } from './command.ts'

export const encryptionCommands: Readonly<Record<string, Command>> = {
  'encryption status': {
    usage: 'encryption status',
    purpose: 'tell whether ENCRYPTION_KEY_PREVIOUS is still needed',
    async run(services) {
      const { openedBy, rootWasConfigured } = getKeyring(services)
      return [
        openedBy === 'current'
          ? 'ENCRYPTION_KEY opens this database: ENCRYPTION_KEY_PREVIOUS is not needed'
          : 'ENCRYPTION_KEY_PREVIOUS opens this database: run encryption rotate',
        ...(rootWasConfigured ? [OLD_KEY_STAYS_SECRET] : []),
      ].join('\n')
    },
  },

  'encryption rotate': {
    usage: 'encryption rotate',
    purpose: 'make ENCRYPTION_KEY the key of this database in place of ENCRYPTION_KEY_PREVIOUS',
    isAudited: true,
    async run(services) {
      const keyring = getKeyring(services)
      if (keyring.openedBy === 'current') return 'ENCRYPTION_KEY is the key of this database already'
      await keyring.rotate(services.realClock.now())
      const done = 'done: start every program without ENCRYPTION_KEY_PREVIOUS'
      return keyring.rootWasConfigured ? `${done}\n${OLD_KEY_STAYS_SECRET}` : done
    },
  },
}

const OLD_KEY_STAYS_SECRET =
  'The data of this database was sealed under an ENCRYPTION_KEY itself: with that one and a copy of the database it ' +
  'can be read for ever. Destroy it once nobody needs it.'

function getKeyring({ keyring }: Services): Keyring {
  if (keyring === undefined) throw new UsageError('these services were made without a database to open')
  return keyring
}
