import {
  type ConnectorContext,
  examineLinks,
  examineReturns,
  type Finding,
  fine,
  listOperations,
  type Platform,
  wrong,
} from '../core/index.ts'
import { presentPayment } from './present.ts'

/** Of the lender's own VTEX account, which owns the connector: callbacks are signed in with them, whatever shop they are about. */
export interface PartnerKeys {
  readonly appKey: string
  readonly appToken: string
}

export const VTEX = 'vtex'
const VERDICT = 'verdict'

export function createVtexPlatform(partner: PartnerKeys | undefined): Platform {
  return {
    name: VTEX,
    // Whatever VTEX asked for itself it knows; what ends later only VTEX can start.
    listCallbacks: ({ to }) => (to === 'approved' || to === 'denied' ? [VERDICT] : []),
    async composeCallback({ database, secrets }, { payment }) {
      const { callbackUrl } = payment.box
      if (callbackUrl === undefined) return undefined
      const operations = await listOperations(database, secrets, payment.id)
      // VTEX has canceled it itself, and waits for nothing any more.
      if (operations.some(({ kind, state }) => kind !== 'settle' && state === 'done')) return undefined
      return {
        address: callbackUrl,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(partner && {
            'x-vtex-api-appkey': partner.appKey,
            'x-vtex-api-apptoken': partner.appToken,
          }),
        },
        body: JSON.stringify(presentPayment(payment)),
      }
    },
    async examine(context, account) {
      return [
        examinePartner(partner),
        examineAddress(context),
        account.keys.appToken === undefined
          ? wrong('CREDENTIALS', 'Faltam as credenciais da VTEX: ligue o conector de novo.')
          : fine('CREDENTIALS', 'As credenciais para o painel da VTEX existem.'),
        await examineLinks(context, account),
        await examineReturns(context, account),
      ]
    },
  }
}

function examinePartner(partner: PartnerKeys | undefined): Finding {
  return partner === undefined
    ? wrong('CALLBACKS', 'Faltam VTEX_APP_KEY e VTEX_APP_TOKEN: sem elas a VTEX recusa o aviso do resultado.')
    : fine('CALLBACKS', 'As credenciais dos avisos à VTEX estão configuradas.')
}

function examineAddress({ publicUrl, isProduction }: ConnectorContext): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  const isName = protocol === 'https:' && /[a-z]/i.test(hostname) && hostname.includes('.')
  return isName || !isProduction
    ? fine('ADDRESS', 'O endereço do conector serve para a VTEX.')
    : wrong('ADDRESS', 'A VTEX só chama https com um nome de domínio: confira PUBLIC_URL.')
}
