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
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { TextField } from '../../design/field.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeInstant } from '../../design/format.ts'
import { Icon } from '../../design/icons.tsx'
import { useModal } from '../../design/modal.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Timeline } from '../../design/timeline.tsx'
import { useAction } from '../../design/use-action.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import type { PlatformGuide } from '../platforms.ts'
import { FormModal } from './form-modal.tsx'
import { ShownOnce } from './shown-once.tsx'

interface PlatformWorkProps {
  readonly guide: PlatformGuide
  readonly onChange: () => void
}

/** A connector that runs here: switched on, checked, and its differences ended with one press. */
export function PlatformWork({ guide, onChange }: PlatformWorkProps): JSX.Element {
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
        <Enable
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
      {account && may('integration.change') && <Examine path={path} />}
      {account && <Differences path={path} found={differences} />}
      {account && (
        <Card title="Registro do conector">
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
        secrets={credentials?.credentials.map(({ label, value }) => ({ name: label, text: value }))}
        onClose={() => setCredentials(undefined)}
      />
    </>
  )
}

function Settings({ account, guide }: { account: PlatformAccount; guide: PlatformGuide }): JSX.Element {
  return (
    <Card title="Situação">
      <Figures
        rows={[
          { name: 'Conector', value: account.isEnabled ? 'Ligado' : 'Desligado' },
          { name: guide.accountLabel ?? 'Conta', value: account.account },
          { name: 'Desde', value: writeInstant(account.createdAt) },
          ...Object.entries(account.settings).map(([name, value]) => ({ name, value: String(value) })),
        ]}
      />
    </Card>
  )
}

interface EnableProps {
  readonly guide: PlatformGuide
  readonly path: string
  readonly account: PlatformAccount | undefined
  readonly onDone: (made: PlatformCredentials) => void
  readonly onOff: () => void
}

function Enable({ guide, path, account, onDone, onOff }: EnableProps): JSX.Element {
  const [on, off] = [useModal(), useModal()]
  const [name, setName] = useState(account?.account ?? '')
  const label = guide.accountLabel ?? 'Conta'
  async function enable(): Promise<void> {
    const made = await post<PlatformCredentials>(`${path}/enable`, { account: name.trim() })
    on.close()
    onDone(made)
  }
  async function disable(): Promise<void> {
    await post(`${path}/disable`)
    off.close()
    onOff()
  }
  return (
    <>
      <div class="row">
        <Button wide={false} kind={account?.isEnabled ? 'quiet' : 'primary'} onPress={on.open}>
          {account === undefined ? 'Ligar o conector' : 'Ligar de novo'}
        </Button>
        {account?.isEnabled && (
          <Button wide={false} kind="danger" onPress={off.open}>
            Desligar
          </Button>
        )}
      </div>
      <FormModal
        modal={on}
        title="Ligar o conector"
        confirm="Ligar"
        findProblem={() =>
          /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name.trim())
            ? undefined
            : 'Escreva o nome como a plataforma mostra, sem espaços.'
        }
        send={enable}
      >
        <TextField label={label} value={name} onInput={setName} autocapitalize="none" maxlength={100} />
        <p class="soft small">
          Uma chave secreta é criada para ele e aparece em Chaves.
          {account && ' As credenciais de antes deixam de valer.'}
        </p>
      </FormModal>
      <FormModal modal={off} title="Desligar o conector?" confirm="Desligar" isDanger send={disable}>
        <p>A loja deixa de oferecer o Crediário na {guide.name}. Compras que existem continuam.</p>
      </FormModal>
    </>
  )
}

function Examine({ path }: { path: string }): JSX.Element {
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

function Differences({ path, found }: { path: string; found: readonly PlatformDifference[] }): JSX.Element {
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
      <p class="soft small">Comparadas toda noite; aqui estão só as que ainda existem.</p>
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
