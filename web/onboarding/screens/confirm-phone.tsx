import type { JSX } from 'preact'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { CookieNotice } from '../../customer/cookie-notice.tsx'
import { Heading } from '../../customer/heading.tsx'
import { Card } from '../../design/card.tsx'
import { nameOriginal } from '../agreement-words.ts'
import type { Surroundings } from '../use-send.ts'
import { CodeForm } from './code-form.tsx'

/** Shown the first time, and again on every other device before it gets personal data. */
export function ConfirmPhone(props: Surroundings & { state: OnboardingState }): JSX.Element {
  const { state } = props
  const purpose = state.codePurpose ?? 'phone'
  const original = nameOriginal(state)
  return (
    <>
      {purpose === 'device' ? (
        <Heading title="Confirme que é você">
          {original === undefined ? 'Sua compra' : 'Seu acordo'} continua de onde parou. Como este aparelho é
          novo para nós, vamos enviar um código para o seu celular.
        </Heading>
      ) : (
        <Heading title="Confirme seu celular">
          {original !== undefined && `É para o seu acordo sobre a ${original}. `}
          Vamos enviar um código de 6 dígitos por SMS para ter certeza de que é você.
        </Heading>
      )}
      <CookieNotice />
      <Card>
        <p>
          Seu celular: <strong class="figure">{state.maskedPhone}</strong>
        </p>
        <CodeForm
          {...props}
          purpose={purpose}
          ask="Enviar código por SMS"
          submit="Confirmar"
          onCode={(client, code) => client.act('confirm', { code })}
        />
      </Card>
      <p class="soft small">
        {original === undefined
          ? `Não é o seu número? Fale com ${state.retailerName}: só a loja pode mudar o telefone da compra.`
          : 'Não é o seu número? Fale com o nosso atendimento antes de continuar.'}
      </p>
    </>
  )
}
