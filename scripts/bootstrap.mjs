// Runs a TypeScript entry of this repository on a machine that has nothing but Node.js 20 and npm:
//   node scripts/bootstrap.mjs <entry.ts> [arguments…]
// It installs what the lock file names when that is not there yet, continues on Node.js 24, which comes with it, and
// builds the pages when they are missing or their sources have changed. In production it installs no development
// package and builds nothing.
// Plain JavaScript, because the machine's own Node.js reads this file first: every version from 12 on must be able to
// parse it, if only to print that it is too old.
import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as module from 'node:module'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as util from 'node:util'

// A name that an old version does not export would end it before it can be refused.
const { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } = fs

const oldestMajor = 20
const neededMajor = 24
const installTimeoutMs = 600_000
const watchDelayMs = 500
// As Node.js itself ends when its main module never finishes.
const unfinishedExitCode = 13
const forwardedSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']
const unknown = 'unknown'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [entry, ...args] = process.argv.slice(2)

refuseOldNode()
if (entry === undefined) fail('Usage: node scripts/bootstrap.mjs <entry.ts> [arguments…]')
// The server and the command line run without development tools.
const isProgram = entry.startsWith('src/')
const variables = isProgram ? { ...readEnvFile(), ...process.env } : process.env
// npm uses NODE_ENV and the program ENVIRONMENT; either means a machine without development.
const isProduction =
  isProgram && [variables.NODE_ENV, variables.ENVIRONMENT].some(name => (name || '').trim() === 'production')
// The answer needs neither packages nor a newer Node.js.
if (isProgram && args.length === 1 && args[0] === '--version') printVersion()
else run()

function printVersion() {
  console.log(`crediario ${JSON.parse(readText(join(root, 'package.json'))).version}`)
}

/** In a function, because Node.js 12 knows no await outside of one. */
async function run() {
  process.exitCode = unfinishedExitCode
  if (!isInstalled()) await installOnce()
  if (majorOf(process.versions.node) >= neededMajor) await runHere()
  else runInChild()
  if (process.exitCode === unfinishedExitCode) process.exitCode = undefined
}

/**
 * Once packages are installed, npm starts this file on the Node.js that came with them, whatever it runs on itself: its
 * own version is in its name for registries.
 */
