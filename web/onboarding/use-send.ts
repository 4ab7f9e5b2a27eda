import { type Sending, type Surroundings as SharedSurroundings, useSending } from '../customer/use-sending.ts'
import type { OnboardingClient } from './client.ts'
import { explain } from './problems.ts'

export type Surroundings = SharedSurroundings<OnboardingClient>

const WORDS = { explain, movesAway: new Set(['wrong_step', 'device_not_confirmed', 'contract_changed']) }

export function useSend(surroundings: Surroundings): Sending<OnboardingClient> {
  return useSending(surroundings, WORDS)
}
