import { fileEvidence } from '../app/upkeep/file-evidence.ts'
import { InputError } from '../kernel/faults.ts'
import type { Command } from './command.ts'

/** Size of one run, after which the command reports its progress. */
const RUN_MS = 30_000

export const fileCommands: Readonly<Record<string, Command>> = {
  'files move': {
    async run(services, line) {
      if (!services.files.isOutside) throw new InputError('FILES_URL names no place outside the database')
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