function refuseOldNode() {
  const ofNpm = / node\/v([0-9.]+)/.exec(process.env.npm_config_user_agent || '')
  const versions = [process.versions.node, ...(ofNpm === null ? [] : [ofNpm[1]])]
  const old = versions.find(version => majorOf(version) < oldestMajor)
  if (old !== undefined)
    fail(
      `Crediário needs Node.js ${oldestMajor} or newer, and this is ${old}: install a newer one from https://nodejs.org.`,
    )
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

/** Already on the right Node.js, as npm arranges after the first install: no second process is needed. */
async function runHere() {
  if (isProgram && existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  const path = resolve(root, entry)
  process.argv = [process.execPath, path, ...args]
  watchNpm(() => process.kill(process.pid, 'SIGTERM'))
  if (process.channel) {
    // The channel closes even when the parent is killed with SIGKILL; it must not keep this process alive.
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
    process.channel.unref()
  }
  if (isProgram) keepCompiledCode()
  if (shouldBuildPages()) await buildPages()
  await import(pathToFileURL(path).href)
}

/**
 * The second start compiles nothing. A folder of npm's packages, because an update replaces it with them; where it cannot
 * be written, every start compiles. The variable is for processes and threads that this one starts.
 */
function keepCompiledCode() {
  const folder = join(root, 'node_modules', '.cache', 'crediario')
  if (process.env.NODE_COMPILE_CACHE === undefined) process.env.NODE_COMPILE_CACHE = folder
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

/**
 * Scripts build the pages themselves. An installation without development tools uses the pages that it has, and refuses
 * to start without.
 */
function shouldBuildPages() {
  const startsServer =
    entry === 'src/main.ts' ? (variables.ROLE || '').trim() !== 'worker' : /^(?:bench|test)\//.test(entry)
  return startsServer && !isProduction && existsSync(join(root, 'node_modules', 'vite'))
}

async function buildPages() {
  const { ensurePages } = await import('./pages/ensure-pages.ts')
  try {
    await ensurePages()
  } catch (error) {
    fail(`The pages could not be built: ${error.message}`)
  }
}

function runInChild() {
  const node = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (!existsSync(node)) {
    fail(
      `This program needs Node.js ${neededMajor} or newer, this is ${process.versions.node}, and npm has no ready ` +
        `one for ${process.platform}-${process.arch}: install it from https://nodejs.org.`,
    )
  }
  const self = fileURLToPath(import.meta.url)
  const child = spawn(node, [self, entry, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of forwardedSignals) process.on(signal, () => child.kill(signal))
  watchNpm(() => child.kill('SIGTERM'))
  child.on('error', error => fail(`Node.js ${neededMajor} does not run on this machine: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    // End with the same signal, so that the parent sees the signal and not an exit code.
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
    setTimeout(() => process.exit(128 + constants.signals[signal]), 100)
  })
}

/** npm's hidden lock file records what was really installed; it is missing after an interrupted install. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readInstalled()
  if (wanted === undefined)
    fail(`${join(root, 'package-lock.json')} cannot be read: clone the repository again.`)
  if (present === undefined) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev }]) => {
    if (path === '') return true
    const found = present[path]
    if (found === undefined) return optional === true || (dev === true && isProgram)
    return found.version === version && found.integrity === integrity
  })
}

function readInstalled() {
  return readPackages(join(root, 'node_modules', '.package-lock.json'))
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Two concurrent starts must not both empty node_modules: the second waits and finds it installed. */
async function installOnce() {
  const lock = join(root, '.install.lock')
  const draft = `${lock}.${process.pid}`
  const deadline = Date.now() + installTimeoutMs
  let problem
  writeFileSync(draft, `${process.pid} ${startMark(process.pid)}`)
  while (problem === undefined && !tryLink(draft, lock)) {
    const holder = readText(lock)
    const [pid, mark] = holder.split(' ')
    if (holder !== '' && hasEnded(Number(pid), mark)) discardStale(lock, holder)
    else if (Date.now() < deadline) await new Promise(done => setTimeout(done, 100))
    else problem = `Process ${pid} has been installing for too long: end it, then remove ${lock}.`
  }
  rmSync(draft, { force: true })
  if (problem !== undefined) fail(problem)
  if (!isInstalled()) problem = install()
  rmSync(lock, { force: true })
  if (problem !== undefined) fail(problem)
}

/** Only one waiter wins the rename; a waiter that moved a valid lock by accident puts it back. */
function discardStale(lock, holder) {
  const aside = `${lock}.${process.pid}.stale`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (readText(aside) !== holder) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

function install() {
  console.error('Installing dependencies (first start, or the lock file has changed) …')
  const { npm_execpath: script = '' } = process.env
  const npm = script.endsWith('.js') ? [process.execPath, script] : ['npm']
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // With NODE_ENV=production npm would omit what the tests need.
  if (!isProgram) options.push('--include=dev')
  else if (isProduction || wasInstalledWithoutDev()) options.push('--omit=dev')
  const [file, ...words] = [...npm, 'ci', ...options]
  const result = spawnSync(file, words, { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.error) return `npm could not be started: ${result.error.message}`
  return result.status === 0 ? undefined : 'The dependencies could not be installed; npm says why above.'
}

/** An installation made by `npm ci --omit=dev` stays without development packages when the lock file changes. */
function wasInstalledWithoutDev() {
  const present = Object.values(readInstalled() || {})
  return present.length > 0 && present.every(({ dev }) => dev !== true)
}

/** When npm is killed with SIGKILL its script gets no signal; a server without its npm would hold the port for ever. */
function watchNpm(stop) {
  const npm = process.env.npm_lifecycle_event === undefined ? undefined : findNpm(process.ppid, 4)
  const mark = npm === undefined ? undefined : startMark(npm)
  if (mark === undefined || mark === unknown) return
  const timer = setInterval(() => {
    if (!hasEnded(npm, mark)) return
    clearInterval(timer)
    stop()
  }, watchDelayMs)
  timer.unref()
}

function findNpm(pid, levels) {
  if (levels === 0 || pid <= 1) return undefined
  if (readText(`/proc/${pid}/comm`).startsWith('npm')) return pid
  return findNpm(Number(parseStat(readText(`/proc/${pid}/stat`))[1]), levels - 1)
}

/** A process that cannot be looked at, because this one has no descriptor left, is taken for running. */
function hasEnded(pid, mark) {
  const found = startMark(pid)
  return found !== unknown && found !== mark
}

/** Distinguishes two processes that had the same pid one after the other; undefined when there is none. */
function startMark(pid) {
  if (process.platform === 'linux') {
    let stat
    try {
      stat = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch (error) {
      return ['ENOENT', 'ESRCH'].includes(error.code) ? undefined : unknown
    }
    return stat[0] === 'Z' ? undefined : stat[19]
  }
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch (error) {
    return error.code === 'EPERM' ? 'alive' : undefined
  }
}

/** The fields after the command name, which is in parentheses and may contain spaces. */
function parseStat(text) {
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** The earliest releases of Node.js 20 cannot read the file; then only environment variables count. */
function readEnvFile() {
  return util.parseEnv === undefined ? {} : util.parseEnv(readText(join(root, '.env')))
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
