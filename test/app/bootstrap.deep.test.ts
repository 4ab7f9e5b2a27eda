import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..')
const folders: string[] = []

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const lock = { packages: { '': {}, 'node_modules/thing': { version: '1.0.0', integrity: 'a' } } }

const lockWithTool = {
  packages: { ...lock.packages, 'node_modules/tool': { version: '1.0.0', integrity: 'a', dev: true } },
}

const entryText = `
const word: string = process.env.WORD ?? 'none'
if (process.argv[2] === 'exit') process.exit(Number(process.argv[3]))
process.on('SIGTERM', () => { console.log('stopped gently'); process.exit(7) })
setInterval(() => {}, 1000)
console.log(['pid', process.pid, process.versions.node.split('.')[0], word, ...process.argv.slice(2)].join(' '))
`

const programEntries = ['src/entry.ts', 'src/main.ts', 'bench/run.ts']

/** A fake build of the pages. */
const buildText = `
export async function ensurePages(): Promise<void> {
  if (process.env.BUILD_FAILS) throw new Error('a page is broken')
  console.log('built the pages')
}
`

/** A fake npm: counts its calls and, like npm, writes the record of what it installed. */
const npmText = `
const { appendFileSync, copyFileSync, mkdirSync } = require('node:fs')
const { join } = require('node:path')
appendFileSync(join(process.cwd(), 'npm-calls'), process.argv.slice(2).join(' ') + '\\n')
setTimeout(() => {
  mkdirSync('node_modules', { recursive: true })
  if (!process.env.NPM_FAILS) copyFileSync('package-lock.json', join('node_modules', '.package-lock.json'))
  process.exitCode = process.env.NPM_FAILS ? 1 : 0
}, 300)
`

