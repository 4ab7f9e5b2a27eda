import { runLoad } from './load-run.ts'

/** npm run load [-- SECONDS [SEED]] */
const [seconds = '30', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const { problems, ...figures } = await runLoad({
  phaseSeconds: Number(seconds),
  seed: Number(seed),
  log: line => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
for (const problem of problems) process.stdout.write(`DEFECT ${problem}\n`)
process.stdout.write(`${problems.length} defects\n`)
process.exitCode = problems.length === 0 ? 0 : 1
