import { startWithBaseBackup } from './embedded-backup.ts'
import { restoreThenSell } from './restore-then-sell.ts'

const SECONDS = 20

/** npm run prove -- restore [ROUNDS [SEED]] */
const [rounds = '3', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
const { defects, ...figures } = await restoreThenSell({
  startServer: startWithBaseBackup,
  rounds: Number(rounds),
  seconds: SECONDS,
  seed: Number(seed),
  log: line => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
for (const defect of defects) process.stdout.write(`DEFECT ${defect}\n`)
process.stdout.write(`${defects.length} defects\n`)
process.exitCode = defects.length === 0 ? 0 : 1
