import type { ConsoleAction } from '../../src/contract/console.ts'
import type { StaffScreen } from '../shell/screens.tsx'
import type { ShellIconName } from '../shell/shell-icons.tsx'

/** What a file in `screens/` exports as `screen`: the console finds it by itself. */
export interface ConsoleScreen extends StaffScreen {
  /** Only those who may do this see the screen and its place in the rail. */
  readonly action: ConsoleAction
  readonly tab?: {
    readonly name: string
    readonly shortName?: string
    readonly icon: ShellIconName
    /** Início 0, Pedidos 1, Dinheiro 2, Links 3, Simular 4, Integração 5, Marca 6, Registro 7, Pessoas 8. */
    readonly order: number
    /** Other paths that belong to this tab. */
    readonly alsoFor?: readonly string[]
  }
}

const found = import.meta.glob<ConsoleScreen | undefined>('./screens/*.tsx', {
  eager: true,
  import: 'screen',
})

export const screens = Object.values(found).filter(screen => screen !== undefined)

export const tabs = screens
  .flatMap(({ path, action, tab }) => (tab === undefined ? [] : [{ path, action, ...tab }]))
  .sort((a, b) => a.order - b.order)
