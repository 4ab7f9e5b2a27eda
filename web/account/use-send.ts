import type { Account } from '../../src/contract/account.ts'
import { type Sending, type Surroundings, useSending } from '../customer/use-sending.ts'
import type { AccountClient } from './client.ts'
import { explain } from './problems.ts'

export type Around = Surroundings<AccountClient>

/** What every screen behind the code has. */
export interface AccountScreenProps extends Around {
  readonly account: Account
}

/** The page itself says that the session has ended. */
const WORDS = { explain, movesAway: new Set(['signed_out']) }

export function useSend(surroundings: Around): Sending<AccountClient> {
  return useSending(surroundings, WORDS)
}
