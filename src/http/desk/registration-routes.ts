import type { FastifyInstance } from 'fastify'
import type { QueuedRegistration, RegistrationList, RegistrationOutcome } from '../../contract/desk.ts'
import type { Presented } from '../../contract/presented.ts'
import { resolveRegistration } from '../../domains/receivables/index.ts'
import { type QueuedRegistrationCase, readRegistrations } from '../../domains/suspense/index.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Site } from '../site.ts'
import { getSession } from './desk-guard.ts'

export function addRegistrationRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/desk/api/registrations',
    { config: { public: true, desk: 'registration.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<RegistrationList>> => {
      const cases = await readRegistrations(api, getSession(request).operator)
      return { now: api.clock.now().toISOString(), registrations: cases.map(presentRegistration) }
    },
  )

  app.post<{ Params: { case: string } }>(
    '/desk/api/registrations/:case/resolution',
    { config: { public: true, desk: 'registration.resolve' } },
    (request): Promise<RegistrationOutcome> =>
      resolveRegistration(api, getSession(request).operator, request.params.case),
  )
}

function presentRegistration({
  registration,
  orderId,
  retailerName,
}: QueuedRegistrationCase): Presented<QueuedRegistration> {
  const { id, kind, reasons, openedAt, transactionId } = registration
  return {
    caseId: id,
    kind,
    reasons,
    openedAt: openedAt.toISOString(),
    transactionId,
    orderId,
    retailerName,
    installment: registration.installmentNumber,
    of: registration.installmentCount,
    amount: presentReais(registration.amountCentavos),
    ourNumber: String(registration.ourNumber),
  }
}
