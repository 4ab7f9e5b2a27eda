import { killUnderLoad } from './kill-under-load.ts'

/** Long enough for a busy machine to serve something between two kills. */
const LONGEST_LIFE_MS = 3_000
const PATIENCE_MS = 20_000

/** npm run prove -- kills [KILLS [SEED]] */
const [kills = '200', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
const { defects, ...figures } = await killUnderLoad({
  kills: Number(kills),
  seed: Number(seed),
  longestLifeMs: LONGEST_LIFE_MS,
  patienceMs: PATIENCE_MS,
  log: line => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
for (const defect of defects) process.stdout.write(`DEFECT ${defect}\n`)
process.stdout.write(`${defects.length} defects\n`)
process.exitCode = defects.length === 0 ? 0 : 1
