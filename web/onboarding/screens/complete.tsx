import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../../src/contract/account.ts'
import type { OnboardingBillet, OnboardingState } from '../../../src/contract/onboarding.ts'
import { composeCalendarFile } from '../../../src/kernel/calendar-file.ts'
import { BackToShop } from '../../customer/back-to-shop.tsx'
import { Moment } from '../../customer/dead-end.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeDate, writeDayAndMonth, writeMoney } from '../../design/format.ts'
import { DONE, PAID_OFF } from '../../design/illustrations.tsx'
import { nameOriginal } from '../agreement-words.ts'

interface CompleteProps {
  readonly state: OnboardingState
  onCancel(): void
}

/** More installments than these are folded: the next one is what counts. */
const SHOWN_BILLETS = 6

export function Complete({ state, onCancel }: CompleteProps): JSX.Element {
  const { billets = [], contract, billetsPdfUrl } = state
  const original = nameOriginal(state)
  const name = original === undefined ? 'contrato' : 'acordo'
  return (
    <>
      <Done state={state} />
      <NextCard state={state} />
      {billets.length > 0 && (
        <Card title="Suas parcelas">
          <Billets billets={billets.slice(0, SHOWN_BILLETS)} />
          {billets.length > SHOWN_BILLETS && (
            <details>
              <summary>Ver as outras {billets.length - SHOWN_BILLETS}</summary>
              <Billets billets={billets.slice(SHOWN_BILLETS)} />
            </details>
          )}
          {billetsPdfUrl && (
            <LinkButton href={toOwnPath(billetsPdfUrl)} icon="download" download="boletos.pdf">
              Baixar todos os boletos
            </LinkButton>
          )}
        </Card>
      )}
      {contract && (
        <Card title={`Seu ${name}`}>
          <LinkButton href={toOwnPath(contract.pdfUrl)} icon="download" newTab>
            Abrir o {name} (PDF)
          </LinkButton>
          {contract.releaseUrl && (
            <LinkButton href={toOwnPath(contract.releaseUrl)} icon="download" newTab>
              Abrir as datas da liberação (PDF)
            </LinkButton>
          )}
        </Card>
      )}
      <BackToShop shopUrl={state.shopUrl} />
      {state.canCancel && <Withdrawal state={state} onCancel={onCancel} />}
    </>
  )
}

function Done({ state }: { state: OnboardingState }): JSX.Element {
  const original = nameOriginal(state)
  if (state.status === 'CLOSED')
    return (
      <Moment scene={PAID_OFF} title="Tudo pago. Obrigado!">
        {original === undefined
          ? 'Todas as parcelas desta compra foram pagas.'
          : 'Todas as parcelas do acordo foram pagas, e com elas a compra.'}
      </Moment>
    )
  if (original !== undefined)
    return (
      <Moment scene={DONE} title="Pronto, acordo feito!">
        O que faltava da {original} está agora nestas parcelas. Não pague mais os boletos antigos: eles foram
        cancelados. Tudo fica na sua conta, em qualquer aparelho: basta o CPF e um código no celular.
      </Moment>
    )
  return (
    <Moment scene={DONE} title="Pronto, compra concluída!">
      A loja já foi avisada e cuida da entrega. Seus boletos e o contrato ficam na sua conta, em qualquer
      aparelho: basta o CPF e um código no celular.
    </Moment>
  )
}

/** What comes next, and how not to forget it. */
function NextCard({ state }: { state: OnboardingState }): JSX.Element | null {
  const next = state.billets?.find(({ paid }) => !paid)
  const account = (
    <LinkButton href={ACCOUNT_PATH} kind="primary">
      Abrir minha conta
    </LinkButton>
  )
  if (next === undefined) return account
  return (
    <Card title="Sua próxima parcela">
      <p class="headline">
        <strong>{writeMoney(next.value)}</strong>
        <span class="soft">
          vence em {writeDayAndMonth(next.dueDate)}, parcela {next.number} de {next.of}
        </span>
      </p>
      {account}
      <Button kind="quiet" icon="calendar" onPress={() => saveCalendar(state)}>
        Pôr as datas no calendário
      </Button>
    </Card>
  )
}

/** A file of the page itself: the server need not know who keeps a calendar. */
function saveCalendar({ billets = [], retailerName, now }: OnboardingState): void {
  const entries = billets
    .filter(({ paid }) => !paid)
    .map(({ number, of, dueDate, value, url }) => ({
      id: toOwnPath(url).replaceAll('/', '-').slice(1) + location.host,
      date: dueDate,
      title: `Parcela ${number} de ${of}: ${retailerName}`,
      text: `${writeMoney(value)}. Boleto e Pix em ${location.origin}${ACCOUNT_PATH}`,
    }))
  const file = new Blob([composeCalendarFile(entries, new Date(now))], { type: 'text/calendar' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'parcelas.ics'
  link.click()
}

interface WithdrawalProps {
  readonly state: OnboardingState
  onCancel(): void
}

function Withdrawal({ state: { withdrawUntil, renegotiates }, onCancel }: WithdrawalProps): JSX.Element {
  return (
    <details class="withdrawal">
      <summary>Mudou de ideia?</summary>
      <div class="stack">
        <p class="soft">
          Você pode desistir{withdrawUntil && ` até ${writeDayAndMonth(withdrawUntil)}`} e receber de volta o
          que pagou.
        </p>
        <Button kind="danger" onPress={onCancel}>
          Desistir {renegotiates ? 'do acordo' : 'da compra'}
        </Button>
      </div>
    </details>
  )
}

function Billets({ billets }: { billets: readonly OnboardingBillet[] }): JSX.Element {
  return (
    <ol class="billets">
      {billets.map(billet => (
        <Billet key={billet.number} billet={billet} />
      ))}
    </ol>
  )
}

function Billet({ billet }: { billet: OnboardingBillet }): JSX.Element {
  const { number, of, dueDate, value, paid, url } = billet
  return (
    <li>
      <span>
        <strong class="figure">{writeDate(dueDate)}</strong>
        <span class="soft small">
          Parcela {number} de {of}
        </span>
      </span>
      <span class="right">
        <span class="figure">{writeMoney(value)}</span>
        {paid ? (
          <span class="paid small">Paga</span>
        ) : (
          <a
            class="small"
            href={toOwnPath(url)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Abrir boleto da parcela ${number}`}
          >
            Abrir boleto
          </a>
        )}
      </span>
    </li>
  )
}
