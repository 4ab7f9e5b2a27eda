import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  type KeyKind,
  type KeyList,
  type KeyView,
  OVERLAP_HOURS,
  type OverlapHours,
  type ShownKey,
} from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choice, Choices } from '../../design/choices.tsx'
import { DayField } from '../../design/day-field.tsx'
import { writeInstant } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useMay } from '../console-context.ts'
import {
  KEY_KIND_WORDS,
  KEY_STATES,
  type OfferedScope,
  SCOPE_WORDS,
  writeScope,
} from '../integration-words.ts'
import { FormModal } from './form-modal.tsx'
import { ShownOnce } from './shown-once.tsx'

const SCOPES = Object.keys(SCOPE_WORDS) as readonly OfferedScope[]

export function IntegrationKeys(): JSX.Element {
  const { data, problem, reload } = useLoad<KeyList>('keys', () => get('/integration/keys'))
  const may = useMay()
  const [shown, setShown] = useState<ShownKey>()
  const show = (key: ShownKey): void => {
    setShown(key)
    reload()
  }
  return (
    <div class="stack">
      <p class="soft">
        A chave secreta fica no servidor da loja; a publicável pode ficar na página. Ao desconfiar de um
        vazamento, troque ou revogue: vale em até 5 segundos.
      </p>
      {may('integration.change') && <NewKey onMade={show} />}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? (
        !problem && <Skeleton />
      ) : (
        <Keys keys={data.keys} onMade={show} onChange={reload} />
      )}
      <ShownOnce
        title="Sua nova chave"
        secrets={shown && [{ name: 'Chave', text: shown.key }]}
        onClose={() => setShown(undefined)}
      />
    </div>
  )
}

interface KeysProps {
  readonly keys: readonly KeyView[]
  readonly onMade: (key: ShownKey) => void
  readonly onChange: () => void
}

/** The living first. */
function Keys({ keys, onMade, onChange }: KeysProps): JSX.Element {
  const may = useMay()
  const sorted = [...keys].sort((a, b) => Number(b.state === 'live') - Number(a.state === 'live'))
  return (
    <Table
      caption="Chaves da loja"
      rows={sorted}
      keyOf={row => row.id}
      columns={[
        { name: 'Chave', cell: row => <code class="key-hint">{row.hint}</code> },
        { name: 'Tipo', cell: row => KEY_KIND_WORDS[row.kind] },
        { name: 'Permite', cell: row => row.scopes.map(writeScope).join('; ') },
        { name: 'Último uso', cell: row => (row.usedAt ? writeInstant(row.usedAt) : 'Sem registro') },
        { name: 'Situação', cell: row => <State row={row} /> },
        {
          name: 'Ações',
          cell: row =>
            row.state === 'live' && may('integration.change') ? (
              <div class="tags">
                <RotateKey row={row} onMade={onMade} />
                <RevokeKey row={row} onDone={onChange} />
              </div>
            ) : (
              '—'
            ),
        },
      ]}
    />
  )
}

function State({ row }: { row: KeyView }): JSX.Element {
  const [word, tone] = KEY_STATES[row.state]
  return (
    <>
      <Tag tone={tone}>{word}</Tag>
      {row.state === 'live' && row.expiresAt && (
        <span class="soft small"> até {writeInstant(row.expiresAt)}</span>
      )}
    </>
  )
}

function NewKey({ onMade }: { onMade: (key: ShownKey) => void }): JSX.Element {
  const modal = useModal()
  const [kind, setKind] = useState<KeyKind>('secret')
  const [scopes, setScopes] = useState<readonly OfferedScope[]>(SCOPES)
  const [expiresOn, setExpiresOn] = useState('')
  async function send(): Promise<void> {
    const wanted = { kind, ...(kind === 'secret' && { scopes }), ...(expiresOn && { expiresOn }) }
    const made = await post<ShownKey>('/integration/keys', wanted)
    modal.close()
    onMade(made)
  }
  return (
    <>
      <div>
        <Button wide={false} onPress={modal.open}>
          Criar chave
        </Button>
      </div>
      <FormModal
        modal={modal}
        title="Criar chave"
        confirm="Criar"
        findProblem={() =>
          kind === 'secret' && scopes.length === 0 ? 'Escolha ao menos uma permissão.' : undefined
        }
        send={send}
      >
        <Choices legend="Tipo" look="chips">
          {(['secret', 'publishable'] as const).map(each => (
            <Choice key={each} name="kind" checked={kind === each} onChoose={() => setKind(each)}>
              {KEY_KIND_WORDS[each]}
            </Choice>
          ))}
        </Choices>
        {kind === 'secret' ? (
          <Choices
            legend="O que ela permite"
            hint="Só o necessário: uma chave que vaza permite só isto."
            look="rows"
          >
            {SCOPES.map(scope => (
              <Checkbox
                key={scope}
                checked={scopes.includes(scope)}
                onChange={isOn =>
                  setScopes(SCOPES.filter(each => (each === scope ? isOn : scopes.includes(each))))
                }
              >
                {SCOPE_WORDS[scope]}
              </Checkbox>
            ))}
          </Choices>
        ) : (
          <p class="soft">
            Mostra parcelas na vitrine, só nas origens permitidas. Não vê pedidos nem clientes.
          </p>
        )}
        <DayField label="Deixa de valer em (opcional)" value={expiresOn} onChange={setExpiresOn} />
      </FormModal>
    </>
  )
}

const OVERLAP_WORDS = {
  0: 'Agora',
  1: 'Em 1 hora',
  24: 'Em 24 horas',
  168: 'Em 7 dias',
} satisfies Readonly<Record<OverlapHours, string>>

function RotateKey({ row, onMade }: { row: KeyView; onMade: (key: ShownKey) => void }): JSX.Element {
  const modal = useModal()
  const [overlapHours, setOverlap] = useState<OverlapHours>(24)
  async function send(): Promise<void> {
    const made = await post<ShownKey>(`/integration/keys/${row.id}/rotate`, { overlapHours })
    modal.close()
    onMade(made)
  }
  return (
    <>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Trocar<span class="unseen"> {row.hint}</span>
      </Button>
      <FormModal modal={modal} title="Trocar a chave" confirm="Criar a nova" send={send}>
        <p>
          A nova chave tem as mesmas permissões de <code class="breakable">{row.hint}</code>.
        </p>
        <Choices legend="Quando a antiga deixa de valer?" look="pairs">
          {OVERLAP_HOURS.map(hours => (
            <Choice
              key={hours}
              name={`overlap-${row.id}`}
              checked={hours === overlapHours}
              onChoose={() => setOverlap(hours)}
            >
              {OVERLAP_WORDS[hours]}
            </Choice>
          ))}
        </Choices>
      </FormModal>
    </>
  )
}

function RevokeKey({ row, onDone }: { row: KeyView; onDone: () => void }): JSX.Element {
  const modal = useModal()
  async function send(): Promise<void> {
    await post(`/integration/keys/${row.id}/revoke`)
    modal.close()
    onDone()
  }
  return (
    <>
      <Button kind="danger" wide={false} onPress={modal.open}>
        Revogar<span class="unseen"> {row.hint}</span>
      </Button>
      <FormModal modal={modal} title="Revogar a chave?" confirm="Revogar agora" isDanger send={send}>
        <p>
          Quem usa <code class="breakable">{row.hint}</code> será recusado em até 5 segundos. Não há como
          desfazer.
        </p>
        {row.usedAt && <p class="soft">Último uso: {writeInstant(row.usedAt)}.</p>}
      </FormModal>
    </>
  )
}
