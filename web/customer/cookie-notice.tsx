import type { JSX } from 'preact'
import { Alert } from '../design/alert.tsx'

export function CookieNotice(): JSX.Element | null {
  if (navigator.cookieEnabled) return null
  return (
    <Alert tone="warn" title="Os cookies estão desligados">
      Sem eles não dá para lembrar que é você. Permita cookies nas configurações do navegador.
    </Alert>
  )
}
