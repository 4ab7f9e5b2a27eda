import type { App } from '../app/app.ts'
import { EXCHANGE_WAITS, type Exchange, finishExchange, isUnfinished } from '../app/upkeep/exchange-keys.ts'
import { InputError } from '../kernel/faults.ts'
import type { DataKeyRow } from '../platform/deployment/data-key-store.ts'
import type { Keyring } from '../platform/deployment/keyring.ts'
import { countBoxes } from '../platform/deployment/reseal.ts'
import type { Command } from './command.ts'

export const encryptionCommands = createEncryptionCommands()

export function createEncryptionCommands(waits = EXCHANGE_WAITS): Readonly<Record<string, Command>> {
  return {
    'encryption status': {
      async run(services) {
        const keyring = getKeyring(services)
        const rows = await keyring.refresh()
        const counts = await countBoxes(services.database)
        return [
          keyring.openedBy === 'current'
            ? 'ENCRYPTION_KEY opens this database: ENCRYPTION_KEY_PREVIOUS is not needed'
            : 'ENCRYPTION_KEY_PREVIOUS opens this database: run encryption rotate',
          ...presentKeys(rows, counts),
          ...(isUnfinished(rows, services.realClock.now()) ? [UNFINISHED] : []),
          ...(keyring.rootWasConfigured ? [OLD_KEY_STAYS_SECRET] : []),
        ].join('\n')
      },
    },

    'encryption rotate': {
      async run(services, { report = () => {} }) {
        const keyring = getKeyring(services)
        const { realClock } = services
        if (keyring.openedBy === 'previous') await keyring.rotate(realClock.now())
        if (!isUnfinished(await keyring.refresh(), realClock.now()))
          return 'ENCRYPTION_KEY is the key of this database already'
        const exchange = await finishExchange({ ...services, keyring }, report, waits)
        return [
          ...presentExchange(exchange),
          'done: start every program without ENCRYPTION_KEY_PREVIOUS',
          ...(keyring.rootWasConfigured ? [OLD_KEY_STAYS_SECRET] : []),
        ].join('\n')
      },
    },
  }
}

const UNFINISHED = 'an exchange has not ended: run encryption rotate again'

const OLD_KEY_STAYS_SECRET =
  'Blind indexes, MACs and signatures of this database derive from an ENCRYPTION_KEY itself: anybody who has it can ' +
  'guess CPFs from their indexes and forge rows at any time. Destroy it once it is no longer needed.'

function presentKeys(rows: readonly DataKeyRow[], counts: ReadonlyMap<number, number>): string[] {
  const known = rows.length === 0 ? [{ id: 1, activeAt: null, retiredAt: null }] : rows
  const states = new Map(known.map(row => [row.id, presentState(row)]))
  const ids = [...new Set([...states.keys(), ...counts.keys()])].toSorted((one, other) => one - other)
  return ids.map(id => `data key ${id} (${states.get(id) ?? 'unknown'}): ${counts.get(id) ?? 0} boxes`)
}

function presentState({ id, activeAt, retiredAt }: Pick<DataKeyRow, 'id' | 'activeAt' | 'retiredAt'>) {
  if (retiredAt !== null) return 'retired'
  return id === 1 || activeAt !== null ? 'in use' : 'announced'
}

function presentExchange({ resealed, forgotten, damaged, removed }: Exchange): string[] {
  return [
    `${resealed} boxes sealed again`,
    ...(forgotten > 0 ? [`${forgotten} boxes of people who were forgotten stay as they are`] : []),
    ...(damaged > 0
      ? [`${damaged} boxes do not open: they stay as they are, and no data key is removed`]
      : []),
    ...removed.map(id => `data key ${id} was removed`),
  ]
}

function getKeyring({ keyring }: App): Keyring {
  if (keyring === undefined) throw new InputError('this command needs a database')
  return keyring
}
