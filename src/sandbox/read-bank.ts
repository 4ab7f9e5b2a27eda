import type { App } from '../app/app.ts'
import { pollPix } from '../domains/receivables/index.ts'
import { advanceSandboxRail } from './exchange-with-bank.ts'

/** Reads everything that the sandbox bank knows on both rails. Without a PSP no Pix can be under way. */
export async function readSandboxBank(app: App): Promise<void> {
  await advanceSandboxRail(app, 'BILLET')
  if (app.pixApi === undefined || (await pollPix(app))) await advanceSandboxRail(app, 'PIX')
}
