import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

// node start-without-network.ts: in a network namespace of its own, starts the release in the working directory, asks
// it for what a probe and a browser ask for, lets the doctor look at it, and prints what it saw as JSON.
const START_MS = 60_000
const POLL_MS = 100
const url = `http://127.0.0.1:${process.env.PORT}`
const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'src/main.ts'], {
  stdio: ['ignore', 'pipe', 'pipe'],
})
let printed = ''
child.stdout.on('data', chunk => (printed += chunk))
child.stderr.on('data', chunk => (printed += chunk))
const exited = once(child, 'exit')

async function getStatus(path: string): Promise<number> {
  return fetch(url + path).then(
    ({ status }) => status,
    () => 0,
  )
}

const deadline = Date.now() + START_MS
while ((await getStatus('/ready')) !== 200 && child.exitCode === null && Date.now() < deadline)
  await delay(POLL_MS)
const pages = [await getStatus('/ready'), await getStatus('/desk')]
const health = await run(['ops/health-check.mjs'])
const doctor = await run(['scripts/bootstrap.mjs', 'src/cli.ts', 'doctor'])
child.kill('SIGTERM')
const [code] = await exited
const interfaces = Object.keys(networkInterfaces())
process.stdout.write(JSON.stringify({ pages, health, doctor, code, interfaces, printed }))

function run(args: string[]): Promise<{ code: number; stdout: string }> {
  return new Promise(done => {
    execFile(process.execPath, args, { timeout: START_MS }, (error, stdout) =>
      done({ code: error === null ? 0 : Number(error.code), stdout }),
    )
  })
}
