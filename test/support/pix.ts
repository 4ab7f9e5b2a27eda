import type { App } from '../../src/app/app.ts'
import { createHttpPixApi } from '../../src/domains/pix/http-pix-api.ts'
import type { PixApi } from '../../src/domains/pix/pix-api.ts'
import { composeTxid } from '../../src/domains/receivables/billets/billet.ts'
import { type Lender, openLender, queryLender } from './contracts.ts'
import { type PspStub, startPspStub } from './psp-stub.ts'

export interface PixLender extends Lender {
  readonly pixApi: PixApi
  readonly lender: Lender
  readonly stub: PspStub
  /** Level and text of everything logged. */
  readonly logged: string[]
  close(): Promise<void>
}

/** A lender whose charges are kept by a PSP on loopback, without the rest of the service. */
export async function openPixLender(): Promise<PixLender> {
  const [lender, psp] = await Promise.all([openLender(), startPspStub()])
  const pixApi = createHttpPixApi(psp.settings, { totalMs: 3_000 })
  const logged: string[] = []
  const write = (level: string) => (fields: unknown, text: unknown) =>
    void logged.push(`${level} ${String(text)} ${JSON.stringify(fields)}`)
  const close = async (): Promise<void> => {
    await pixApi.close()
    await psp.close()
    await lender.testDatabase.close()
  }
  const log = { info: write('info'), warn: write('warn'), error: write('error') } as App['log']
  return { ...lender, lender, stub: psp, pixApi, log, logged, close }
}

export interface StoredCharge {
  readonly state: string
  readonly code: string | null
  readonly attempts: number
  readonly problem: string | null
}

export async function getCharge(
  { lender }: PixLender,
  billet: Parameters<typeof composeTxid>[0],
): Promise<StoredCharge> {
  const [row] = await queryLender<StoredCharge>(
    lender,
    'SELECT state, code, attempts, problem FROM pix_charges WHERE txid = $1',
    [composeTxid(billet)],
  )
  if (row === undefined) throw new Error('the billet has no charge')
  return row
}
