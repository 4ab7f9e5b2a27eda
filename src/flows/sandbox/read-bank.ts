import type { PixApi } from '../../modules/pix/index.ts'
import { advanceSandboxRail } from '../payments/exchange-with-bank.ts'
import type { PixContext } from '../pix/pix-context.ts'
import { pollPix } from '../pix/poll-pix.ts'

/** Reads everything that the sandbox bank knows on both rails. Without a PSP no Pix can be under way. */
export async function readSandboxBank(
  context: Omit<PixContext, 'pixApi'>,
  pixApi: PixApi | undefined,
): Promise<void> {
  await advanceSandboxRail(context, 'BILLET')
  if (pixApi === undefined || (await pollPix({ ...context, pixApi })))
    await advanceSandboxRail(context, 'PIX')
}
