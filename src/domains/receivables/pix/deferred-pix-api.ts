import { createHttpPixApi, type PixApiSettings } from './http-pix-api.ts'
import { type PixApi, type PixOutcome, refuse } from './pix-api.ts'

/**
 * For a PSP whose address is known only once it runs. While it cannot be started, every call is refused as
 * unavailable, and the next one tries again.
 */
export function createDeferredPixApi(getSettings: () => Promise<PixApiSettings>): PixApi {
  let opened: Promise<PixApi> | undefined
  const getApi = (): Promise<PixApi> => {
    opened ??= getSettings().then(
      settings => createHttpPixApi(settings),
      error => {
        opened = undefined
        throw error
      },
    )
    return opened
  }
  const ask = async <Value>(
    call: (api: PixApi) => Promise<PixOutcome<Value>>,
  ): Promise<PixOutcome<Value>> => {
    const api = await getApi().catch(() => undefined)
    return api === undefined ? refuse('UNAVAILABLE', 'NOT_STARTED', 'the PSP did not start') : call(api)
  }
  return {
    putCharge: charge => ask(api => api.putCharge(charge)),
    findCharge: name => ask(api => api.findCharge(name)),
    removeCharge: name => ask(api => api.removeCharge(name)),
    findPix: endToEndId => ask(api => api.findPix(endToEndId)),
    listPix: window => ask(api => api.listPix(window)),
    refund: refund => ask(api => api.refund(refund)),
    findRefund: (endToEndId, refundId) => ask(api => api.findRefund(endToEndId, refundId)),
    putWebhook: (pixKey, url) => ask(api => api.putWebhook(pixKey, url)),
    async close() {
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}
