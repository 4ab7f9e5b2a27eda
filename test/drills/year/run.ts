import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { liveYear } from './year.ts'

/** npm run prove -- year [PURCHASES [SEED [FOLDER]]] */
const [purchases = '57', seed = '7', wanted] = process.argv.slice(2)
const folder = wanted ?? mkdtempSync(join(tmpdir(), 'crediario-year-'))
mkdirSync(folder, { recursive: true })
const { figures, defects } = await liveYear({
  purchases: Number(purchases),
  days: 395,
  seed: Number(seed),
  folder,
  log: line => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\nreports in ${folder}\n`)
for (const defect of defects) process.stdout.write(`DEFECT ${defect}\n`)
process.stdout.write(`${defects.length} defects\n`)
process.exitCode = defects.length === 0 ? 0 : 1
