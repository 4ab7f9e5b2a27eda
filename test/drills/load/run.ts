import { parseArgs } from 'node:util'
import { runLoad } from './load-run.ts'

/** npm run prove -- load [SECONDS [SEED]] [--rows EARLIER_CHECKOUTS] */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string', default: '0' } },
})
const [seconds = '30', seed = String(Date.now() % 1_000_000)] = positionals
const { problems, ...figures } = await runLoad({
  phaseSeconds: Number(seconds),
  seed: Number(seed),
  rows: Number(values.rows),
  log: line => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
for (const problem of problems) process.stdout.write(`DEFECT ${problem}\n`)
process.stdout.write(`${problems.length} defects\n`)
process.exitCode = problems.length === 0 ? 0 : 1
