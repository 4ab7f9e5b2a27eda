import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../../src/contract/account.ts'
import type { HostedPageState, LinkEnding } from '../../../src/contract/hosted-page.ts'
import { BackToShop } from '../../customer/back-to-shop.tsx'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { writeInstant } from '../../design/format.ts'
import { Icon, type IconName } from '../../design/icons.tsx'
import { type ScreenProps, useSend } from '../use-send.ts'

interface Words {
  readonly icon: IconName
  readonly title: string
  text(state: HostedPageState): string
}

const WORDS = {
  used: {
    icon: 'check',
    title: 'Este link já foi usado',
    text: () =>
      'Ele valia para uma compra só, e ela já foi concluída. Se foi você, veja a compra na sua conta, em qualquer aparelho.',
  },
  claimed: {
    icon: 'phone',
    title: 'Este link já está em uso',
    text: () =>
      'Cada link vale para uma compra, e ela já começou em outro aparelho. Se foi você, continue por lá. Se não foi, fale com a loja.',
  },
  deleted: {
    icon: 'close',
    title: 'A loja cancelou este link',
    text: () => 'Nada será cobrado. Se você ainda quiser comprar, peça um novo link à loja.',
  },
  expired: {
    icon: 'clock',
    title: 'O prazo deste link terminou',
    text: ({ expiresAt }) =>
      `Ele valia até ${writeInstant(expiresAt)}. Nada será cobrado. Se você ainda quiser comprar, peça um novo link à loja.`,
  },
  locked: {
    icon: 'lock',
    title: 'Este link foi bloqueado por segurança',
    text: () =>
      'Muitos dados diferentes foram usados aqui. Nada será cobrado. Para comprar, peça um novo link à loja.',
  },
} satisfies Readonly<Record<LinkEnding, Words>>

export function Ended({ state, ...surroundings }: ScreenProps): JSX.Element {
  const ending = state.ending ?? 'used'
  const { icon, title, text }: Words = WORDS[ending]
  const { busy, problem, run } = useSend(surroundings)
  return (
    <>
      <p class="badge neutral">
        <Icon name={icon} size={32} />
      </p>
      <Heading title={title}>{text(state)}</Heading>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {/* A purchase that comes to nothing sets the link free again. */}
      {ending === 'claimed' && (
        <Button
          kind="quiet"
          busy={busy}
          onPress={() =>
            void run(async client => {
              await client.refresh()
              return { kind: 'state', state: undefined }
            })
          }
        >
          Verificar de novo
        </Button>
      )}
      {ending === 'used' && <LinkButton href={ACCOUNT_PATH}>Abrir minha conta</LinkButton>}
      <BackToShop shopUrl={state.shopUrl} kind="primary" />
    </>
  )
}
