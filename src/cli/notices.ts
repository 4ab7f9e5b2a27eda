import { LOAN_NOTICE_KINDS } from '../contract/desk-loans.ts'
import { RequestError } from '../contract/errors.ts'
import { serveAgain } from '../domains/collection/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { type Command, getOption, getWord } from './command.ts'
import { getProvenPerson } from './proof.ts'

export const noticeCommands: Readonly<Record<string, Command>> = {
  'notices serve': {
    async run(services, line) {
      const transactionId = getWord(line, 2, 'TRANSACTION_ID')
      if (!isId(transactionId)) throw new InputError(`${transactionId} is not a transaction id`)
      const wanted = getOption(line, 'kind')
      const kind = LOAN_NOTICE_KINDS.find(each => each === wanted)
      if (kind === undefined) throw new InputError(`--kind must be one of ${LOAN_NOTICE_KINDS.join(', ')}`)
      const operator = await getProvenPerson(services, line, 'loan.serve')
      const id = await serveAgain(services, operator, { transactionId, kind }).catch((error: unknown) => {
        throw error instanceof RequestError ? new InputError(error.message) : error
      })
      line.act?.tell(transactionId, { notice: id, kind })
      return `${id} is served in the next hours in which customers may be contacted`
    },
  },
}
