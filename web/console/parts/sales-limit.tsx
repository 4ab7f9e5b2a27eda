import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ConsoleSalesLimit } from '../../../src/contract/console-orders.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { writeMoney } from '../../design/format.ts'
import { Modal, useModal } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole } from '../console-context.ts'

/** Up to what amount salespeople cancel without an owner or the finance people. */
export function SalesLimit(): JSX.Element {
  const { explain } = useConsole()
  const modal = useModal()
  const { data, reload } = useLoad<ConsoleSalesLimit>('sales-limit', () => get('/sales-limit'))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const amount = Number(text.replaceAll('.', '').replace(',', '.'))
  const isAmount = text !== '' && Number.isFinite(amount) && amount > 0
  const { busy, run } = useAction(async (cancelUpTo: number | null) => {
    try {
      await post('/sales-limit', { cancelUpTo })
      modal.close()
      setText('')
      setProblem(undefined)
      reload()
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const now = data?.cancelUpTo ?? null
  return (
    <>
      <Button kind="plain" wide={false} onPress={modal.open}>
        Cancelamento por vendas: {now === null ? 'não permitido' : `até ${writeMoney(now)}`}
      </Button>
      <Modal modal={modal} title="Cancelamento por vendas">
        <p>
          Pessoas com o perfil Vendas cancelam pedidos e registram devoluções até este valor. Sem limite, só
          proprietários e financeiro cancelam.
        </p>
        <form
          class="stack"
          onSubmit={event => {
            event.preventDefault()
            if (isAmount) void run(Math.round(amount * 100) / 100)
            else setProblem('Escreva um valor, como 500,00.')
          }}
        >
          <TextField label="Até quanto, em reais" inputmode="decimal" value={text} onInput={setText} />
          {problem && <Alert tone="bad">{problem}</Alert>}
          <Button type="submit" busy={busy}>
            Guardar o limite
          </Button>
          {now !== null && (
            <Button kind="danger" busy={busy} onPress={() => void run(null)}>
              Não permitir mais
            </Button>
          )}
          <Button kind="plain" onPress={modal.close}>
            Voltar
          </Button>
        </form>
      </Modal>
    </>
  )
}
