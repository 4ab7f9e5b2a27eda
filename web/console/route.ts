/** Where the pages of the console are. */
export const addressOf = {
  home: '/console',
  orders: '/console/pedidos',
  money: '/console/dinheiro',
  transfer: (id: string) => `/console/dinheiro/${id}`,
  statement: '/console/extrato',
  account: '/console/conta',
  links: '/console/links',
  newLink: '/console/links?novo',
  link: (id: string) => `/console/links/${id}`,
  simulate: '/console/simular',
  integration: '/console/integracao',
  brand: '/console/marca',
  audit: '/console/registro',
  people: '/console/pessoas',
  access: '/console/acesso',
  invitation: '/console/convite',
  restore: '/console/novo-acesso',
} as const

export { goTo, openBeside, showAlone, useBeside, usePath, useQuery } from '../shell/navigation.ts'
