import assert from 'node:assert/strict'
import type { Config } from '../../src/app/config/config.ts'
import { openFoundation } from '../../src/app/program.ts'
import { createAccount } from '../../src/domains/lender/accounts.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

/** What `accounts create` asks for. */
export const LENDER_ACCOUNT = {
  bank: '237',
  agency: '1172',
  account: '0403005',
  accountDigit: '2',
  portfolio: '09',
  agreement: '',
  serviceCode: '',
  beneficiaryName: 'Financeira Exemplo S.A.',
  beneficiaryDocument: '11222333000181',
  beneficiaryAddress: 'Rua A, 1',
  pixKey: '11222333000181',
  city: 'SAO PAULO',
}

/** Production starts only with an account; two people would register it. */
export async function registerAccount(config: Config): Promise<void> {
  const { services, close } = await openFoundation(config, createLog({ level: 'silent' }))
  const { database, secrets } = services
  assert.ok(await createAccount(database, secrets, LENDER_ACCOUNT, { now: new Date(), channel: 'file' }))
  await close()
}
