import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PlatformFinding, PlatformFindings } from '../../../src/contract/console-integration.ts'
import type { ShopPlatform } from '../../../src/contract/shop-platforms.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Icon } from '../../design/icons.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useConsole } from '../console-context.ts'

export interface OfConnectorProps {
  /** Of its routes. */
  readonly path: string
  /** Where it is installed in the shop. */
  readonly shop: ShopPlatform | undefined
}

/** The doctor: what is right and what is missing. */
export function PlatformExamination({ path, shop }: OfConnectorProps): JSX.Element {
  const { explain } = useConsole()
  const [findings, setFindings] = useState<readonly PlatformFinding[]>()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      setFindings((await post<PlatformFindings>(`${path}/examine`)).findings)
      setProblem(undefined)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <Card title="Verificação">
      {shop && (
        <p class="soft small">
          O que se vê deste lado: chave, chamadas, receptor e entregas. O resto só a loja sabe:{' '}
          <code class="breakable">{shop.commands.doctor}</code>
        </p>
      )}
      <div>
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          Verificar
        </Button>
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {findings && (
        <ul class="stack stack-tight checks" aria-label="Resultado da verificação">
          {findings.map(({ code, isFine, message }) => (
            <li key={code} class={isFine ? 'fine' : 'wrong'}>
              <Icon name={isFine ? 'check' : 'alert'} size={20} />
              <span>
                <span class="unseen">{isFine ? 'Certo: ' : 'Falta: '}</span>
                {message}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
