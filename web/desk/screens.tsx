import type { DeskAction, DeskCounts } from '../../src/contract/desk.ts'
import type { StaffScreen } from '../shell/screens.tsx'
import type { ShellIconName } from '../shell/shell-icons.tsx'

/** What a file in `screens/` exports as `screen`: the desk finds it by itself. */
export interface DeskScreen extends StaffScreen {
  readonly tab?: {
    readonly name: string
    readonly shortName?: string
    readonly icon: ShellIconName
    readonly order: number
    readonly count?: keyof DeskCounts
    /** Shown only to those who may do this. */
    readonly action?: DeskAction
    /** Another path that belongs to this tab. */
    readonly alsoFor?: string
  }
}

const found = import.meta.glob<DeskScreen | undefined>('./screens/*.tsx', { eager: true, import: 'screen' })

export const screens = Object.values(found).filter(screen => screen !== undefined)

export const tabs = screens
  .flatMap(({ path, tab }) => (tab === undefined ? [] : [{ path, ...tab }]))
  .sort((a, b) => a.order - b.order)
