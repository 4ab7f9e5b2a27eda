import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../src/contract/account.ts'
import type { LenderContact } from '../../src/contract/lender.ts'
import { DEAD_LINK } from '../design/illustrations.tsx'
import { DeadEnd } from './dead-end.tsx'

/** Wrong, old and outlived links look alike. */
export const MISSING = {
  scene: DEAD_LINK,
  title: 'Link não encontrado',
  text: 'O link pode estar incompleto ou não valer mais. Abra de novo o link da mensagem que você recebeu, ou peça outro para a loja. O que você já comprou está na sua conta.',
  action: { href: ACCOUNT_PATH, label: 'Abrir minha conta' },
} as const

export function Missing({ lender }: { lender?: LenderContact | undefined }): JSX.Element {
  return <DeadEnd {...MISSING} lender={lender} />
}
