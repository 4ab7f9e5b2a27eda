import { Passkeys } from '../../shell/passkeys.tsx'
import { api } from '../api.ts'
import type { DeskScreen } from '../screens.tsx'

export const screen: DeskScreen = {
  path: 'chaves',
  List: () => <Passkeys api={api} />,
  tab: { name: 'Chaves de acesso', icon: 'key', order: 6 },
}
