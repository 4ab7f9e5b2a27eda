import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../../src/contract/account.ts'
import type { HostedPageState, LinkEnding } from '../../../src/contract/hosted-page.ts'
import { BackToShop } from '../../customer/back-to-shop.tsx'
import { DeadEnd } from '../../customer/dead-end.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { writeInstant } from '../../design/format.ts'
import { DONE, EXPIRED, GAVE_UP, REFUSED, type Scene, WAITING } from '../../design/illustrations.tsx'
import { type ScreenProps, useSend } from '../use-send.ts'

interface Words {
  readonly scene: Scene
  readonly title: string
  text(state: HostedPageState): string
}

const WORDS = {
  used: {
    scene: DONE,
    title: 'Este link já foi usado',
    text: () =>
      'Ele valia para uma compra só, e ela já foi concluída. Se foi você, veja a compra na sua conta, em qualquer aparelho.',
  },
  claimed: {
    scene: WAITING,
    title: 'Este link já está em uso',
    text: () =>
      'Cada link vale para uma compra, e ela já começou em outro aparelho. Se foi você, continue por lá. Se não foi, fale com a loja.',
  },
  deleted: {
    scene: GAVE_UP,
    title: 'A loja cancelou este link',
    text: () => 'Nada será cobrado. Se você ainda quiser comprar, peça um novo link à loja.',
  },
  expired: {
    scene: EXPIRED,
    title: 'O prazo deste link terminou',
    text: ({ expiresAt }) =>
      `Ele valia até ${writeInstant(expiresAt)}. Nada será cobrado. Se você ainda quiser comprar, peça um novo link à loja.`,
  },
  locked: {
    scene: REFUSED,
    title: 'Este link foi bloqueado por segurança',
    text: () =>
      'Muitos dados diferentes foram usados aqui. Nada será cobrado. Para comprar, peça um novo link à loja.',
  },
} satisfies Readonly<Record<LinkEnding, Words>>

export function Ended({ state, ...surroundings }: ScreenProps): JSX.Element {
  const ending = state.ending ?? 'used'
  const { scene, title, text }: Words = WORDS[ending]
  const { busy, problem, run } = useSend(surroundings)
  const { shopUrl, lender } = state
  const isShopMain = ending !== 'used' && ending !== 'claimed' && shopUrl !== undefined
  const action = isShopMain
    ? { href: shopUrl, label: 'Voltar para a loja', isForeign: true }
    : { href: ACCOUNT_PATH, label: 'Abrir minha conta' }
  return (
    <DeadEnd
      scene={scene}
      title={title}
      text={text(state)}
      action={ending === 'claimed' ? undefined : action}
      lender={lender}
    >
      {problem && <Alert tone="bad">{problem}</Alert>}
      {/* A purchase that comes to nothing sets the link free again. */}
      {ending === 'claimed' && (
        <Button
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
      {!isShopMain && <BackToShop shopUrl={shopUrl} kind="plain" />}
    </DeadEnd>
  )
}
