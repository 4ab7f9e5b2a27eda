import { drillUpgrade } from './drill.ts'
import { PREVIOUS_RELEASE } from './previous-program.ts'

/** npm run prove -- upgrade [EVENTS [SECONDS [SEED [RELEASE]]]]; WITHOUT_TESTS=1 skips the previous program's tests */
const [events = '100000', seconds = '10', seed = String(Date.now() % 1_000_000_000), named] =
  process.argv.slice(2)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const release = named ?? PREVIOUS_RELEASE
if (release === undefined)
  print('there is no earlier release: the committed program is upgraded to itself, with one more migration')
print(`seed ${seed}: from ${release ?? 'HEAD'}, ${events} past events`)
const { defects, figures } = await drillUpgrade({
  release,
  events: Number(events),
  sellingMs: Number(seconds) * 1000,
  seed: Number(seed),
  withTests: process.env.WITHOUT_TESTS !== '1',
  log: print,
})
print(JSON.stringify(figures, undefined, 2))
for (const defect of defects) print(`DEFECT ${defect}`)
print(`${defects.length} defects`)
process.exitCode = defects.length === 0 ? 0 : 1
