import { killDeliverers } from './kill-deliverers.ts'

/** npm run prove -- webhooks [EVENTS [KILLS [SEED]]] */
const [events = '20000', kills = '10', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
const { defects, ...figures } = await killDeliverers({
  events: Number(events),
  kills: Number(kills),
  seed: Number(seed),
  log: line => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
for (const defect of defects.slice(0, 100)) process.stdout.write(`DEFECT ${defect}\n`)
process.stdout.write(`${defects.length} defects\n`)
process.exitCode = defects.length === 0 ? 0 : 1
