import type { App } from '../app/app.ts'
import { ROLES, type Role } from '../contract/desk.ts'
import {
  createOperator,
  disableOperator,
  enableOperator,
  findOperator,
  giveRole,
  listOperators,
  type Operator,
  resetOperator,
} from '../domains/operators/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isForgeryOf } from '../platform/crypto/row-mac.ts'
import { type Command, type CommandLine, getOption, getWord, presentTable } from './command.ts'

export const operatorCommands: Readonly<Record<string, Command>> = {
  'operators create': {
    async run(services, line) {
      const email = getOption(line, 'email')
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new InputError('--email must be an e-mail address')
      const wanted = { email, name: getOption(line, 'name'), role: getRole(line) }
      const credentials = await createOperator(services, wanted)
      if (credentials === undefined) throw new InputError(`${email} is registered already`)
      line.act?.tell(credentials.operatorId)
      return presentCredentials(credentials)
    },
  },

  'operators list': {
    async run({ database, secrets }) {
      const operators = await listOperators(database, secrets)
      return presentTable(
        ['ID', 'E-MAIL', 'NAME', 'ROLE', 'STATE'],
        operators.map(operator => [
          operator.id,
          operator.email,
          operator.name,
          operator.role,
          presentState(operator),
        ]),
      )
    },
  },

  'operators role': {
    async run(services, line) {
      const operator = await getOperator(services, line)
      await giveRole(services, operator, getRole(line)).catch(refuseForged)
      return `${operator.email} is ${getRole(line)} now`
    },
  },

  'operators disable': {
    async run(services, line) {
      const operator = await getOperator(services, line)
      await disableOperator(services, operator).catch(refuseForged)
      return `${operator.email} is disabled`
    },
  },

  'operators enable': {
    async run(services, line) {
      const operator = await getOperator(services, line)
      await enableOperator(services, operator).catch(refuseForged)
      return `${operator.email} may sign in again`
    },
  },

  'operators reset': {
    async run(services, line) {
      const role = line.options.role === undefined ? undefined : getRole(line)
      const operator = await getOperator(services, line)
      return presentCredentials(await resetOperator(services, operator, { role }).catch(refuseForged))
    },
  },

  'operators code': {
    async run(services, line) {
      const { email } = await getOperator(services, line)
      const code = await services.findTrialOperatorCode(email)
      if (code === undefined) throw new InputError(`${email} is not a demonstration operator`)
      return code
    },
  },
}

/** A forged operator is refused at the desk already; only new credentials make the row one of ours again. */
function refuseForged(error: unknown): never {
  if (isForgeryOf(error, 'operators'))
    throw new InputError(
      `${error.message}, and is refused at the desk: operators reset EMAIL --role ROLE repairs it`,
    )
  throw error
}

async function getOperator({ database, secrets }: App, line: CommandLine): Promise<Operator> {
  const email = getWord(line, 2, 'the e-mail of the operator')
  const operator = await findOperator(database, secrets, email)
  if (operator === undefined) throw new InputError(`there is no operator ${email}`)
  line.act?.tell(operator.id)
  return operator
}

function presentState({ isGenuine, disabledAt }: Operator): string {
  if (!isGenuine) return 'refused: changed outside the program'
  return disabledAt === undefined ? 'active' : `disabled ${disabledAt.toISOString().slice(0, 10)}`
}

function getRole(line: CommandLine): Role {
  const wanted = getOption(line, 'role')
  const role = ROLES.find(each => each === wanted)
  if (role === undefined) throw new InputError(`--role must be one of ${ROLES.join(', ')}`)
  return role
}

function presentCredentials({
  operatorId,
  password,
  totpLink,
}: Awaited<ReturnType<typeof resetOperator>>): string {
  return `Password       ${password}
Authenticator  ${totpLink}

Operator ${operatorId}. This is the only time they are shown: hand them over now, by two different ways.`
}
