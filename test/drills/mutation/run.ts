import { AREAS } from './areas.ts'
import { mutateArea } from './mutate-area.ts'

/** npm run prove -- mutation [--again] [AREA…] */
const GOAL_PERCENT = 85
const words = process.argv.slice(2)
const isAgain = words.includes('--again')
const named = words.filter(word => !word.startsWith('--'))
const names = named.length === 0 ? Object.keys(AREAS) : named
const workers = Number(process.env.MUTATION_WORKERS ?? 2)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const problems: string[] = []
for (const name of names) {
  const area = AREAS[name]
  if (area === undefined) {
    problems.push(`there is no area ${name}: ${Object.keys(AREAS).join(', ')}`)
    continue
  }
  const { killed, timedOut, survived, ignored, scorePercent, seconds, survivors } = await mutateArea(
    name,
    area,
    {
      workers,
      isAgain,
    },
  )
  for (const line of survivors) print(`survived: ${line}`)
  print(
    `${name}: ${scorePercent.toFixed(1)} % of ${killed + timedOut + survived} noticed (${timedOut} by the clock), ` +
      `${survived} survived, ${ignored} not tried, ${seconds} s`,
  )
  if (!(scorePercent >= GOAL_PERCENT)) problems.push(`${name} is below ${GOAL_PERCENT} %`)
}
for (const problem of problems) print(`DEFECT ${problem}`)
print(`${problems.length} defects`)
process.exitCode = problems.length === 0 ? 0 : 1
