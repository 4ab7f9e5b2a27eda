import { searchEverywhere } from './privacy-run.ts'

/** npm run prove -- privacy [PEOPLE [SEED]] */
const [people = '500', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const { figures, defects } = await searchEverywhere({
  people: Number(people),
  seed: Number(seed),
  log: line => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
for (const defect of defects) process.stdout.write(`DEFECT ${defect}\n`)
process.stdout.write(`${defects.length} defects\n`)
process.exitCode = defects.length === 0 ? 0 : 1
