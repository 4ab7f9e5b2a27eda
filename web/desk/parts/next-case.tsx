import type { JSX } from 'preact'
import type { CaseList } from '../../../src/contract/desk.ts'
import { announce } from '../../design/announce.ts'
import { get } from '../api.ts'
import { addressOf, goTo } from '../route.ts'
import { useKeys } from '../shortcuts.ts'
import { useLoad } from '../use-load.ts'
import { Link } from './link.tsx'

/** Who has waited longest, besides the one on the screen and those that somebody is working on. */
export function NextCase({ id }: { id: string }): JSX.Element | null {
  const { data } = useLoad<CaseList>(`next:${id}`, () => get('/cases?search='))
  const next = data?.cases.find(
    row => row.transactionId !== id && row.isWaiting && row.claimedBy === undefined,
  )
  useKeys({
    n: () =>
      next === undefined
        ? announce('Ninguém mais espera na fila.')
        : goTo(addressOf.case(next.transactionId)),
  })
  if (next === undefined) return null
  return <Link to={addressOf.case(next.transactionId)}>Próximo da fila: {next.orderId}</Link>
}
