import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { ConsoleLinkDetail, ConsoleLook } from '../../../src/contract/console-selling.ts'
import { LINK_CHANNELS } from '../../../src/contract/payment-links.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Checkbox } from '../../design/choices.tsx'
import { TextField } from '../../design/field.tsx'
import { cpfMask, phoneMask } from '../../design/mask.ts'
import { Segmented } from '../../design/segmented.tsx'
import { useAction } from '../../design/use-action.ts'
import { StaffProblem } from '../../shell/api.ts'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole } from '../console-context.ts'
import { addressOf } from '../route.ts'
import {
  composeLinkRequest,
  emptyDraft,
  findLinkProblems,
  type LinkDraft,
  type LinkProblems,
  previewSale,
} from './link-draft.ts'
import { CHANNEL_WORDS, LINK_PROBLEMS } from './link-words.ts'
import { PayPreview } from './pay-preview.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { ProductFields } from './product-fields.tsx'

const DAYS = ['1', '3', '7', '15', '30', '60'] as const

/** What is sold and to whom, beside what the customer will see. */
export function NewLink(): JSX.Element {
  const { session, explain, leave } = useConsole()
  const [draft, setDraft] = useState(() => emptyDraft(session.person.name))
  const [problems, setProblems] = useState<LinkProblems>({})
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const look = useLoad<ConsoleLook>('links:look', () => get('/links/look'))

  function change(some: Partial<LinkDraft>): void {
    const next = { ...draft, ...some }
    setDraft(next)
    // A mark goes as soon as its reason has gone; a new one is set by the button only.
    const left = findLinkProblems(next)
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => left[name] !== undefined)))
  }

  const { busy, run } = useAction(async () => {
    const found = findLinkProblems(draft)
    setProblems(found)
    setProblem(undefined)
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    try {
      const link = await post<ConsoleLinkDetail>('/links', composeLinkRequest(draft))
      leave(addressOf.link(link.id), 'O link está pronto.')
    } catch (error) {
      const known = error instanceof StaffProblem ? LINK_PROBLEMS[error.code] : undefined
      setProblem(known ?? explain(error))
    }
  })

  const text = (name: TextName) => ({
    value: draft[name],
    problem: problems[name],
    onInput: (value: string) => change({ [name]: value }),
  })
  const isCounter = draft.place === 'counter'
  return (
    <div class="stack">
      <Heading title="Novo link" />
      <Link to={addressOf.links}>Voltar para os links</Link>
      <div class="with-preview">
        <form
          class="stack"
          noValidate
          ref={form}
          onSubmit={event => {
            event.preventDefault()
            void run()
          }}
        >
          <Card title="O que é vendido">
            <Segmented
              label="Como descrever a venda"
              value={draft.kind}
              options={[
                ['amount', 'Um valor'],
                ['products', 'Produtos'],
              ]}
              onChange={kind => change({ kind })}
            />
            {draft.kind === 'amount' ? (
              <>
                <TextField label="Valor (R$)" inputmode="decimal" maxlength={16} {...text('amount')} />
                <TextField
                  label="O que é"
                  hint="O cliente lê isto na página."
                  maxlength={200}
                  {...text('description')}
                />
              </>
            ) : (
              <ProductFields draft={draft} problems={problems} onChange={change} />
            )}
            <TextField
              label="Número do pedido"
              hint="Com um número, o pedido tem um link só, mesmo que você tente de novo."
              isOptional
              maxlength={64}
              {...text('orderId')}
            />
          </Card>
          <Card title="Para quem">
            <p class="soft small">
              O que você preencher, o cliente só confere. Sem nada preenchido, ele escreve tudo.
            </p>
            <TextField label="Nome completo" isOptional maxlength={120} {...text('name')} />
            <div class="field-pair">
              <TextField
                label="CPF"
                isOptional
                inputmode="numeric"
                mask={cpfMask}
                maxlength={14}
                {...text('cpf')}
              />
              <TextField
                label="Celular"
                isOptional
                type="tel"
                mask={phoneMask}
                maxlength={20}
                {...text('phone')}
              />
            </div>
            <TextField label="E-mail" isOptional type="email" maxlength={254} {...text('email')} />
            <div class="field-pair">
              {LINK_CHANNELS.map(channel => (
                <Checkbox
                  key={channel}
                  checked={draft.notify.includes(channel)}
                  onChange={checked =>
                    change({
                      notify: LINK_CHANNELS.filter(each =>
                        each === channel ? checked : draft.notify.includes(each),
                      ),
                    })
                  }
                >
                  Enviar por {CHANNEL_WORDS[channel]}
                </Checkbox>
              ))}
            </div>
          </Card>
          <Card title="Venda">
            <Segmented
              label="Onde é a venda"
              value={draft.place}
              options={[
                ['remote', 'À distância'],
                ['counter', 'No balcão'],
              ]}
              onChange={place => change({ place })}
            />
            <TextField label="Quem vende" isOptional={!isCounter} maxlength={200} {...text('seller')} />
            {isCounter && (
              <div class="field-pair">
                <TextField
                  label="CPF de quem vende"
                  inputmode="numeric"
                  mask={cpfMask}
                  maxlength={14}
                  {...text('sellerCpf')}
                />
                <TextField
                  label="Celular de quem vende"
                  type="tel"
                  mask={phoneMask}
                  maxlength={20}
                  {...text('sellerPhone')}
                />
              </div>
            )}
            <div class="labelled">
              <span class="small">O link vale por</span>
              <Segmented
                label="O link vale por"
                value={draft.days}
                options={DAYS.map(days => [days, days === '1' ? '1 dia' : `${days} dias`] as const)}
                onChange={days => change({ days })}
              />
            </div>
          </Card>
          {problem && <Alert tone="bad">{problem}</Alert>}
          <Button type="submit" busy={busy}>
            Criar link
          </Button>
        </form>
        {look.data && (
          <PhonePreview label="O que o cliente vê" theme={look.data.theme}>
            <PayPreview
              sale={{
                ...previewSale(draft),
                retailerName: look.data.shopName,
                shopLogo: look.data.theme.logo,
                orderId: draft.orderId.trim() || 'novo',
              }}
            />
          </PhonePreview>
        )}
      </div>
    </div>
  )
}

type TextName =
  | 'amount'
  | 'description'
  | 'orderId'
  | 'name'
  | 'cpf'
  | 'phone'
  | 'email'
  | 'seller'
  | 'sellerCpf'
  | 'sellerPhone'
