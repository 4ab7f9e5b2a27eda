import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { ConsoleLinkDetail } from '../../../src/contract/console-selling.ts'
import { LINK_CHANNELS, type LinkChannel } from '../../../src/contract/payment-links.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { TextField } from '../../design/field.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeInstant, writeMoney } from '../../design/format.ts'
import { Modal, useModal } from '../../design/modal.tsx'
import { Qr } from '../../design/qr.tsx'
import { Segmented } from '../../design/segmented.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Tag } from '../../design/tag.tsx'
import { Timeline, type TimelineEvent } from '../../design/timeline.tsx'
import { useAction } from '../../design/use-action.ts'
import { StaffProblem } from '../../shell/api.ts'
import { Heading } from '../../shell/heading.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import { CHANNEL_WORDS, LINK_PROBLEMS, STATUS_TONES, STATUS_WORDS } from './link-words.ts'
import { QrScreen } from './qr-screen.tsx'

const LIVING: readonly string[] = ['ACTIVE', 'OPENED', 'CLAIMED']

/** One link: how far it got, and what can be done with it. */
export function OneLink({ id }: { id: string }): JSX.Element {
  const { data, problem } = useLoad<ConsoleLinkDetail>(`link:${id}`, () => get(`/links/${id}`))
  const [changed, setChanged] = useState<ConsoleLinkDetail>()
  const link = changed ?? data
  if (link === undefined)
    return (
      <div class="stack">
        <Heading title="Link" />
        {problem ? <Alert tone="bad">{problem}</Alert> : <Skeleton />}
      </div>
    )
  return <Detail link={link} onChange={setChanged} />
}

interface DetailProps {
  readonly link: ConsoleLinkDetail
  onChange(link: ConsoleLinkDetail): void
}

function Detail({ link, onChange }: DetailProps): JSX.Element {
  const may = useMay()
  const isLiving = LIVING.includes(link.status)
  return (
    <div class="stack">
      <Heading title={link.title}>
        <span class="tags">
          <Tag {...(STATUS_TONES[link.status] && { tone: STATUS_TONES[link.status] })}>
            {STATUS_WORDS[link.status]}
          </Tag>
          {link.lockedAt && <Tag tone="bad">Travado</Tag>}
        </span>
      </Heading>
      {link.lockedAt && isLiving && (
        <Alert tone="warn">
          Cinco pessoas diferentes foram recusadas neste link, e ninguém mais pode usá-lo. Crie outro.
        </Alert>
      )}
      {link.url !== undefined && isLiving && <Share link={link} url={link.url} />}
      <Sale link={link} />
      {may('links.change') && isLiving && <Send link={link} onChange={onChange} />}
      <Card title="O que aconteceu">
        <Timeline events={listEvents(link)} />
      </Card>
      {may('links.change') && isLiving && <Delete link={link} onChange={onChange} />}
    </div>
  )
}

function Share({ link, url }: { link: ConsoleLinkDetail; url: string }): JSX.Element {
  const { session } = useConsole()
  const screen = useModal()
  const id = useId()
  return (
    <Card title="Mostrar ou copiar">
      <div class="share">
        {link.qr && <Qr qr={link.qr} label="QR code do link de pagamento" />}
        <div class="stack">
          <code class="code-box breakable" id={id}>
            {url}
          </code>
          <CopyButton text={url} label="Copiar o link" done="Link copiado" selects={id} kind="quiet" />
          <Button onPress={screen.open}>QR code em tela cheia</Button>
        </div>
      </div>
      <QrScreen modal={screen} link={link} shopName={session.shop.name} />
    </Card>
  )
}

function Sale({ link }: { link: ConsoleLinkDetail }): JSX.Element {
  const { amount, products = [], shipping = 0, seller, orderId } = link
  const rows: Figure[] = products.map(each => ({
    name: each.amount === 1 ? each.name : `${each.amount} × ${each.name}`,
    value: each.value === undefined ? '' : writeMoney(each.value * each.amount),
  }))
  if (shipping > 0) rows.push({ name: 'Entrega', value: writeMoney(shipping) })
  if (amount !== undefined) rows.push({ name: 'Total', value: writeMoney(amount), strong: true })
  if (orderId !== link.id) rows.push({ name: 'Pedido', value: <span class="breakable">{orderId}</span> })
  if (seller !== undefined) rows.push({ name: 'Vendedor', value: seller })
  rows.push({ name: 'Vale até', value: writeInstant(link.expiresAt) })
  return (
    <Card title="Venda">
      <Figures rows={rows} />
    </Card>
  )
}

