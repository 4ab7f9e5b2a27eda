import { parseCpf } from '../brazil/cpf.ts'
import { forgetPerson, StillNeeded } from '../flows/upkeep/forget-person.ts'
import { type Command, readLine, UsageError } from './command.ts'

/** What is to be forgotten must not stay behind in places that nobody thinks of. */
const NOT_AS_ARGUMENT =
  'the CPF must not be an argument, which stays in the shell history and in the log of npm (delete it there): give it when asked, or by a pipe'

export const peopleCommands: Readonly<Record<string, Command>> = {
  'people forget': {
    usage: 'people forget',
    purpose:
      'ask for a CPF, or read it from a pipe, and make everything stored about that person unreadable for ever; books and audit log stay',
    isAudited: true,
    async run(services, line) {
      if (line.words[2] !== undefined) throw new UsageError(NOT_AS_ARGUMENT)
      const cpf = parseCpf(await readLine('CPF: '))
      if (cpf === undefined) throw new UsageError('that is not a valid CPF')
      try {
        const { retailers, purchases } = await forgetPerson(services, cpf)
        return `forgotten: known to ${retailers} retailers, ${purchases} purchases`
      } catch (error) {
        throw error instanceof StillNeeded ? new UsageError(`not forgotten: ${error.message}`) : error
      }
    },
  },
}
