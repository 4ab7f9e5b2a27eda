import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { REASON_LENGTH } from '../../../src/contract/desk.ts'
import type { BalanceExit, BooksView } from '../../../src/contract/desk-books.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { DayField } from '../../design/day-field.tsx'
import { SelectField, TextField } from '../../design/field.tsx'
import { writeDate } from '../../design/format.ts'
import { Modal, type ModalHandle } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { parseAmount } from '../../shell/parse-amount.ts'
import { post } from '../api.ts'
import { EXIT_WORDS } from '../book-words.ts'
import { useDesk } from '../desk-context.ts'
import { addressOf } from '../route.ts'
import { ReasonModal } from './reason-modal.tsx'

const MAX_FILE_BYTES = 5_000_000

/** Sentences for whoever fills in the form; thrown by what reads a field. */
class Mistake extends Error {}

interface BookFormProps {
  readonly modal: ModalHandle
  readonly title: string
  readonly intro: string
  readonly children: ComponentChildren
  /** Where the form is sent, and what it says besides document and reason. Throws Mistake. */
  readonly path: string
  readonly compose: () => object
}

/** Shared by all entries: document, reason, and the sentence that another person books it. */
function BookForm({ modal, title, intro, children, path, compose }: BookFormProps): JSX.Element {
  const { explain, leave } = useDesk()
  const [file, setFile] = useState<File>()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const body = { ...compose(), file: await readFile(file), reason: readReason(reason) }
      setProblem(undefined)
      await post(path, body)
      leave(addressOf.books, 'Lançamento proposto: agora outra pessoa aprova.')
    } catch (error) {
      setProblem(error instanceof Mistake ? error.message : explain(error))
    }
  })
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
        <p class="soft small">{intro}</p>
        {children}
        <FileField onChange={setFile} />
        <TextField label="Motivo" value={reason} onInput={setReason} maxlength={REASON_LENGTH.maximum} />
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="row">
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
          <Button type="submit" busy={busy}>
            Propor
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function FileField({ onChange }: { onChange: (file: File | undefined) => void }): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>Documento (PDF de até 5 MB)</label>
      <input
        id={id}
        type="file"
        accept="application/pdf"
        onChange={event => onChange(event.currentTarget.files?.[0])}
      />
    </div>
  )
}

function readReason(text: string): string {
  const reason = text.trim()
  if (reason.length < REASON_LENGTH.minimum)
    throw new Mistake(`Escreva o motivo com pelo menos ${REASON_LENGTH.minimum} caracteres.`)
  return reason
}

