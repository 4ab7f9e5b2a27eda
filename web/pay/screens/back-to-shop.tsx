import type { JSX } from 'preact'
import type { HostedPageState } from '../../../src/contract/hosted-page.ts'
import { LinkButton } from '../../design/button.tsx'

/** Nothing where the shop named no way back: the words of the screen say what to do. */
export function BackToShop({ state }: { state: HostedPageState }): JSX.Element | null {
  if (state.cancelUrl === undefined) return null
  return <LinkButton href={state.cancelUrl}>Voltar para {state.retailerName}</LinkButton>
}
