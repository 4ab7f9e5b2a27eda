import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type {
  PlatformAccount,
  PlatformCredentials,
  PlatformPanel,
} from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeInstant } from '../../design/format.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { Timeline } from '../../design/timeline.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useMay } from '../console-context.ts'
import type { PlatformGuide } from '../platforms.ts'
import { PlatformDifferencesCard } from './platform-differences.tsx'
import { PlatformExamination } from './platform-examination.tsx'
import { PlatformSwitch } from './platform-switch.tsx'
import { ShopReceiver } from './shop-receiver.tsx'
import { ShownOnce } from './shown-once.tsx'

interface PlatformWorkProps {
  readonly guide: PlatformGuide
  /** Where the shop's people install the app, on platforms where they do. */
  readonly installAddress: string | undefined
  readonly onChange: () => void
}

/** A connector: switched on, checked, and its differences ended with one press. */
export function PlatformWork({ guide, installAddress, onChange }: PlatformWorkProps): JSX.Element {
  const path = `/integration/platforms/${guide.id}`
  const { data, problem, reload } = useLoad<PlatformPanel>(path, () => get(path))
  const may = useMay()
  const [credentials, setCredentials] = useState<PlatformCredentials>()
  const refresh = (): void => {
    reload()
    onChange()
  }
  if (data === undefined) return problem ? <Alert tone="bad">{problem}</Alert> : <Skeleton />
  const { account, differences, log } = data
  return (
    <>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {guide.isAppOfLender && installAddress === undefined && (
        <Alert tone="warn">
          Esta instalação do Crediário ainda não tem o aplicativo da {guide.name}. Fale com o Crediário.
        </Alert>
      )}
      {account && <Settings account={account} guide={guide} />}
      {may('integration.change') && (
        <PlatformSwitch
          guide={guide}
          path={path}
          account={account}
          onDone={made => {
            setCredentials(made)
            refresh()
          }}
          onOff={refresh}
        />
      )}
      {account?.isEnabled && installAddress && (
        <LinkButton href={installAddress} newTab>
          Instalar o aplicativo na {guide.name}
        </LinkButton>
      )}
      {account?.isEnabled && guide.shop && <ShopReceiver address={account.account} shop={guide.shop} />}
      {account && may('integration.change') && <PlatformExamination path={path} shop={guide.shop} />}
      {account && <PlatformDifferencesCard path={path} found={differences} shop={guide.shop} />}
      {account && (
        <Card title="Registro do conector">
          {guide.shop && (
            <p class="soft small">
              O que a chave pediu e o que o receptor aceitou, dos últimos dias. O registro da loja:{' '}
              <code class="breakable">{guide.shop.commands.log}</code>
            </p>
          )}
          {log.length === 0 ? (
            <p class="soft">Nada ainda.</p>
          ) : (
            <Timeline
              events={log.map((line, at) => ({
                key: `${at}:${line.at}`,
                title: line.isProblem ? <b>{line.message}</b> : line.message,
                meta: [writeInstant(line.at), line.orderId && `pedido ${line.orderId}`]
                  .filter(Boolean)
                  .join(' · '),
              }))}
            />
          )}
        </Card>
      )}
      <ShownOnce
        title={`Credenciais para a ${guide.name}`}
        secrets={
          // An app that is installed at its platform needs nothing typed in.
          credentials?.credentials.length
            ? credentials.credentials.map(({ label, value }) => ({ name: label, text: value }))
            : undefined
        }
        onClose={() => setCredentials(undefined)}
      />
    </>
  )
}

const SETTING_WORDS: Readonly<Record<string, string>> = { providerId: 'Meio de pagamento instalado' }

function Settings({ account, guide }: { account: PlatformAccount; guide: PlatformGuide }): JSX.Element {
  return (
    <Card title="Situação">
      <Figures
        rows={[
          { name: 'Conector', value: account.isEnabled ? 'Ligado' : 'Desligado' },
          { name: guide.accountLabel, value: account.account },
          { name: 'Desde', value: writeInstant(account.createdAt) },
          ...Object.entries(account.settings).map(([name, value]) => ({
            name: SETTING_WORDS[name] ?? name,
            value: String(value),
          })),
        ]}
      />
    </Card>
  )
}
