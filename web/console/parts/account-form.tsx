import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { SelectField, TextField } from '../../design/field.tsx'
import { useModal } from '../../design/modal.tsx'
import { Segmented } from '../../design/segmented.tsx'
import { post } from '../api.ts'
import { FormModal } from './form-modal.tsx'

export const ACCOUNT_TYPE_WORDS: Readonly<Record<string, string>> = {
  CHECKING: 'Conta corrente',
  SAVINGS: 'Poupança',
  PAYMENT: 'Conta de pagamento',
}

const EMPTY = { pixKey: '', bankCode: '', agency: '', account: '', accountDigit: '', accountType: 'CHECKING' }
type Draft = typeof EMPTY

const KINDS = [
  ['pix', 'Chave Pix'],
  ['account', 'Agência e conta'],
] as const
type Kind = (typeof KINDS)[number][0]

/** Proposes where the transfers shall go. */
export function AccountForm({ onDone }: { onDone: () => void }): JSX.Element {
  const modal = useModal()
  const [kind, setKind] = useState<Kind>('pix')
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [isDone, setDone] = useState(false)
  const change = (field: keyof Draft) => (value: string) => setDraft({ ...draft, [field]: value })
  const { pixKey, ...account } = draft
  const isFilled = kind === 'pix' ? pixKey.trim() !== '' : Object.values(account).every(each => each.trim())
  return (
    <div>
      {isDone && <Alert>Mudança pedida. Todos os proprietários recebem um e-mail.</Alert>}
      <Button wide={false} onPress={modal.open}>
        Mudar a conta
      </Button>
      <FormModal
        modal={modal}
        title="Mudar a conta dos repasses"
        confirm="Pedir a mudança"
        findProblem={() => (isFilled ? undefined : 'Preencha todos os campos.')}
        send={async () => {
          await post('/account/changes', {
            account: kind === 'pix' ? { pixKey: pixKey.trim() } : trimAll(account),
          })
          modal.close()
          setDraft(EMPTY)
          setDone(true)
          onDone()
        }}
      >
        <p class="soft small">
          A conta precisa estar no CNPJ da loja. Vale quando outro proprietário aprovar, ou depois de 48
          horas.
        </p>
        <Segmented label="Como identificar a conta" options={KINDS} value={kind} onChange={setKind} />
        {kind === 'pix' ? (
          <TextField
            label="Chave Pix"
            hint="CNPJ só com números, e-mail, telefone como +5511987654321 ou chave aleatória."
            value={pixKey}
            onInput={change('pixKey')}
          />
        ) : (
          <>
            <TextField
              label="Número do banco"
              inputmode="numeric"
              value={draft.bankCode}
              onInput={change('bankCode')}
            />
            <TextField label="Agência" inputmode="numeric" value={draft.agency} onInput={change('agency')} />
            <TextField
              label="Conta, sem o dígito"
              inputmode="numeric"
              value={draft.account}
              onInput={change('account')}
            />
            <TextField label="Dígito da conta" value={draft.accountDigit} onInput={change('accountDigit')} />
            <SelectField
              label="Tipo da conta"
              value={draft.accountType}
              onInput={change('accountType')}
              options={Object.entries(ACCOUNT_TYPE_WORDS).map(([value, label]) => ({ value, label }))}
            />
          </>
        )}
      </FormModal>
    </div>
  )
}

const trimAll = (fields: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()]))
