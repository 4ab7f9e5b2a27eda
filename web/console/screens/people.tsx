import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  CONSOLE_ROLES,
  type ConsoleInvitationView,
  type ConsolePeople,
  type ConsolePersonView,
  type ConsoleRole,
} from '../../../src/contract/console.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { SelectField, TextField } from '../../design/field.tsx'
import { Modal, useModal } from '../../design/modal.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole } from '../console-context.ts'
import type { ConsoleScreen } from '../screens.tsx'
import { ROLE_HINTS, ROLE_WORDS, writeDay, writeMoment } from '../words.ts'

export const screen: ConsoleScreen = {
  path: 'pessoas',
  action: 'people.read',
  List: People,
  tab: { name: 'Pessoas', icon: 'people', order: 8 },
}

function People(): JSX.Element {
  const loaded = useLoad<ConsolePeople>('people', () => get('/people'))
  const [done, setDone] = useState<string>()
  const finish = (text: string): void => {
    setDone(text)
    loaded.reload()
  }
  return (
    <ListScreen
      title="Pessoas"
      intro="Quem entra no painel desta loja, e o que cada um pode fazer."
      loaded={loaded}
      tools={<Invite onDone={finish} />}
    >
      {({ people, invitations }) => (
        <>
          {done && <Alert>{done}</Alert>}
          <Table
            caption="Pessoas da loja"
            rows={people}
            keyOf={row => row.id}
            columns={[
              { name: 'Nome', cell: row => <Name person={row} /> },
              { name: 'E-mail', cell: row => <span class="breakable">{row.email}</span> },
              { name: 'Perfil', cell: row => ROLE_WORDS[row.role] },
              { name: 'Desde', cell: row => <span class="steady">{writeDay(row.since)}</span> },
              { name: 'Ação', cell: row => <Change person={row} onDone={finish} /> },
            ]}
          />
          {invitations.length > 0 && (
            <Table
              caption="Convites em aberto"
              rows={invitations}
              keyOf={row => row.id}
              columns={[
                { name: 'E-mail', cell: row => <span class="breakable">{row.email}</span> },
                { name: 'Perfil', cell: row => ROLE_WORDS[row.role] },
                { name: 'Enviado', cell: row => <span class="steady">{writeMoment(row.sentAt)}</span> },
                { name: 'Vale até', cell: row => <Until invitation={row} /> },
                { name: 'Ação', cell: row => <Invitation invitation={row} onDone={finish} /> },
              ]}
            />
          )}
        </>
      )}
    </ListScreen>
  )
}

const Name = ({ person }: { person: ConsolePersonView }): JSX.Element => (
  <span class="tags">
    {person.name}
    {person.isSelf && <Tag>Você</Tag>}
    {person.reset && <Reset reset={person.reset} />}
  </span>
)

const Reset = ({ reset }: { reset: NonNullable<ConsolePersonView['reset']> }): JSX.Element =>
  reset.isExpired ? (
    <Tag tone="warn">Link de acesso vencido</Tag>
  ) : (
    <Tag>Link de acesso enviado, vale até {writeMoment(reset.expiresAt)}</Tag>
  )

const Until = ({ invitation }: { invitation: ConsoleInvitationView }): JSX.Element =>
  invitation.isExpired ? (
    <Tag tone="warn">Vencido</Tag>
  ) : (
    <span class="steady">{writeDay(invitation.expiresAt)}</span>
  )

const roleOptions = CONSOLE_ROLES.map(role => ({ value: role, label: ROLE_WORDS[role] }))
const findRole = (value: string): ConsoleRole | undefined => CONSOLE_ROLES.find(role => role === value)

interface Finishing {
  readonly onDone: (text: string) => void
}