async function readFile(file: File | undefined): Promise<string> {
  if (file === undefined) throw new Mistake('Escolha o documento em PDF.')
  if (file.size > MAX_FILE_BYTES) throw new Mistake('O documento passa de 5 MB.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function readAmount(text: string, name: string): number {
  const amount = parseAmount(text)
  if (amount === undefined) throw new Mistake(`Escreva ${name} em reais, como 1.234,56.`)
  return amount
}

function readDay(text: string): string {
  if (text === '') throw new Mistake('Escolha o dia.')
  return text
}

const writeAmount = (amount: number): string => amount.toFixed(2).replace('.', ',')

const listAccounts = (view: BooksView) =>
  view.lenderAccounts.map(({ id, name }) => ({ value: id, label: `Banco ${name}` }))

interface ExitModalProps {
  readonly modal: ModalHandle
  readonly exit: BalanceExit
  readonly row: BooksView['balances'][number]
  readonly view: BooksView
}

export function ExitModal({ modal, exit, row, view }: ExitModalProps): JSX.Element {
  const isAtBank = exit !== 'INSURER_NETTED' && exit !== 'IOF_OFFSET'
  const [amount, setAmount] = useState(writeAmount(Math.abs(row.balance)))
  const [date, setDate] = useState(view.now.slice(0, 10))
  const [reference, setReference] = useState('')
  const [accountId, setAccountId] = useState(view.lenderAccounts[0]?.id ?? '')
  const [periodEnd, setPeriodEnd] = useState(view.taxes[0]?.periodEnd ?? '')
  return (
    <BookForm
      modal={modal}
      title={EXIT_WORDS[exit]}
      intro="Copie o que o documento mostra. O saldo só muda quando outra pessoa aprovar."
      path="/books/exits"
      compose={() => ({
        exit,
        retailerId: row.retailerId,
        amount: readAmount(amount, 'o valor'),
        date: readDay(date),
        reference: reference.trim(),
        ...(isAtBank && { accountId }),
        ...(exit === 'IOF_OFFSET' && { periodEnd }),
      })}
    >
      <TextField label="Valor em reais" inputmode="decimal" value={amount} onInput={setAmount} />
      <DayField label="Dia" value={date} onChange={setDate} />
      {isAtBank && (
        <SelectField
          label="Conta da financeira"
          value={accountId}
          onInput={setAccountId}
          options={listAccounts(view)}
        />
      )}
      {exit === 'IOF_OFFSET' && (
        <SelectField
          label="Período compensado"
          value={periodEnd}
          onInput={setPeriodEnd}
          options={view.taxes.map(tax => ({
            value: tax.periodEnd,
            label: `até ${writeDate(tax.periodEnd)}`,
          }))}
        />
      )}
      <TextField
        label={isAtBank ? 'Autenticação ou número no banco' : 'Número do documento'}
        value={reference}
        onInput={setReference}
        maxlength={64}
      />
    </BookForm>
  )
}

interface TaxModalProps {
  readonly modal: ModalHandle
  readonly tax: BooksView['taxes'][number]
  readonly view: BooksView
}

export function TaxModal({ modal, tax, view }: TaxModalProps): JSX.Element {
  const [principal, setPrincipal] = useState(writeAmount(tax.principal))
  const [fine, setFine] = useState(writeAmount(tax.fine))
  const [interest, setInterest] = useState(tax.interest === undefined ? '' : writeAmount(tax.interest))
  const [paidOn, setPaidOn] = useState(view.now.slice(0, 10))
  const [authentication, setAuthentication] = useState('')
  const [accountId, setAccountId] = useState(view.lenderAccounts[0]?.id ?? '')
  return (
    <BookForm
      modal={modal}
      title="DARF pago"
      intro={`Código ${tax.code}, período até ${writeDate(tax.periodEnd)}. Copie os valores do comprovante.`}
      path="/books/taxes"
      compose={() => ({
        periodEnd: tax.periodEnd,
        paidOn: readDay(paidOn),
        accountId,
        authentication: authentication.trim(),
        principal: readAmount(principal, 'o principal'),
        fine: readAmount(fine, 'a multa'),
        interest: readAmount(interest, 'os juros'),
      })}
    >
      <TextField label="Principal" inputmode="decimal" value={principal} onInput={setPrincipal} />
      <TextField label="Multa" inputmode="decimal" value={fine} onInput={setFine} />
      <TextField label="Juros" inputmode="decimal" value={interest} onInput={setInterest} />
      <DayField label="Dia do pagamento" value={paidOn} onChange={setPaidOn} />
      <SelectField
        label="Conta da financeira"
        value={accountId}
        onInput={setAccountId}
        options={listAccounts(view)}
      />
      <TextField
        label="Autenticação do comprovante"
        value={authentication}
        onInput={setAuthentication}
        maxlength={64}
      />
    </BookForm>
  )
}

interface Line {
  readonly account: string
  readonly debit: string
  readonly credit: string
}
const EMPTY: Line = { account: '', debit: '', credit: '' }
const MAX_LINES = 10

export function ManualModal({ modal }: { modal: ModalHandle }): JSX.Element {
  const [lines, setLines] = useState<readonly Line[]>([EMPTY, EMPTY])
  const [date, setDate] = useState('')
  const change = (at: number, changed: Partial<Line>): void =>
    setLines(lines.map((line, place) => (place === at ? { ...line, ...changed } : line)))
  return (
    <BookForm
      modal={modal}
      title="Lançamento manual"
      intro="Para o que nenhuma operação faz. Débitos e créditos precisam ser iguais."
      path="/books/entries"
      compose={() => ({
        lines: lines.filter(({ account }) => account.trim() !== '').map(readLine),
        date: readDay(date),
      })}
    >
      <DayField label="Dia do fato" value={date} onChange={setDate} />
      {lines.map((line, at) => (
        <fieldset class="stack stack-tight" key={at}>
          <legend>Linha {at + 1}</legend>
          <TextField
            label="Conta"
            hint="Como no plano de contas, por exemplo bank-tariff"
            value={line.account}
            onInput={account => change(at, { account })}
          />
          <TextField
            label="Débito"
            inputmode="decimal"
            value={line.debit}
            onInput={debit => change(at, { debit })}
          />
          <TextField
            label="Crédito"
            inputmode="decimal"
            value={line.credit}
            onInput={credit => change(at, { credit })}
          />
        </fieldset>
      ))}
      {lines.length < MAX_LINES && (
        <Button kind="quiet" wide={false} onPress={() => setLines([...lines, EMPTY])}>
          Mais uma linha
        </Button>
      )}
    </BookForm>
  )
}

function readLine({ account, debit, credit }: Line): { account: string; amount: number } {
  if ((debit.trim() === '') === (credit.trim() === ''))
    throw new Mistake('Cada linha tem um débito ou um crédito.')
  const amount = debit.trim() === '' ? -readAmount(credit, 'o crédito') : readAmount(debit, 'o débito')
  return { account: account.trim(), amount }
}

/** All commission that is owed: the order goes to the account in the retailer's terms. */
export function CommissionModal({
  modal,
  retailerId,
}: {
  modal: ModalHandle
  retailerId: string
}): JSX.Element {
  const { leave } = useDesk()
  return (
    <ReasonModal
      modal={modal}
      title="Pagar a comissão?"
      label="Motivo"
      hint="A ordem vai para a conta cadastrada do lojista, e outra pessoa aprova o envio."
      confirm="Criar a ordem"
      suggestions={['Fechamento do mês']}
      send={async reason => {
        await post('/books/commission', { retailerId, reason })
        leave(addressOf.payouts, 'Ordem criada: agora outra pessoa aprova.')
      }}
    />
  )
}
