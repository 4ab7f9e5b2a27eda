import { parseCpf } from '../brazil/cpf.ts'
import { forgetPerson, StillNeeded } from '../flows/upkeep/forget-person.ts'
import { type Command, getWord, UsageError } from './command.ts'

export const peopleCommands: Readonly<Record<string, Command>> = {
  'people forget': {
    usage: 'people forget CPF',
    purpose: 'make everything stored about a person unreadable for ever; books and audit log stay',
    isAudited: true,
    async run(services, line) {
      const cpf = parseCpf(getWord(line, 2, 'the CPF'))
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
