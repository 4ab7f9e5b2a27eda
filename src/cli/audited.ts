import { hostname, userInfo } from 'node:os'
import type { App } from '../app/app.ts'
import { recordAudit } from '../domains/audit/index.ts'
import { InputError } from '../kernel/faults.ts'
import type { Command, CommandLine } from './command.ts'

/** Options whose values are ids and codes, never about a person. */
const WRITTEN_OPTIONS = [
  'retailer',
  'account',
  'scopes',
  'expires',
  'rate-limit',
  'publishable',
  'role',
  'bank',
  'all',
]
const ID = /^[0-9a-f]{24}$/
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'@_-]{1,79}$/u

/**
 * Runs a command that changes something. The audit log names the person before anything happens, so that no change is
 * without a trace, and records the result afterwards.
 */
export async function runAudited(services: App, command: Command, line: CommandLine): Promise<string> {
  const { database, realClock } = services
  const person = choosePerson(services, line)
  const name = line.words.slice(0, 2).join(' ')
  const begun = {
    by: 'command line',
    as: person,
    user: describeUser(),
    command: name,
    ...listWritten(line),
  } as const
  await recordAudit(
    database,
    { operatorId: undefined, action: 'command.begin', details: begun },
    realClock.now(),
  )
  let subject: string | undefined
  let more: Readonly<Record<string, string | number>> = {}
  const act = {
    person,
    tell: (id: string | undefined, details: typeof more = {}): void => {
      subject = id
      more = details
    },
  }
  const finish = (action: 'command.done' | 'command.failed'): Promise<void> => {
    const details = { by: 'command line', as: person, command: name, ...more } as const
    return recordAudit(database, { operatorId: undefined, action, subject, details }, realClock.now())
  }
  let answer: string
  try {
    answer = await command.run(services, { ...line, act })
  } catch (error) {
    await finish('command.failed')
    throw error
  }
  await finish('command.done')
  return answer
}

/** Production requires a name; homologation uses the user of this machine. */
function choosePerson({ isProduction }: App, { options }: CommandLine): string {
  const name = options.as
  if (name === undefined && !isProduction) return describeUser()
  if (name === undefined)
    throw new InputError('--as is missing: the audit log names the person who does this')
  if (typeof name !== 'string' || !NAME.test(name))
    throw new InputError('--as must be the name of a person, at most 80 characters')
  return name
}

function describeUser(): string {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    // A container may run under a number without a name.
    return `${process.getuid?.() ?? 'unknown'}@${hostname()}`
  }
}

function listWritten({ words, options }: CommandLine): Record<string, string> {
  const written = WRITTEN_OPTIONS.flatMap(name => {
    const value = options[name]
    return value === undefined ? [] : [[name, String(value).slice(0, 200)] as const]
  })
  const id = words.find(word => ID.test(word))
  return Object.fromEntries([...written, ...(id === undefined ? [] : [['id', id] as const])])
}
