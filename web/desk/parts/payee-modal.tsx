import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { REASON_LENGTH } from '../../../src/contract/desk.ts'
import type { CorrectedPayout } from '../../../src/contract/desk-payouts.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { Modal, type ModalHandle } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useDesk } from '../desk-context.ts'

interface PayeeModalProps {
  readonly modal: ModalHandle
  readonly title: string
  /** Where the payee is sent. */
  readonly path: string
  readonly onDone: (corrected: CorrectedPayout) => void
}

const EMPTY = {
  name: '',
  document: '',
  pixKey: '',
  bankCode: '',
  agency: '',
  number: '',
  digit: '',
  reason: '',
}

/** Whom and where to pay: a Pix key or an account, of the person or company whose document is given. */
export function PayeeModal({ modal, title, path, onDone }: PayeeModalProps): JSX.Element {
  const { explain } = useDesk()
  const [typed, setTyped] = useState(EMPTY)
  const [byAccount, setByAccount] = useState(false)
  const [type, setType] = useState('CHECKING')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    const { name, pixKey, bankCode, agency, number, digit } = typed
    const document = typed.document.replaceAll(/[./-]/g, '').toUpperCase()
    const place = byAccount
      ? { account: { bankCode, agency, number, digit: digit.toUpperCase(), type } }
      : { pixKey }
    const reason = typed.reason.trim()
    if (reason.length < REASON_LENGTH.minimum) {
      setProblem(`Escreva o motivo com pelo menos ${REASON_LENGTH.minimum} caracteres.`)
      return
    }
    setProblem(undefined)
    await post<CorrectedPayout>(path, { payee: { name, document, ...place }, reason })
      .then(onDone)
      .catch(error => setProblem(explain(error)))
  })
  const field = (name: keyof typeof EMPTY, label: string) => (
    <TextField label={label} value={typed[name]} onInput={text => setTyped({ ...typed, [name]: text })} />
  )
  return (
    <Modal modal={modal} title={title} onClose={() => setProblem(undefined)}>
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <p class="soft small">
          A conta precisa ser de quem recebe: o banco compara o documento. Uma pessoa aprovadora responde.
        </p>
        {field('name', 'Nome completo')}
        {field('document', 'CPF ou CNPJ')}
        <Choices legend="Onde pagar" look="chips">
          <Choice name="place" checked={!byAccount} onChoose={() => setByAccount(false)}>
            Chave Pix
          </Choice>
          <Choice name="place" checked={byAccount} onChoose={() => setByAccount(true)}>
            Conta
          </Choice>
        </Choices>
        {byAccount ? (
          <>
            {field('bankCode', 'Banco, três dígitos')}
            {field('agency', 'Agência')}
            {field('number', 'Conta, sem dígito')}
            {field('digit', 'Dígito da conta')}
            <AccountType value={type} onChange={setType} />
          </>
        ) : (
          field('pixKey', 'Chave Pix')
        )}
        {field('reason', 'Motivo')}
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="row">
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
          <Button type="submit" busy={busy}>
            Criar a ordem
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (text: string) => void
}

function TextField({ label, value, onInput }: TextFieldProps): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={event => onInput(event.currentTarget.value)}
      />
    </div>
  )
}

function AccountType(props: { value: string; onChange: (type: string) => void }): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>Tipo da conta</label>
      <select id={id} value={props.value} onChange={event => props.onChange(event.currentTarget.value)}>
        <option value="CHECKING">Conta corrente</option>
        <option value="SAVINGS">Poupança</option>
        <option value="PAYMENT">Conta de pagamento</option>
      </select>
    </div>
  )
}
