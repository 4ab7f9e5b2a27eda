import type { JSX } from 'preact'
import { Alert } from '../design/alert.tsx'

export function Offline(): JSX.Element {
  return (
    <Alert tone="warn" title="Sem conexão">
      Estamos tentando de novo. Nada do que você já fez se perde.
    </Alert>
  )
}
