import type { JSX } from 'preact'
import { type ButtonKind, LinkButton } from '../design/button.tsx'

interface BackToShopProps {
  readonly shopUrl: string | undefined
  readonly kind?: ButtonKind
}

/** Pressed, never followed by itself. Nothing where the shop named no way back: the words of the screen say what to do. */
export function BackToShop({ shopUrl, kind = 'quiet' }: BackToShopProps): JSX.Element | null {
  if (shopUrl === undefined) return null
  return (
    <LinkButton href={shopUrl} kind={kind} isForeign>
      Voltar para a loja
    </LinkButton>
  )
}