function Send({ link, onChange }: DetailProps): JSX.Element {
  const [channel, setChannel] = useState<LinkChannel>('SMS')
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<string>()
  const known = link.contacts[channel]
  const { busy, run } = useAct(setProblem, async () => {
    setDone(undefined)
    if (to.trim() === '' && known === undefined) {
      setProblem(channel === 'SMS' ? 'Escreva o celular.' : 'Escreva o e-mail.')
      return
    }
    const written = to.trim()
    onChange(
      await post<ConsoleLinkDetail>(`/links/${link.id}/send`, {
        channel,
        ...(written === '' ? {} : { to: written }),
      }),
    )
    setProblem(undefined)
    setTo('')
    setDone(`Enviado por ${CHANNEL_WORDS[channel]}.`)
  })
  return (
    <Card title="Enviar">
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <Segmented
          label="Por onde"
          value={channel}
          options={LINK_CHANNELS.map(each => [each, each === 'SMS' ? 'SMS' : 'E-mail'] as const)}
          onChange={setChannel}
        />
        <TextField
          label={channel === 'SMS' ? 'Celular' : 'E-mail'}
          hint={known === undefined ? undefined : `Vazio: vai para ${known}.`}
          isOptional={known !== undefined}
          type={channel === 'SMS' ? 'tel' : 'email'}
          maxlength={254}
          value={to}
          problem={problem}
          onInput={setTo}
        />
        {done && <Alert tone="good">{done}</Alert>}
        <Button type="submit" kind="quiet" busy={busy}>
          Enviar
        </Button>
      </form>
    </Card>
  )
}

function Delete({ link, onChange }: DetailProps): JSX.Element {
  const modal = useModal()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAct(setProblem, async () => {
    onChange(await post<ConsoleLinkDetail>(`/links/${link.id}/delete`))
    modal.close()
  })
  return (
    <>
      <Button kind="danger" onPress={modal.open}>
        Apagar o link
      </Button>
      <Modal modal={modal} title="Apagar este link?" onClose={() => setProblem(undefined)}>
        <p>
          Ninguém mais pode comprar por ele.
          {link.status === 'CLAIMED' &&
            ' Há uma compra em andamento: ela será cancelada, e o que o cliente pagou volta para ele.'}
        </p>
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="row">
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
          <Button kind="danger" busy={busy} onPress={() => void run()}>
            Apagar
          </Button>
        </div>
      </Modal>
    </>
  )
}

/** One action at a time; a failure is said in words of this page first. */
function useAct(setProblem: (problem: string) => void, act: () => Promise<void>) {
  const { explain } = useConsole()
  return useAction(async () => {
    try {
      await act()
    } catch (error) {
      const known = error instanceof StaffProblem ? LINK_PROBLEMS[error.code] : undefined
      setProblem(known ?? explain(error))
    }
  })
}

/** The newest first. */
function listEvents(link: ConsoleLinkDetail): TimelineEvent[] {
  const steps = [
    { title: 'Criado', at: link.createdAt },
    { title: 'Aberto pela primeira vez', at: link.openedAt },
    { title: 'Alguém confirmou o celular', at: link.identifiedAt },
    { title: 'Contrato assinado', at: link.signedAt },
    { title: 'Travado', at: link.lockedAt },
    ...link.notifications.map(({ channel, to, sentAt }) => ({
      title: `Enviado por ${CHANNEL_WORDS[channel]} para ${to}`,
      at: sentAt,
    })),
  ]
  return (
    steps
      .flatMap(({ title, at }) => (at === undefined ? [] : [{ title, at }]))
      // Of the same moment, what comes later in the life of a link is newer.
      .toReversed()
      .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
      .map(({ title, at }, index) => ({ key: String(index), title, meta: writeInstant(at) }))
  )
}