function Invite({ onDone }: Finishing): JSX.Element {
  const { explain } = useConsole()
  const modal = useModal()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    if (email.trim() === '' || findRole(role) === undefined)
      return setProblem('Escreva o e-mail e escolha o perfil.')
    try {
      await post('/people/invite', { email: email.trim(), role })
      modal.close()
      setEmail('')
      setRole('')
      setProblem(undefined)
      onDone('Convite enviado. O link vale por 7 dias e abre uma vez só.')
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <div>
      <Button wide={false} onPress={modal.open}>
        Convidar uma pessoa
      </Button>
      <Modal modal={modal} title="Convidar uma pessoa">
        <form
          class="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void run()
          }}
        >
          <TextField label="E-mail" type="email" value={email} onInput={setEmail} />
          <SelectField
            label="Perfil"
            value={role}
            onInput={setRole}
            options={roleOptions}
            {...(findRole(role) && { hint: ROLE_HINTS[findRole(role) ?? 'VIEWER'] })}
          />
          {problem && <Alert tone="bad">{problem}</Alert>}
          <div class="row">
            <Button kind="quiet" onPress={modal.close}>
              Voltar
            </Button>
            <Button type="submit" busy={busy}>
              Enviar convite
            </Button>
          </div>
        </form>
      </Modal>
    </div>
  )
}

function Change({ person, onDone }: { person: ConsolePersonView } & Finishing): JSX.Element {
  const { explain, session } = useConsole()
  const modal = useModal()
  const [role, setRole] = useState<string>(person.role)
  const [problem, setProblem] = useState<string>()
  const act = async (path: string, body: object, done: string): Promise<void> => {
    try {
      setProblem(undefined)
      await post(`/people/${person.id}/${path}`, body)
      modal.close()
      onDone(done)
    } catch (error) {
      setProblem(explain(error))
    }
  }
  const { busy, run } = useAction(act)
  return (
    <>
      <Button kind="plain" wide={false} onPress={modal.open}>
        Mudar <span class="unseen">{person.name}</span>
      </Button>
      <Modal modal={modal} title={person.name}>
        <SelectField
          label="Perfil"
          value={role}
          onInput={setRole}
          options={roleOptions}
          hint={ROLE_HINTS[findRole(role) ?? person.role]}
        />
        {person.isSelf && <p class="soft small">Mudar o seu próprio perfil encerra a sua sessão.</p>}
        {problem && <Alert tone="bad">{problem}</Alert>}
        <Button
          busy={busy}
          onPress={() => void run('role', { role }, `${person.name} tem outro perfil a partir de agora.`)}
        >
          Mudar o perfil
        </Button>
        <Button
          kind="quiet"
          busy={busy}
          onPress={() => void run('end-sessions', {}, `As sessões de ${person.name} nesta loja terminaram.`)}
        >
          Encerrar as sessões
        </Button>
        {!person.isSelf && (
          <>
            <p class="soft small">
              Perdeu o celular ou a chave de acesso? Redefinir encerra o autenticador, as chaves e as sessões
              desta pessoa, que recebe por e-mail um link para configurar outros. Os proprietários são
              avisados.
            </p>
            <Button
              kind="quiet"
              busy={busy}
              onPress={() =>
                void run(
                  'reset',
                  {},
                  `O acesso de ${person.name} foi redefinido. O link foi para ${person.email} e vale por 24 horas.`,
                )
              }
            >
              Redefinir o acesso
            </Button>
          </>
        )}
        <Button
          kind="danger"
          busy={busy}
          onPress={() =>
            void run('remove', {}, `${person.name} não entra mais no painel de ${session.shop.name}.`)
          }
        >
          Retirar da loja
        </Button>
        <Button kind="plain" onPress={modal.close}>
          Voltar
        </Button>
      </Modal>
    </>
  )
}

function Invitation({ invitation, onDone }: { invitation: ConsoleInvitationView } & Finishing): JSX.Element {
  const { explain } = useConsole()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async (path: 'resend' | 'withdraw', done: string) => {
    try {
      await post(`/people/invitations/${invitation.id}/${path}`)
      onDone(done)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <span class="tags">
      <Button
        kind="plain"
        wide={false}
        busy={busy}
        onPress={() => void run('resend', 'Convite enviado de novo. O link anterior não abre mais.')}
      >
        Enviar de novo <span class="unseen">para {invitation.email}</span>
      </Button>
      <Button kind="plain" wide={false} busy={busy} onPress={() => void run('withdraw', 'Convite retirado.')}>
        Retirar <span class="unseen">o convite de {invitation.email}</span>
      </Button>
      {problem && <Alert tone="bad">{problem}</Alert>}
    </span>
  )
}