function makeRepository(installed: object | undefined = lock): string {
  const repository = mkdtempSync(join(tmpdir(), 'crediario-bootstrap-'))
  folders.push(repository)
  for (const folder of ['scripts', 'src', 'bench', 'node_modules']) mkdirSync(join(repository, folder))
  cpSync(join(root, 'scripts', 'bootstrap.mjs'), join(repository, 'scripts', 'bootstrap.mjs'))
  for (const entry of programEntries) writeFileSync(join(repository, entry), entryText)
  writeFileSync(join(repository, 'npm.js'), npmText)
  writeFileSync(join(repository, 'package-lock.json'), JSON.stringify(lock))
  if (installed)
    writeFileSync(join(repository, 'node_modules', '.package-lock.json'), JSON.stringify(installed))
  const runtime = join(repository, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(runtime, { recursive: true })
  symlinkSync(process.execPath, join(runtime, 'node'))
  return repository
}

function addPageTools(repository: string): void {
  mkdirSync(join(repository, 'scripts', 'pages'))
  writeFileSync(join(repository, 'scripts', 'pages', 'ensure-pages.ts'), buildText)
  mkdirSync(join(repository, 'node_modules', 'vite'))
}

interface Started {
  readonly child: ChildProcess
  readonly output: () => string
  readonly exit: Promise<unknown[]>
}

function start(
  repository: string,
  args: readonly string[],
  env: Record<string, string> = {},
  { node = process.execPath, entry = 'src/entry.ts' } = {},
): Started {
  const child = spawn(node, [join(repository, 'scripts', 'bootstrap.mjs'), entry, ...args], {
    env: { PATH: process.env.PATH ?? '', npm_execpath: join(repository, 'npm.js'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return { child, output: () => Buffer.concat(chunks).toString(), exit: once(child, 'close') }
}

async function waitFor(started: Started, pattern: RegExp): Promise<RegExpExecArray> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const found = pattern.exec(started.output())
    if (found !== null) return found
    assert.ok(Date.now() < deadline, `no ${pattern} in: ${started.output()}`)
    await delay(20)
  }
}

function listNpmCalls(repository: string): string[] {
  return readFileSync(join(repository, 'npm-calls'), 'utf8').trim().split('\n')
}

/** The machine's own Node.js, when it is older than the one that the program needs. */
function findOlderNode(): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).filter(place => !place.includes('node_modules'))
  return places
    .map(place => join(place, 'node'))
    .find(node => {
      const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? ''
      return /^v2[0-3]\./.test(version)
    })
}

const olderNode = findOlderNode()
const withoutOlder = { skip: olderNode === undefined && 'this machine has no older Node.js' }

test('an installed program starts with its arguments, and the variables of .env that are not set already', async () => {
  const repository = makeRepository()
  writeFileSync(join(repository, '.env'), 'WORD=from-file\n')
  const [fromFile, fromOutside] = [
    start(repository, ['a', 'b c']),
    start(repository, [], { WORD: 'outside' }),
  ]
  await waitFor(fromFile, /^pid \d+ \d+ from-file a b c$/m)
  await waitFor(fromOutside, /^pid \d+ \d+ outside$/m)
  for (const started of [fromFile, fromOutside]) started.child.kill('SIGKILL')
  await Promise.all([fromFile.exit, fromOutside.exit])
})

test('the exit code is that of the program', async () => {
  assert.deepEqual(await start(makeRepository(), ['exit', '5']).exit, [5, null])
})

test('first starts at the same time install once, from the lock file and without install scripts', async () => {
  const repository = makeRepository(undefined)
  rmSync(join(repository, 'node_modules', '.package-lock.json'), { force: true })
  const exits = await Promise.all([1, 2, 3].map(() => start(repository, ['exit', '0']).exit))
  assert.deepEqual(exits, [
    [0, null],
    [0, null],
    [0, null],
  ])
  assert.deepEqual(listNpmCalls(repository), ['ci --ignore-scripts --no-audit --no-fund --loglevel=error'])
})

test('packages that differ from the lock file are installed again', async () => {
  const repository = makeRepository({
    packages: { 'node_modules/thing': { version: '0.9.0', integrity: 'b' } },
  })
  assert.deepEqual(await start(repository, ['exit', '0']).exit, [0, null])
  assert.equal(listNpmCalls(repository).length, 1)
})

test('the lock of an install that was killed does not stop the next', async () => {
  const repository = makeRepository({ packages: {} })
  writeFileSync(join(repository, '.install.lock'), `${spawnSync('true').pid} 1`)
  assert.deepEqual(await start(repository, ['exit', '0']).exit, [0, null])
})

test('an install that fails ends with one sentence, and the next start tries again', async () => {
  const repository = makeRepository({ packages: {} })
  const failed = start(repository, ['exit', '0'], { NPM_FAILS: 'yes' })
  assert.deepEqual(await failed.exit, [1, null])
  assert.match(failed.output(), /could not be installed/)
  assert.deepEqual(await start(repository, ['exit', '0']).exit, [0, null])
})

const installCall = 'ci --ignore-scripts --no-audit --no-fund --loglevel=error'

const productionSettings: [name: string, env: Record<string, string>, file: string][] = [
  ['NODE_ENV', { NODE_ENV: 'production' }, ''],
  ['ENVIRONMENT', { ENVIRONMENT: 'production' }, ''],
  ['ENVIRONMENT in .env', {}, 'ENVIRONMENT=production\n'],
]
for (const [name, env, file] of productionSettings) {
  test(`production by ${name} installs no development package and builds no page`, async () => {
    const repository = makeRepository({ packages: {} })
    addPageTools(repository)
    writeFileSync(join(repository, '.env'), file)
    const started = start(repository, ['exit', '0'], env, { entry: 'src/main.ts' })
    assert.deepEqual(await started.exit, [0, null])
    assert.deepEqual(listNpmCalls(repository), [`${installCall} --omit=dev`])
    assert.doesNotMatch(started.output(), /built the pages/)
  })
}

test('environment variables win over .env when deciding whether it is production', async () => {
  const repository = makeRepository()
  addPageTools(repository)
  writeFileSync(join(repository, '.env'), 'ENVIRONMENT=production\n')
  const env = { ENVIRONMENT: 'homologation' }
  const started = start(repository, ['exit', '0'], env, { entry: 'src/main.ts' })
  assert.deepEqual(await started.exit, [0, null])
  assert.match(started.output(), /built the pages/)
})

test('scripts other than the program get the development packages and pages even with NODE_ENV=production', async () => {
  const repository = makeRepository({ packages: {} })
  addPageTools(repository)
  const started = start(repository, ['exit', '0'], { NODE_ENV: 'production' }, { entry: 'bench/run.ts' })
  assert.deepEqual(await started.exit, [0, null])
  assert.deepEqual(listNpmCalls(repository), [`${installCall} --include=dev`])
  assert.match(started.output(), /built the pages/)
})

test('a folder installed without development packages stays so, and starts with its existing pages', async () => {
  const old = { packages: { 'node_modules/thing': { version: '0.9.0', integrity: 'b' } } }
  const repository = makeRepository(old)
  writeFileSync(join(repository, 'package-lock.json'), JSON.stringify(lockWithTool))
  const started = start(repository, ['exit', '0'], {}, { entry: 'src/main.ts' })
  assert.deepEqual(await started.exit, [0, null])
  assert.deepEqual(listNpmCalls(repository), [`${installCall} --omit=dev`])
})

test('a folder installed with development packages gets them again', async () => {
  const tool = { 'node_modules/tool': { version: '0.9.0', integrity: 'b', dev: true } }
  const repository = makeRepository({ packages: { ...lock.packages, ...tool } })
  writeFileSync(join(repository, 'package-lock.json'), JSON.stringify(lockWithTool))
  assert.deepEqual(await start(repository, ['exit', '0']).exit, [0, null])
  assert.deepEqual(listNpmCalls(repository), [installCall])
})

test('pages are built before the server starts, but not for a worker or the command line', async () => {
  const repository = makeRepository()
  addPageTools(repository)
  const server = start(repository, ['exit', '0'], {}, { entry: 'src/main.ts' })
  const worker = start(repository, ['exit', '0'], { ROLE: 'worker' }, { entry: 'src/main.ts' })
  const command = start(repository, ['exit', '0'])
  assert.deepEqual(await Promise.all([server.exit, worker.exit, command.exit]), Array(3).fill([0, null]))
  assert.equal(server.output(), 'built the pages\n')
  assert.equal(worker.output(), '')
  assert.equal(command.output(), '')
})

/** The last release of each major version, from the registry. */
function installOldNodes(majors: readonly number[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-old-nodes-'))
  folders.push(folder)
  const platform = `node-${process.platform}-${process.arch}`
  const packages = majors.map(major => `node-${major}@npm:${platform}@${major}`)
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
  return majors.map(major => join(folder, 'node_modules', `node-${major}`, 'bin', 'node'))
}

const tooOld = (major: number): RegExp =>
  new RegExp(`^Crediário needs Node\\.js 20 or newer, and this is ${major}\\.[^\\n]*\\n$`)

test('Node.js 12 to 18 is refused in one sentence, on a new clone and on an installed one, and installs nothing', async () => {
  const majors = [12, 14, 16, 18]
  for (const [index, node] of installOldNodes(majors).entries())
    for (const repository of [makeRepository({ packages: {} }), makeRepository()]) {
      const refused = start(repository, ['exit', '0'], {}, { node })
      assert.deepEqual(await refused.exit, [1, null])
      assert.match(refused.output(), tooOld(majors[index] ?? 0))
      assert.equal(existsSync(join(repository, 'npm-calls')), false)
    }
})

test('npm on Node.js 18 is refused too, although an installed clone brings the right one', async () => {
  const agent = { npm_config_user_agent: 'npm/10.8.2 node/v18.20.8 linux x64 workspaces/false' }
  const refused = start(makeRepository(), ['exit', '0'], agent)
  assert.deepEqual(await refused.exit, [1, null])
  assert.match(refused.output(), tooOld(18))
  const npm20 = { npm_config_user_agent: 'npm/10.8.2 node/v20.0.0 linux x64 workspaces/false' }
  assert.deepEqual(await start(makeRepository(), ['exit', '0'], npm20).exit, [0, null])
})

test('an entry that never finishes loading does not end with success', async () => {
  const repository = makeRepository()
  writeFileSync(join(repository, 'src', 'entry.ts'), 'await new Promise(() => {})\n')
  assert.deepEqual(await start(repository, []).exit, [13, null])
})

test('pages that cannot be built stop the start, with the reason', async () => {
  const repository = makeRepository()
  addPageTools(repository)
  const failed = start(repository, ['exit', '0'], { BUILD_FAILS: 'yes' }, { entry: 'src/main.ts' })
  assert.deepEqual(await failed.exit, [1, null])
  assert.equal(failed.output(), 'The pages could not be built: a page is broken\n')
})

test(
  'on an older Node.js the program runs on the right one, with exit code and signals passed on',
  withoutOlder,
  async () => {
    const repository = makeRepository()
    assert.deepEqual(await start(repository, ['exit', '5'], {}, { node: olderNode }).exit, [5, null])
    const gentle = start(repository, [], {}, { node: olderNode })
    const [, major] = await waitFor(gentle, /^pid \d+ (\d+)/m)
    assert.equal(major, process.versions.node.split('.')[0])
    gentle.child.kill('SIGTERM')
    assert.deepEqual(await gentle.exit, [7, null])
    const abrupt = start(repository, [], {}, { node: olderNode })
    await waitFor(abrupt, /^pid/m)
    abrupt.child.kill('SIGINT')
    assert.deepEqual(await abrupt.exit, [null, 'SIGINT'])
  },
)

test(
  'when the older Node.js is killed outright, the program stops gently by itself',
  withoutOlder,
  async () => {
    const started = start(makeRepository(), [], {}, { node: olderNode })
    await waitFor(started, /^pid \d+/m)
    started.child.kill('SIGKILL')
    await waitFor(started, /stopped gently/)
    await started.exit
  },
)

const onLinux = { skip: process.platform !== 'linux' }

/** Starts the entry below a process that looks like npm. */
function startBelowNpm(repository: string, limit = ''): Started {
  // npm sets this variable for its child processes, and sets its own process title.
  const script = `process.title = 'npm start'
    require('node:child_process').spawn(process.execPath, ['scripts/bootstrap.mjs', 'src/entry.ts'], { stdio: 'inherit' })`
  const npm = spawn('sh', ['-c', `${limit} exec "$0" -e "$1"`, process.execPath, script], {
    cwd: repository,
    env: { PATH: process.env.PATH ?? '', npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  npm.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  return { child: npm, output: () => Buffer.concat(chunks).toString(), exit: once(npm, 'close') }
}

test('when npm is killed outright, the program stops gently by itself', onLinux, async () => {
  const started = startBelowNpm(makeRepository())
  await waitFor(started, /^pid \d+/m)
  started.child.kill('SIGKILL')
  await waitFor(started, /stopped gently/)
})

/** Takes every descriptor there is, looks for its npm a few times, and gives them back. */
const exhaustingText = `
import { closeSync, openSync } from 'node:fs'
process.on('SIGTERM', () => { console.log('stopped gently'); process.exit(7) })
const held: number[] = []
console.log(['pid', process.pid].join(' '))
try { for (;;) held.push(openSync('/dev/null')) } catch (error) { console.log((error as NodeJS.ErrnoException).code) }
setTimeout(() => { for (const each of held) closeSync(each); console.log('still here') }, 2000)
setInterval(() => {}, 1000)
`

test(
  'a program without a free file descriptor does not take npm for dead, and still notices when it is',
  onLinux,
  async () => {
    const repository = makeRepository()
    writeFileSync(join(repository, 'src', 'entry.ts'), exhaustingText)
    const started = startBelowNpm(repository, 'ulimit -n 60;')
    await waitFor(started, /EMFILE/)
    await waitFor(started, /still here|stopped gently/)
    assert.doesNotMatch(started.output(), /stopped gently/)
    started.child.kill('SIGKILL')
    await waitFor(started, /stopped gently/)
  },
)
