import { Passkeys } from '../../shell/passkeys.tsx'
import { api } from '../api.ts'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = {
  path: 'chaves',
  action: 'passkey.read',
  List: () => <Passkeys api={api} />,
  tab: { name: 'Chaves de acesso', shortName: 'Chaves', icon: 'key', order: 10 },
}
