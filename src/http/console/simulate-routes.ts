import type { FastifyInstance } from 'fastify'
import { type ConsoleSimulation, type ConsoleSnippet, SimulateQuery } from '../../contract/console-selling.ts'
import type { Presented } from '../../contract/presented.ts'
import { readStorefront, simulateOffer } from '../../domains/links/index.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'

const read = { config: { public: true, console: 'simulate' }, exposeHeadRoute: false } as const

/** The element as it is published now. */
export interface ShopScripts {
  getElementScript(): { readonly file: string; readonly integrity: string }
}

/** Conditions of the shop for an amount, about nobody; and what it puts into its own pages. */
export function addSimulateRoutes(app: FastifyInstance, api: Site & ShopScripts): void {
  app.get<{ Querystring: SimulateQuery }>(
    '/console/api/simulate',
    { ...read, schema: { querystring: SimulateQuery } },
    async (request): Promise<Presented<ConsoleSimulation>> => {
      const { retailerId } = getStaffSession(request)
      const totalCentavos = Math.round(Number(request.query.total) * 100)
      const { groups, ...simulated } = await simulateOffer(api, { retailerId, totalCentavos })
      return {
        minTotal: presentReais(simulated.minTotalCentavos),
        maxTotal: presentReais(simulated.maxTotalCentavos),
        groups: groups.map(({ downPaymentPercentage, downPaymentCentavos, installments }) => ({
          downPaymentPercentage,
          downPaymentValue: presentReais(downPaymentCentavos),
          options: installments.map(option => ({
            installments: option.numberOfInstallments,
            value: presentReais(option.installmentCentavos),
            totalAmount: presentReais(option.totalCentavos),
            cetPA: option.cetPA,
          })),
        })),
        validUntil: simulated.validUntil.toISOString(),
      }
    },
  )

  app.get('/console/api/simulate/snippet', read, async (request): Promise<Presented<ConsoleSnippet>> => {
    const { retailerId } = getStaffSession(request)
    const [settings, publishableKey, origins] = await Promise.all([
      readStorefront(api, retailerId),
      api.retailers.findPublishableKey(retailerId),
      api.retailers.listOrigins(retailerId),
    ])
    const { file, integrity } = api.getElementScript()
    const path = `/storefront/${file}`
    return {
      publishableKey,
      script: { path, url: `${api.publicUrl}${path}`, integrity },
      showsScript: settings.showsScript,
      minTotal: presentReais(settings.minTotalCentavos),
      maxTotal: presentReais(settings.maxTotalCentavos),
      shopName: settings.name,
      origins,
    }
  })
}
