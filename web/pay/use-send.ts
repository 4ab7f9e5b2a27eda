import type { HostedPageState } from '../../src/contract/hosted-page.ts'
import { type Sending, type Surroundings, useSending } from '../customer/use-sending.ts'
import type { PayClient } from './client.ts'
import { explain } from './problems.ts'

export interface ScreenProps extends Surroundings<PayClient> {
  readonly state: HostedPageState
}

const WORDS = { explain, movesAway: new Set(['wrong_screen', 'device_not_confirmed']) }

export function useSend(surroundings: Surroundings<PayClient>): Sending<PayClient> {
  return useSending(surroundings, WORDS)
}
