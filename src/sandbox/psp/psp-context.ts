import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'

/** Who owns a Pix key at this bank, as codes and charges name them. */
export interface Receiver {
  readonly name: string
  /** CPF or CNPJ. */
  readonly document: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
}

/** What the sandbox bank has: its own tables, the deployment's clock, and a register of Pix keys. */
export interface PspContext {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'sealing' | 'computeBlindIndex'>
  readonly clock: Clock
  readonly log: Log
  /** Undefined for a key without an owner at this bank. */
  findReceiver(pixKey: string): Promise<Receiver | undefined>
}
