import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type {
  PlatformAccount,
  PlatformCredentials,
  PlatformDifference,
  PlatformDifferences,
  PlatformFinding,
  PlatformFindings,
  PlatformPanel,
} from '../../../src/contract/console-integration.ts'
import type { ShopPlatform } from '../../../src/contract/shop-platforms.ts'
import { Alert } from '../../design/alert.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeInstant } from '../../design/format.ts'
import { Icon } from '../../design/icons.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Timeline } from '../../design/timeline.tsx'
import { useAction } from '../../design/use-action.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import type { PlatformGuide } from '../platforms.ts'
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
      {account && may('integration.change') && <Examine path={path} shop={guide.shop} />}
      {account && <Differences path={path} found={differences} shop={guide.shop} />}
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

interface ExamineProps {
  readonly path: string
  readonly shop: ShopPlatform | undefined
}

function Examine({ path, shop }: ExamineProps): JSX.Element {
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

interface DifferencesProps extends ExamineProps {
  readonly found: readonly PlatformDifference[]
}

function Differences({ path, found, shop }: DifferencesProps): JSX.Element {
  const { explain } = useConsole()
  const may = useMay()
  const [newer, setNewer] = useState<readonly PlatformDifference[]>()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async (action: 'compare' | 'fix', differenceId?: string) => {
    try {
      const answer = await post<PlatformDifferences>(
        `${path}/${action}`,
        differenceId ? { differenceId } : {},
      )
      setNewer(answer.differences)
      setProblem(undefined)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const differences = newer ?? found
  const mayChange = may('integration.change')
  return (
    <Card title="Diferenças com a plataforma">
      {shop === undefined ? (
        <p class="soft small">Comparadas toda noite; aqui estão só as que ainda existem.</p>
      ) : (
        <p class="soft small">
          Avisos de pedidos que a loja não aceitou. A situação de cada pedido só a loja compara:{' '}
          <code class="breakable">{shop.commands.drift}</code>
        </p>
      )}
      {mayChange && (
        <div>
          <Button kind="quiet" wide={false} busy={busy} onPress={() => void run('compare')}>
            Comparar agora
          </Button>
        </div>
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {differences.length === 0 ? (
        <p>Nenhuma diferença.</p>
      ) : (
        <Table
          caption="Diferenças"
          rows={differences}
          keyOf={row => row.id}
          columns={[
            { name: 'Pedido', cell: row => row.orderId },
            { name: 'O que há', cell: row => row.sentence },
            { name: 'Na plataforma', cell: row => row.theirs },
            { name: 'Aqui', cell: row => row.ours },
            {
              name: 'Ação',
              cell: row =>
                mayChange ? (
                  <Button kind="quiet" wide={false} busy={busy} onPress={() => void run('fix', row.id)}>
                    {row.fix}
                  </Button>
                ) : (
                  '—'
                ),
            },
          ]}
        />
      )}
    </Card>
  )
}
