import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { examine } from '../../../../examine.ts'

export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  response.json({ findings: await examine(request.scope) })
}
