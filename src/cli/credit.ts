import { readFile } from 'node:fs/promises'
import type { App } from '../app/app.ts'
import { RequestError } from '../contract/errors.ts'
import type { Replay } from '../domains/credit/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, getOption, getRetailerId, getWord } from './command.ts'

export const creditCommands: Readonly<Record<string, Command>> = {
  'policies show': {
    async run(services, line) {
      const current = await findCurrent(services, await getRetailerId(services, line))
      return JSON.stringify(current.document, null, 2)
    },
  },

  'policies example': {
    run: async ({ examplePolicy }) => JSON.stringify(examplePolicy, null, 2),
  },

  'policies publish': {
    async run(services, line) {
      const file = getOption(line, 'file')
      const retailerId = await getRetailerId(services, line)
      const document = await readJson(file)
      try {
        const published = await services.credit.policies.publish(retailerId, document)
        line.act?.tell(published.id, { version: published.version })
        return `version ${published.version} is in force (${published.id})`
      } catch (error) {
        if (error instanceof InputError)
          throw new InputError(`${file} is not a valid policy:\n${error.message}`)
        throw error
      }
    },
  },

  'decisions replay': {
    async run({ credit }, line) {
      if (line.options.all === true) return replayAll(credit)
      const id = getWord(line, 2, 'the tracking id of the call')
      const replay = await credit.replay(id)
      if (replay === undefined) throw new InputError(`there is no decision ${id}`)
      if (!replay.matches) throw new InputError(presentMismatch(replay))
      return JSON.stringify({ ...replay.stored, trace: replay.decision?.trace }, null, 2)
    },
  },
}

async function findCurrent(services: App, retailerId: string) {
  try {
    return await services.credit.policies.getCurrent(retailerId)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw new InputError(`${retailerId} has no policy yet: begin with policies example`)
  }
}

function presentMismatch({ stored, decision }: Replay): string {
  return decision === undefined
    ? `the stored inputs of ${stored.id} cannot be opened: they were changed`
    : `${stored.id} was answered with ${stored.result}, but its inputs give ${JSON.stringify(decision)}`
}

async function replayAll(credit: Parameters<Command['run']>[0]['credit']): Promise<string> {
  let count = 0
  const differing: string[] = []
  for await (const replay of credit.replayAll()) {
    count += 1
    if (!replay.matches) differing.push(replay.stored.id)
  }
  if (differing.length > 0) {
    throw new InputError(
      `${differing.length} of ${count} decisions do not replay: ${differing.slice(0, 20).join(', ')}`,
    )
  }
  return `${count} decisions replayed, all with the stored result`
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new InputError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`)
  }
}
