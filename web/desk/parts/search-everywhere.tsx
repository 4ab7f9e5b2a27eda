import type { JSX } from 'preact'
import type { CaseList } from '../../../src/contract/desk.ts'
import type { LoanList } from '../../../src/contract/desk-loans.ts'
import type { ModalHandle } from '../../design/modal.tsx'
import { titleOrder } from '../../design/order-name.ts'
import { Palette, type Place } from '../../shell/palette.tsx'
import type { RailItem } from '../../shell/shell.tsx'
import { ShellIcon } from '../../shell/shell-icons.tsx'
import { get } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { writeState } from '../loan-words.ts'
import { addressOf, goTo } from '../route.ts'
import { STATUS_WORDS, wordOf } from '../words.ts'

interface SearchEverywhereProps {
  readonly modal: ModalHandle
  readonly items: readonly RailItem[]
}

/** Pages by their name; cases and contracts by the order, the CPF or the transaction, as the lists find them. */
export function SearchEverywhere({ modal, items }: SearchEverywhereProps): JSX.Element {
  const { explain } = useDesk()
  const places = items.map(({ href, name, icon }) => ({
    key: href,
    name,
    href,
    group: 'Páginas',
    icon: <ShellIcon name={icon} />,
  }))
  return (
    <Palette
      modal={modal}
      places={places}
      searchName={text => `Buscar “${text}” nos casos e contratos`}
      search={text =>
        search(text).catch(error => {
          throw new Error(explain(error))
        })
      }
      onGo={goTo}
    />
  )
}

async function search(text: string): Promise<readonly Place[]> {
  const query = `search=${encodeURIComponent(text)}`
  const [{ cases }, { loans }] = await Promise.all([
    get<CaseList>(`/cases?${query}`),
    get<LoanList>(`/loans?${query}`),
  ])
  return [
    ...cases.map(row => ({
      key: `case:${row.transactionId}`,
      name: titleOrder(row.orderId),
      hint: `${row.maskedCpf} · ${row.isWaiting ? 'espera a mesa' : wordOf(STATUS_WORDS, row.status)}`,
      href: addressOf.case(row.transactionId),
      group: 'Identificações',
      icon: <ShellIcon name="person" />,
    })),
    ...loans.map(row => ({
      key: `loan:${row.transactionId}`,
      name: titleOrder(row.orderId),
      hint: `${row.maskedCpf} · ${writeState(row)}`,
      href: addressOf.loan(row.transactionId),
      group: 'Contratos',
      icon: <ShellIcon name="contract" />,
    })),
  ]
}
