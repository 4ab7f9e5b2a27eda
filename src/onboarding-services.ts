import type { Config } from './config.ts'
import { RequestError } from './contract/errors.ts'
import {
  type AnalysisPort,
  createHttpAnalysis,
  createMessageSender,
  createPictureWorkshop,
  createQueuedMessages,
  createSandboxMessages,
  deskAnalysis,
  type MessagePort,
  type PictureWorkshop,
  type SendMessage,
  sandboxAnalysis,
} from './modules/onboarding/index.ts'
import type { Secrets } from './platform/crypto/secrets.ts'

/** What an onboarding needs of the world outside. */
export interface OnboardingServices {
  readonly messages: MessagePort
  readonly sendMessage: SendMessage
  readonly analysis: AnalysisPort
  readonly pictures: PictureWorkshop
}

export function createOnboardingServices(config: Config, secrets: Secrets): OnboardingServices {
  return {
    messages: createMessages(config, secrets),
    sendMessage: config.messages === undefined ? refuseToSend : createMessageSender(secrets, config.messages),
    analysis: createAnalysis(config),
    pictures: createPictureWorkshop(),
  }
}

/** Homologation keeps what would be sent for the retailer's developer, also where it is really sent. */
function createMessages({ environment, messages }: Config, secrets: Secrets): MessagePort {
  const ports = [
    ...(environment === 'homologation' ? [createSandboxMessages(secrets)] : []),
    ...(messages === undefined ? [] : [createQueuedMessages(secrets)]),
  ]
  return {
    async post(tx, message, now) {
      if (ports.length === 0)
        throw new RequestError('service_unavailable', {
          message: 'Codes cannot be sent: no message service is configured',
          retryAfterSeconds: 60,
        })
      for (const port of ports) await port.post(tx, message, now)
    },
  }
}

function createAnalysis({ environment, analysis }: Config): AnalysisPort {
  if (analysis !== undefined) return createHttpAnalysis(analysis)
  // Without a service that compares faces, every identification is looked at by a person.
  return environment === 'homologation' ? sandboxAnalysis : deskAnalysis
}

const refuseToSend: SendMessage = async () => {
  throw new Error('a message waits, but MESSAGES_URL is not set any more')
}
