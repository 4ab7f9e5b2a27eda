import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { EndpointList, EndpointWithSecret } from '../../../src/contract/console-integration.ts'
import { findReceiver, type ShopPlatform } from '../../../src/contract/shop-platforms.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useAction } from '../../design/use-action.ts'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import { addressOf } from '../route.ts'
import { EndpointState } from './integration-webhooks.tsx'
import { ShownOnce } from './shown-once.tsx'

interface ShopReceiverProps {
  readonly shop: ShopPlatform
  /** Of the shop's platform. */
  readonly address: string
}

/** Where the connector in the shop takes events, and the secret with which it believes them. */
export function ShopReceiver({ shop, address }: ShopReceiverProps): JSX.Element {
  const { data, problem, reload } = useLoad<EndpointList>('endpoints', () => get('/integration/endpoints'))
  const may = useMay()
  const [secret, setSecret] = useState<string>()
  const found = data && findReceiver(shop, address, data.endpoints)
  return (
    <Card title="Receptor de webhooks">
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined && !problem && <Skeleton />}
      {found && (
        <div class="tags">
          <Link to={`${addressOf.integration}/${found.id}`}>
            <span class="breakable">{found.url}</span>
          </Link>
          <EndpointState row={found} />
        </div>
      )}
      {data && !found && (
        <>
          <p>
            Ainda não cadastrado. O endereço é{' '}
            <code class="breakable">
              {address}
              {shop.receiverPath}
            </code>
          </p>
          {shop.registersItself ? (
            <p class="soft">
              A loja o cadastra e guarda o segredo: <code class="breakable">{shop.commands.connect}</code>
            </p>
          ) : (
            may('integration.change') && (
              <Register
                url={address + shop.receiverPath}
                shop={shop}
                onDone={made => {
                  setSecret(made.secret)
                  reload()
                }}
              />
            )
          )}
        </>
      )}
      <ShownOnce
        title="Segredo do receptor"
        secrets={
          secret === undefined
            ? undefined
            : [{ name: 'No .env da loja', text: `CREDIARIO_WEBHOOK_SECRET=${secret}` }]
        }
        onClose={() => setSecret(undefined)}
      />
    </Card>
  )
}

interface RegisterProps {
  readonly shop: ShopPlatform
  readonly url: string
  readonly onDone: (made: EndpointWithSecret) => void
}

function Register({ shop, url, onDone }: RegisterProps): JSX.Element {
  const { explain } = useConsole()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      onDone(await post<EndpointWithSecret>('/integration/endpoints', { url, events: shop.events }))
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
      <div>
        <Button wide={false} busy={busy} onPress={() => void run()}>
          Cadastrar o receptor
        </Button>
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
    </>
  )
}
