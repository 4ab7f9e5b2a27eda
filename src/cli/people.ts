import { forgetPerson } from '../app/upkeep/forget-person.ts'
import { parseCpf } from '../brazil/cpf.ts'
import { answerRequest, listOpenRequests } from '../domains/customers/index.ts'
import { InputError, Refused } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { type Command, readLine } from './command.ts'

/** Data to be forgotten must not remain in the shell history or in logs. */
const NOT_AS_ARGUMENT =
  'the CPF must not be an argument, which stays in the shell history and in the log of npm (delete it there): give it when asked, or by a pipe'

export const peopleCommands: Readonly<Record<string, Command>> = {
  'people forget': {
    async run(services, line) {
      if (line.words[2] !== undefined) throw new InputError(NOT_AS_ARGUMENT)
      const cpf = parseCpf(await readLine('CPF: '))
      if (cpf === undefined) throw new InputError('that is not a valid CPF')
      try {
        const { retailers, purchases } = await forgetPerson(services, cpf)
        return `forgotten: known to ${retailers} retailers, ${purchases} purchases`
      } catch (error) {
        throw error instanceof Refused ? new InputError(`not forgotten: ${error.message}`) : error
      }
    },
  },
  'people requests': {
    async run({ database, secrets }) {
      const requests = await listOpenRequests(database, secrets)
      if (requests.length === 0) return 'no request waits for an answer'
      return requests
        .map(({ id, kind, transactionId, answerUntil, text }) =>
          [
            `${id}  ${kind}  answer until ${answerUntil}`,
            ...(transactionId ? [`  purchase ${transactionId}`] : []),
            `  ${text}`,
          ].join('\n'),
        )
        .join('\n')
    },
  },
  'people answer': {
    async run({ database, secrets, clock }, line) {
      const [, , id = ''] = line.words
      if (!isId(id)) throw new InputError('name the request by its id: people requests lists them')
      const text = (await readLine('Answer: ')).trim()
      if (text === '') throw new InputError('an answer must not be empty')
      if (!(await answerRequest(database, secrets, { id, text }, clock.now())))
        throw new InputError('no open request has this id')
      return `answered: ${id}`
    },
  },
}
