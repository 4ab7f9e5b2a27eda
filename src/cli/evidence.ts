import { readFile } from 'node:fs/promises'
import { fileEvidence } from '../app/upkeep/file-evidence.ts'
import { presentPublicKey, verifyBundle } from '../domains/contracts/index.ts'
import { exportEvidence } from '../domains/onboarding/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, getWord, type OfflineCommand } from './command.ts'

/** Size of one run, after which the command reports its progress. */
const RUN_MS = 30_000

export const evidenceCommands: Readonly<Record<string, Command>> = {
  'evidence export': {
    async run(services, line) {
      const id = getWord(line, 2, 'the id of the transaction')
      const bundle = await exportEvidence(services, id)
      if (bundle === undefined) throw new InputError(`transaction ${id} was not signed`)
      line.act?.tell(id)
      return bundle
    },
  },

  'evidence key': {
    run: async ({ secrets }) => presentPublicKey(secrets.evidence),
  },

  'files move': {
    async run(services, line) {
      if (!services.files.isOutside) throw new InputError('FILES_URL is not a place outside the database')
      // New files are left to the worker.
      const startedAtMs = services.clock.now().getTime()
      let moved = 0
      for (;;) {
        const afterMs = services.clock.now().getTime() - startedAtMs
        const count = await fileEvidence(services, { afterMs, longestMs: RUN_MS })
        if (count === 0) break
        moved += count
        line.report?.(`${moved} moved`)
      }
      line.act?.tell(undefined, { moved })
      return `${moved} files moved to FILES_URL`
    },
  },
}

export const evidenceChecks: Readonly<Record<string, OfflineCommand>> = {
  'evidence verify': {
    async runOffline(line) {
      const path = getWord(line, 2, 'the file')
      const { key } = line.options
      if (typeof key !== 'string' || key === '')
        throw new InputError(
          '--key is missing: give the public key that the lender has published (evidence key prints it). Anybody can seal a bundle with a key of their own and enclose that key',
        )
      const { problems, statement } = verifyBundle(takeBundle(await readBundle(path)), key)
      if (problems.length > 0 || statement === undefined)
        throw new InputError(`the evidence is not valid: ${problems.join('; ')}`)
      const { transactionId, contractHash, signedAt } = statement
      return [
        `transaction ${transactionId}, signed at ${signedAt}`,
        `contract ${contractHash}`,
        `sealed with key ${key}`,
        'contract, document, pictures and seal belong together and are unchanged',
      ].join('\n')
    },
  },
}

async function readBundle(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new InputError(`${path} cannot be read`, { cause: error })
  }
}

/** npm prints the command before the bundle, and the command line adds a line break after it. */
function takeBundle(text: string): string {
  const start = text.startsWith('{') ? 0 : text.indexOf('\n{') + 1
  return text.slice(start).replace(/\n$/, '')
}
