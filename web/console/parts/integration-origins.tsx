import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { OriginList } from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { useModal } from '../../design/modal.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { useAction } from '../../design/use-action.ts'
import { StaffProblem } from '../../shell/api.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import { FormModal } from './form-modal.tsx'

export function IntegrationOrigins(): JSX.Element {
  const { data, problem, reload } = useLoad<OriginList>('origins', () => get('/integration/origins'))
  const may = useMay()
  const mayChange = may('integration.change')
  return (
    <div class="stack">
      <p class="soft">
        Os sites cujas páginas podem usar as chaves publicáveis da loja. Uma mudança vale em até 5 segundos.
      </p>
      {mayChange && <NewOrigin onDone={reload} />}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined && !problem && <Skeleton />}
      {data?.origins.length === 0 && (
        <EmptyState title="Nenhuma origem ainda. Sem ela, o elemento não aparece na vitrine." />
      )}
      {data !== undefined && data.origins.length > 0 && (
        <Table
          caption="Origens permitidas"
          rows={data.origins}
          keyOf={origin => origin}
          columns={[
            { name: 'Origem', cell: origin => <span class="breakable">{origin}</span> },
            {
              name: 'Ações',
              cell: origin => (mayChange ? <RemoveOrigin origin={origin} onDone={reload} /> : '—'),
            },
          ]}
        />
      )}
    </div>
  )
}

function NewOrigin({ onDone }: { onDone: () => void }): JSX.Element {
  const { explain } = useConsole()
  const field = useRef<HTMLInputElement>(null)
  const [origin, setOrigin] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      if (origin.trim() === '') throw new StaffProblem('invalid_parameters')
      await post('/integration/origins', { origin: origin.trim() })
      setOrigin('')
      setProblem(undefined)
      onDone()
    } catch (error) {
      const isWrong = error instanceof StaffProblem && error.code === 'invalid_parameters'
      setProblem(isWrong ? 'Escreva só https e o nome do site, como https://loja.com.br.' : explain(error))
      field.current?.focus()
    }
  })
  return (
    <form
      class="stack stack-tight"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void run()
      }}
    >
      <TextField
        label="Nova origem"
        hint="Como https://loja.com.br, sem caminho. Cada subdomínio é uma origem."
        value={origin}
        onInput={setOrigin}
        problem={problem}
        autocapitalize="none"
        maxlength={300}
        field={field}
      />
      <div>
        <Button type="submit" wide={false} busy={busy}>
          Permitir
        </Button>
      </div>
    </form>
  )
}

function RemoveOrigin({ origin, onDone }: { origin: string; onDone: () => void }): JSX.Element {
  const modal = useModal()
  async function send(): Promise<void> {
    await post('/integration/origins/remove', { origin })
    modal.close()
    onDone()
  }
  return (
    <>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Retirar<span class="unseen"> {origin}</span>
      </Button>
      <FormModal modal={modal} title="Retirar a origem?" confirm="Retirar" isDanger send={send}>
        <p>
          As páginas de <span class="breakable">{origin}</span> deixam de mostrar as parcelas em até 5
          segundos.
        </p>
      </FormModal>
    </>
  )
}
