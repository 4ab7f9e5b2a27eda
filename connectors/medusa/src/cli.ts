import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createClient } from '../../../clients/typescript/src/index.ts'
import { EVENTS, WEBHOOK_PATH } from './domain/doctor.ts'

const USAGE = `Usage, in the folder of the Medusa project:
  npx crediario-medusa register https://api.loja.example   makes the receiver of webhooks, and prints its secret
  npx crediario-medusa doctor                              says what is set wrong
  npx crediario-medusa log [ORDER]                         shows what the connector did, for one order or for all
  npx crediario-medusa drift                               compares every order with its purchase, now`

async function main([command, address]: readonly string[]): Promise<number> {
  if (command === 'register' && address !== undefined) return register(address)
  if (command === 'doctor' || command === 'drift') return runInMedusa(command)
  if (command === 'log') return runInMedusa(command, address === undefined ? [] : [address])
  console.error(USAGE)
  return 2
}

/** Prints the secret once: the lender shows it no second time. */
async function register(address: string): Promise<number> {
  const { CREDIARIO_URL: baseUrl, CREDIARIO_KEY: apiKey } = process.env
  if (!baseUrl || !apiKey) {
    console.error('Set CREDIARIO_URL and CREDIARIO_KEY, as in medusa-config.')
    return 2
  }
  const url = `${address.replace(/\/+$/, '')}${WEBHOOK_PATH}`
  const { secret } = await createClient({ baseUrl, apiKey }).createEndpoint({ url, events: [...EVENTS] })
  console.log(`CREDIARIO_WEBHOOK_SECRET=${secret}`)
  return 0
}

/** With the shop's own configuration and database. */
function runInMedusa(command: string, words: readonly string[] = []): Promise<number> {
  const medusa = createRequire(join(process.cwd(), 'package.json')).resolve('@medusajs/cli/cli.js')
  const script = join(import.meta.dirname, 'commands', `${command}.js`)
  const child = spawn(process.execPath, [medusa, 'exec', script, ...words], { stdio: 'inherit' })
  return new Promise(resolve => child.on('exit', code => resolve(code ?? 1)))
}

main(process.argv.slice(2)).then(
  code => process.exit(code),
  error => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  },
)
