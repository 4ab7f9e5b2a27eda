import { Figures } from './figures.ts'
import { newDice } from './life.ts'
import { liveTogether } from './world.ts'

/** npm run prove -- lives [COUNT [SEED]] */
const [count = '10000', seed = '7'] = process.argv.slice(2)
/** In one database. */
const LIVES_AT_ONCE = 500

const begin = performance.now()
const log = (line: string): void => void process.stdout.write(`${line}\n`)
const total = new Figures()
const summarize = (): string =>
  `${total.lives} lives, ${total.actCount} acts, ${total.comparisons} comparisons, ${total.deviations.length} deviations`
for (let world = 0; total.lives < Number(count); world++) {
  const lives = Math.min(LIVES_AT_ONCE, Number(count) - total.lives)
  const own = Number(seed) + world
  const dice = newDice(own, 2_000_000)
  const steps = [
    ...Array.from({ length: 48 }, () => 1 + dice.roll(7)),
    ...Array.from({ length: 20 }, () => 25 + dice.roll(20)),
  ]
  const found = await liveTogether({ lives, seed: own, steps, log })
  total.add(found)
  log(`${summarize()}, ${Math.round((performance.now() - begin) / 1_000)} s`)
}
for (const act of [...new Set([...total.acts.keys(), ...total.declined.keys()])].toSorted()) {
  const declined = total.declined.get(act) ?? 0
  const why = declined === 0 ? '' : `; ${declined} declined, last: ${total.reasons.get(act)?.slice(0, 160)}`
  log(`  ${act}: ${total.acts.get(act) ?? 0}${why}`)
}
log(summarize())
log(`${total.deviations.length} defects`)
process.exitCode = total.deviations.length === 0 ? 0 : 1
