import type { JSX } from 'preact'
import { Button } from '../design/button.tsx'
import { Illustration, OFFLINE } from '../design/illustrations.tsx'

/** Above what the page last knew, which stays in use. */
export function Offline({ onRetry }: { onRetry?: () => void }): JSX.Element {
  return (
    <div class="card offline" role="status">
      <Illustration scene={OFFLINE} />
      <div class="stack stack-tight">
        <strong>Sem conexão</strong>
        <p class="soft">Estamos tentando de novo. Nada do que você já fez se perde.</p>
        {onRetry && (
          <Button kind="quiet" wide={false} onPress={onRetry}>
            Tentar agora
          </Button>
        )}
      </div>
    </div>
  )
}
