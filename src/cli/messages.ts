import { optIn, optOut, parseAddress } from '../domains/messaging/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, type CommandLine, readLine } from './command.ts'

const NOT_AS_ARGUMENT =
  'the address must not be an argument, which stays in the shell history and in the log of npm (delete it there): give it when asked, or by a pipe'

export const messageCommands: Readonly<Record<string, Command>> = {
  'messages stop': {
    async run({ database, secrets, clock }, line) {
      const address = await readAddress(line)
      const isNew = await optOut(database, secrets, address, clock.now())
      return isNew ? 'stopped' : 'already stopped'
    },
  },
  'messages resume': {
    async run({ database, secrets }, line) {
      const wasStopped = await optIn(database, secrets, await readAddress(line))
      return wasStopped ? 'resumed' : 'it was not stopped'
    },
  },
}

async function readAddress({ words }: CommandLine) {
  if (words[2] !== undefined) throw new InputError(NOT_AS_ARGUMENT)
  const address = parseAddress(await readLine('Phone or e-mail: '))
  if (address === undefined) throw new InputError('that is neither a phone number nor an e-mail address')
  return address
}
