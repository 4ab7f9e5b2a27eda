import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ConsoleOrder, ConsolePreview } from '../../../src/contract/console-orders.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices } from '../../design/choices.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Modal, type ModalHandle, useModal } from '../../design/modal.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useConsole } from '../console-context.ts'
import { writeOrderProblem } from '../order-words.ts'
import { addressOf } from '../route.ts'

/** Everything or some products of an order: what each gives back is shown before anything happens. */
export function GiveBack({ order }: { order: ConsoleOrder }): JSX.Element | null {
  const { may } = order
  const [cancel, removal] = [useModal(), useModal()]
  if (!may.cancel && !may.removeProducts)
    return may.isAboveLimit ? (
      <Alert>
        Cancelar este pedido está acima do limite de vendas. Peça a um proprietário ou ao financeiro.
      </Alert>
    ) : null
  return (
    <div class="heading-tools">
      {may.removeProducts && (
        <Button kind="quiet" wide={false} onPress={removal.open}>
          Devolver produtos
        </Button>
      )}
      {may.cancel && (
        <Button kind="danger" wide={false} onPress={cancel.open}>
          Cancelar o pedido
        </Button>
      )}
      {may.removeProducts && <RemovalModal modal={removal} order={order} />}
      {may.cancel && <CancelModal modal={cancel} order={order} />}
    </div>
  )
}

interface GiveBackModalProps {
  readonly modal: ModalHandle
  readonly order: ConsoleOrder
}

/** Asks for the preview first, and confirms what it showed. */
function usePreviewed(path: string, modal: ModalHandle) {
  const { explain } = useConsole()
  const [preview, setPreview] = useState<ConsolePreview>()
  const [problem, setProblem] = useState<string>()
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      setProblem(undefined)
      await act()
    } catch (error) {
      setProblem(writeOrderProblem(error, explain))
    }
  }
  const looking = useAction((body: object = {}) =>
    attempt(async () => setPreview(await post<ConsolePreview>(`${path}/preview`, body))),
  )
  const acting = useAction((body: object, onDone: (answer: { transactionId?: string }) => void) =>
    attempt(async () => {
      const answer = await post<{ transactionId?: string }>(path, body)
      modal.close()
      onDone(answer)
    }),
  )
  return { preview, setPreview, problem, looking, acting }
}

function CancelModal({ modal, order }: GiveBackModalProps): JSX.Element {
  const { leave } = useConsole()
  const path = `/orders/${order.transactionId}/cancel`
  const { preview, setPreview, problem, looking, acting } = usePreviewed(path, modal)
  return (
    <Modal modal={modal} title="Cancelar o pedido?" onClose={() => setPreview(undefined)}>
      {preview === undefined ? (
        <>
          <p>Veja antes o que cada parte devolve. Nada acontece ainda.</p>
          {problem && <Alert tone="bad">{problem}</Alert>}
          <Button busy={looking.busy} onPress={() => void looking.run()}>
            Ver o que será devolvido
          </Button>
        </>
      ) : (
        <>
          <Sides preview={preview} />
          <Alert tone="warn">O cancelamento não pode ser desfeito. O cliente é avisado.</Alert>
          {problem && <Alert tone="bad">{problem}</Alert>}
          <Button
            kind="danger"
            busy={acting.busy}
            onPress={() =>
              void acting.run({}, () =>
                leave(`${addressOf.orders}/${order.transactionId}`, 'Pedido cancelado.'),
              )
            }
          >
            Cancelar o pedido
          </Button>
        </>
      )}
      <Button kind="plain" onPress={modal.close}>
        Voltar
      </Button>
    </Modal>
  )
}

function RemovalModal({ modal, order }: GiveBackModalProps): JSX.Element {
  const { leave } = useConsole()
  const path = `/orders/${order.transactionId}/removal`
  const { preview, setPreview, problem, looking, acting } = usePreviewed(path, modal)
  const [products, setProducts] = useState<readonly string[]>([])
  const isSome = products.length > 0 && products.length < order.products.length
  return (
    <Modal modal={modal} title="Devolver produtos" onClose={() => setPreview(undefined)}>
      {preview === undefined ? (
        <>
          <Choices legend="O que o cliente devolveu?" look="rows">
            {order.products.map(({ id, name, amount }) => (
              <Checkbox
                key={id}
                checked={products.includes(id)}
                onChange={isChecked =>
                  setProducts(isChecked ? [...products, id] : products.filter(each => each !== id))
                }
              >
                {amount > 1 ? `${amount} × ${name}` : name}
              </Checkbox>
            ))}
          </Choices>
          <p class="soft small">Ao menos um produto fica. Para devolver todos, cancele o pedido.</p>
          {problem && <Alert tone="bad">{problem}</Alert>}
          <Button unavailable={!isSome} busy={looking.busy} onPress={() => void looking.run({ products })}>
            Ver as novas parcelas
          </Button>
        </>
      ) : (
        <>
          <Sides preview={preview} />
          <Schedule preview={preview} />
          <Alert tone="warn">A compra é trocada por outra, sem estes produtos. O cliente é avisado.</Alert>
          {problem && <Alert tone="bad">{problem}</Alert>}
          <Button
            kind="danger"
            busy={acting.busy}
            onPress={() =>
              void acting.run({ products }, ({ transactionId = order.transactionId }) =>
                leave(`${addressOf.orders}/${transactionId}`, 'Devolução registrada.'),
              )
            }
          >
            Registrar a devolução
          </Button>
          <Button kind="quiet" onPress={() => setPreview(undefined)}>
            Escolher outros produtos
          </Button>
        </>
      )}
      <Button kind="plain" onPress={modal.close}>
        Voltar
      </Button>
    </Modal>
  )
}

/** What customer, shop and lender each give back; without amounts for people who may not see them. */
function Sides({ preview: { money } }: { preview: ConsolePreview }): JSX.Element {
  if (money === undefined)
    return (
      <p>O cliente recebe de volta o que pagou e deixa de dever o resto. A loja devolve o que recebeu.</p>
    )
  return (
    <Figures
      rows={[
        { name: 'O cliente recebe de volta', value: writeMoney(money.refund) },
        { name: 'O cliente deixa de dever', value: writeMoney(money.released) },
        {
          name: 'A loja devolve',
          value: writeMoney(money.owed),
          hint: 'Descontado dos próximos repasses',
          strong: true,
        },
        { name: 'A loja deixa de receber', value: writeMoney(money.untransferred) },
        // A cent of rounding may go the other way.
        money.lender < 0
          ? { name: 'A financeira recebe', value: writeMoney(-money.lender) }
          : { name: 'A financeira devolve', value: writeMoney(money.lender) },
      ]}
    />
  )
}

function Schedule({ preview: { schedule } }: { preview: ConsolePreview }): JSX.Element | null {
  if (schedule === undefined) return <Skeleton />
  if (schedule.length === 0) return null
  return (
    <Table
      caption="Novas parcelas"
      rows={schedule}
      keyOf={({ number }) => String(number)}
      columns={[
        { name: 'Parcela', cell: ({ number }) => (number === 0 ? 'Entrada' : `${number}ª`) },
        { name: 'Vence', isFigure: true, cell: ({ dueDate }) => writeDate(dueDate) },
        {
          name: 'Valor',
          isFigure: true,
          cell: ({ amount, state }) =>
            `${amount === undefined ? '' : writeMoney(amount)}${state === 'PAID' ? ' (paga)' : ''}`.trim() ||
            '—',
        },
      ]}
    />
  )
}
