import { readdirSync } from 'node:fs'
import { listFiles, listImports, readSource } from '../../tidy/source-files.ts'
import { walkJourneys } from './journeys.ts'

/** npm run prove -- house [JOURNEY]: how large the house is, and how far its journeys go. */
const [wanted] = process.argv.slice(2)

const sources = listFiles(['src'], '.ts').filter(path => !path.endsWith('.test.ts'))
const lengths = new Map(sources.map(path => [path, readSource(path).split('\n').length - 1]))
const importers = new Map<string, Set<string>>()
for (const path of sources)
  for (const target of listImports(path))
    importers.set(target, (importers.get(target) ?? new Set()).add(path))
const withOne = sources.filter(path => importers.get(path)?.size === 1 && !path.endsWith('/index.ts'))
const doors = readdirSync('src/domains')
  .map(domain => ({ domain, names: countExported(`src/domains/${domain}/index.ts`) }))
  .toSorted((one, other) => other.names - one.names)

const print = (what: string, figure: number | string): void => console.log(`${what.padEnd(46)}${figure}`)
print('files in src, without tests', sources.length)
print('lines', sum(lengths.values()))
print('median lines of a file', getMedian([...lengths.values()]))
print('files with one importer', withOne.length)
print('of them under 40 lines', withOne.filter(path => (lengths.get(path) ?? 0) < 40).length)
print('domains', doors.length)
print('names at all doors', sum(doors.map(({ names }) => names)))
print('names at a door, median', getMedian(doors.map(({ names }) => names)))
print(
  'the widest',
  doors
    .slice(0, 8)
    .map(({ domain, names }) => `${domain} ${names}`)
    .join(', '),
)
for (const { name, files } of await walkJourneys()) {
  print(`files of the journey: ${name}`, files.length)
  if (wanted !== undefined && name.includes(wanted)) console.log(files.map(path => `  ${path}`).join('\n'))
}
console.log('0 defects')

function countExported(path: string): number {
  const lists = [...readSource(path).matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, names = '']) => names)
  return lists.flatMap(names => names.split(',')).filter(name => name.trim() !== '').length
}

function sum(figures: Iterable<number>): number {
  return [...figures].reduce((total, each) => total + each, 0)
}

function getMedian(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
}
