import { listAccounts } from '../domains/lender/index.ts'
import { ShortCache } from '../kernel/short-cache.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import { createLog, type Log } from '../platform/telemetry/log.ts'
import { DEMONSTRATION_ACCOUNT } from '../sandbox/demonstration-account.ts'
import { openPsp, type Psp } from '../sandbox/psp/psp.ts'
import type { Receiver } from '../sandbox/psp/psp-context.ts'
import type { App } from './app.ts'
import type { Config } from './config/config.ts'

type Surroundings = Pick<App, 'database' | 'clock'> & {
  readonly secrets: Secrets
  readonly log: Log | undefined
}

const REMEMBERED_MS = 5_000
const KEYS_REMEMBERED = 100

/** The sandbox bank, whose receivers are the owners of the lender's accounts. Homologation only. */
export function createPsp(config: Config, { database, secrets, clock, log }: Surroundings): Psp {
  const receivers = new ShortCache<Receiver | undefined>(REMEMBERED_MS, KEYS_REMEMBERED)
  const loadReceiver = async (pixKey: string): Promise<Receiver | undefined> => {
    const { accounts } = await listAccounts(database, secrets)
    const account = accounts.find(each => each.pixKey === pixKey)
    return account && toReceiver(account)
  }
  return openPsp({
    database,
    secrets,
    clock,
    log: log ?? createLog({ level: 'silent' }),
    dataDir: config.dataDir,
    ...config.psp,
    pixKey: DEMONSTRATION_ACCOUNT.pixKey,
    findReceiver: pixKey => receivers.get(pixKey, () => loadReceiver(pixKey)),
  })
}

interface Owner {
  readonly beneficiaryName: string
  readonly beneficiaryDocument: string
  readonly beneficiaryAddress: string
  readonly city: string
}

/** Accounts have their address in one line, which ends with state and postal code. */
function toReceiver({ beneficiaryName, beneficiaryDocument, beneficiaryAddress, city }: Owner): Receiver {
  const [, state = 'SP', first = '01310', last = '100'] =
    / - ([A-Z]{2}), (\d{5})-?(\d{3})$/.exec(beneficiaryAddress) ?? []
  return {
    name: beneficiaryName,
    document: beneficiaryDocument,
    address: beneficiaryAddress.slice(0, 200),
    city,
    state,
    postalCode: first + last,
  }
}
