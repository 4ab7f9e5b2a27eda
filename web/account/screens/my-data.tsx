import type { JSX } from 'preact'
import { ACCOUNT_PATH, type AccountRequest } from '../../../src/contract/account.ts'
import { Heading } from '../../customer/heading.tsx'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate } from '../../design/format.ts'
import { Tag } from '../../design/tag.tsx'
import type { AccountScreenProps } from '../use-send.ts'
import { REQUEST_KINDS } from '../words.ts'
import { EmailForm } from './email-form.tsx'
import { RequestForm } from './request-form.tsx'

export function MyData(props: AccountScreenProps): JSX.Element {
  const { account, ...around } = props
  const { name, requests } = account
  return (
    <>
      <Heading title="Meus dados">O que sabemos de você, e o que você pode pedir.</Heading>
      <Card title="Cadastro">
        <Figures
          rows={[
            ...(name === undefined ? [] : [{ name: 'Nome', value: name }]),
            { name: 'CPF', value: account.maskedCpf },
            { name: 'Celular', value: account.maskedPhone },
            { name: 'E-mail', value: account.email },
          ]}
        />
        <EmailForm {...around} />
      </Card>
      <Card title="Todos os meus dados">
        <p class="soft">Um arquivo com seus dados, compras, parcelas, pagamentos e pedidos.</p>
        <LinkButton href={`${ACCOUNT_PATH}/meus-dados.json`} icon="download" download="meus-dados.json">
          Baixar meus dados
        </LinkButton>
      </Card>
      <RequestForm {...props} />
      {requests.length > 0 && (
        <Card title="Meus pedidos">
          <ol class="requests">
            {requests.map(request => (
              <Request key={request.id} request={request} />
            ))}
          </ol>
        </Card>
      )}
    </>
  )
}

function Request({ request }: { request: AccountRequest }): JSX.Element {
  const { kind, text, openedOn, answerUntil, answer, answeredOn } = request
  return (
    <li class="stack stack-tight">
      <div class="pair">
        <strong>{REQUEST_KINDS[kind]}</strong>
        {answer === undefined ? <Tag>Em análise</Tag> : <Tag tone="good">Respondido</Tag>}
      </div>
      <p class="soft small">
        {answeredOn === undefined
          ? `Feito em ${writeDate(openedOn)}. Respondemos até ${writeDate(answerUntil)}.`
          : `Feito em ${writeDate(openedOn)} e respondido em ${writeDate(answeredOn)}.`}
      </p>
      <p>{text}</p>
      {answer && (
        <p>
          <strong>Resposta:</strong> {answer}
        </p>
      )}
    </li>
  )
}
