import { type PixApi, type PixContext, pollPix } from '../domains/receivables/index.ts'
import { advanceSandboxRail } from './exchange-with-bank.ts'

/** Reads everything that the sandbox bank knows on both rails. Without a PSP no Pix can be under way. */
export async function readSandboxBank(
  context: Omit<PixContext, 'pixApi'>,
  pixApi: PixApi | undefined,
): Promise<void> {
  await advanceSandboxRail(context, 'BILLET')
  if (pixApi === undefined || (await pollPix({ ...context, pixApi })))
    await advanceSandboxRail(context, 'PIX')
}
