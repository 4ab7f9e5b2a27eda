import type { JSX } from 'preact'
import type { ConsoleAccount, ConsoleAccountText } from '../../../src/contract/console.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { useModal } from '../../design/modal.tsx'
import { Link } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { ACCOUNT_TYPE_WORDS, AccountForm } from '../parts/account-form.tsx'
import { FormModal } from '../parts/form-modal.tsx'
import { addressOf } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'
import { writeMoment } from '../words.ts'

export const screen: ConsoleScreen = { path: 'conta', action: 'account.read', List: Account }

function Account(): JSX.Element {
  const loaded = useLoad<ConsoleAccount>('account', () => get('/account'))
  return (
    <ListScreen
      title="Conta dos repasses"
      intro="Para onde vai o dinheiro das suas vendas. Uma mudança precisa de um segundo proprietário ou de 48 horas, e todos os proprietários recebem um e-mail."
      loaded={loaded}
    >
      {view => (
        <>
          {view.change && <Waiting view={view} change={view.change} onDone={loaded.reload} />}
          {view.isLenderChanging && (
            <Alert title="Mudança em análise">
              Quem financia as suas vendas está mudando os dados da loja. A aprovação é de lá.
            </Alert>
          )}
          <Card title="Conta de hoje">
            {view.account === undefined ? (
              <p class="soft">Nenhuma conta ainda: os repasses esperam por ela.</p>
            ) : (
              <Figures rows={[...listAccount(view.account), ...listOwner(view)]} />
            )}
          </Card>
          <Propose view={view} onDone={loaded.reload} />
          <p>
            <Link to={addressOf.money}>Voltar ao dinheiro</Link>
          </p>
        </>
      )}
    </ListScreen>
  )
}

function listAccount(account: ConsoleAccountText): Figure[] {
  if ('pixKey' in account)
    return [{ name: 'Chave Pix', value: <span class="breakable">{account.pixKey}</span>, strong: true }]
  const { bankCode, agency, account: number, accountDigit, accountType } = account
  return [
    { name: 'Banco', value: bankCode },
    { name: 'Agência', value: agency },
    { name: 'Conta', value: `${number}-${accountDigit}`, strong: true },
    { name: 'Tipo', value: ACCOUNT_TYPE_WORDS[accountType] ?? accountType },
  ]
}

const listOwner = ({ company, changedAt }: ConsoleAccount): Figure[] => [
  ...(company === undefined ? [] : [{ name: 'Em nome de', value: company.legalName }]),
  ...(changedAt === undefined ? [] : [{ name: 'Mudou em', value: writeMoment(changedAt) }]),
]

interface WaitingProps {
  readonly view: ConsoleAccount
  readonly change: NonNullable<ConsoleAccount['change']>
  readonly onDone: () => void
}

function Waiting({ view: { otherOwners }, change, onDone }: WaitingProps): JSX.Element {
  const approving = useModal()
  const withdrawing = useModal()
  const answer = (path: 'approve' | 'withdraw') => async () => {
    await post(`/account/changes/${change.id}/${path}`)
    approving.close()
    withdrawing.close()
    onDone()
  }
  return (
    <Card title="Mudança em espera">
      <Figures
        rows={[
          ...listAccount(change.account),
          { name: 'Quem pediu', value: change.proposedBy ?? 'Alguém que saiu da loja' },
          { name: 'Pedida em', value: writeMoment(change.proposedAt) },
          { name: 'Vale sozinha a partir de', value: writeMoment(change.takesEffectAt) },
        ]}
      />
      <p>{writeApprovers(change.isOwn, otherOwners)}</p>
      <div class="row">
        <Button kind="quiet" onPress={withdrawing.open}>
          Retirar a mudança
        </Button>
        {!change.isOwn && <Button onPress={approving.open}>Aprovar a mudança</Button>}
      </div>
      <FormModal modal={approving} title="Aprovar a mudança?" confirm="Aprovar" send={answer('approve')}>
        <p>Os próximos repasses vão para esta conta. Confirme os números com quem pediu antes de aprovar.</p>
        <Figures rows={listAccount(change.account)} />
      </FormModal>
      <FormModal
        modal={withdrawing}
        title="Retirar a mudança?"
        confirm="Retirar"
        isDanger
        send={answer('withdraw')}
      >
        <p>Nada muda: os repasses continuam indo para a conta de hoje.</p>
      </FormModal>
    </Card>
  )
}

function writeApprovers(isOwn: boolean, otherOwners: readonly string[]): string {
  if (!isOwn) return 'Você pode aprovar: quem pediu foi outra pessoa.'
  if (otherOwners.length === 0)
    return 'Você é o único proprietário: a mudança vale sozinha depois de 48 horas.'
  return `Quem pode aprovar: ${otherOwners.join(', ')}. Você não aprova a sua própria mudança.`
}

function Propose({ view, onDone }: { view: ConsoleAccount; onDone: () => void }): JSX.Element {
  if (view.change !== undefined)
    return <p class="soft">Para pedir outra conta, retire antes a mudança em espera.</p>
  if (view.company === undefined)
    return (
      <Alert title="Falta o cadastro da empresa">
        Peça a quem financia as suas vendas que cadastre a razão social e o CNPJ da loja. A conta vem depois.
      </Alert>
    )
  return <AccountForm onDone={onDone} />
}
