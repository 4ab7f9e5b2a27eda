import {
  type EndpointNoticeType,
  EventShape,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from '../../contract/webhooks.ts'

type EventField = keyof typeof EventShape.properties

interface EventDescription {
  readonly summary: string
  /** Beside those that every event has. */
  readonly fields: readonly EventField[]
}

const NOTICES: Readonly<Record<EndpointNoticeType, EventDescription>> = {
  'endpoint.disabled': { summary: 'A receiver was disabled', fields: ['endpointId', 'url', 'reason'] },
  'test.ping': { summary: 'A test, sent on request', fields: [] },
}

const ACTION_WORDS = 'What happened, in one word'
const COMMON: readonly EventField[] = ['eventId', 'type', 'createdAt', 'sequence']
const OF_PURCHASE: readonly EventField[] = ['transactionId', 'orderId', 'action']

const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'Id of the event: the same at every attempt',
  'webhook-timestamp': 'Seconds since 1970; refuse what is older than five minutes',
  'webhook-signature':
    'One or more of `v1,` and the base64 of HMAC-SHA-256 over id, timestamp and body, joined by dots; separated by spaces',
}

/** The section `webhooks` of OpenAPI 3.1: what the service sends to a retailer's receivers. */
export function describeWebhooks() {
  const events = WEBHOOK_EVENT_TYPES.map(type => [type, { post: describeEvent(type) }])
  const notices = Object.entries(NOTICES).map(([type, notice]) => [
    type,
    { post: describeWebhook(type, notice) },
  ])
  return Object.fromEntries([...events, ...notices]) as Readonly<
    Record<WebhookEventType | EndpointNoticeType, { readonly post: ReturnType<typeof describeWebhook> }>
  >
}

function describeEvent(type: WebhookEventType) {
  const { summary, sample } = WEBHOOK_EVENTS[type]
  const fields = (Object.keys(sample) as EventField[]).filter(name => !OF_PURCHASE.includes(name))
  return describeWebhook(type, { summary, fields })
}

function describeWebhook(type: string, { summary, fields }: EventDescription) {
  const isNotice = !Object.hasOwn(WEBHOOK_EVENTS, type)
  const isOfLink = type.startsWith('payment_link.')
  const members = [...COMMON, ...(isNotice ? [] : OF_PURCHASE), ...fields]
  const properties = Object.fromEntries(
    members.map(name => [
      name,
      name === 'type' ? { const: type, description: 'Type of the event' } : EventShape.properties[name],
    ]),
  )
  const action = Object.entries(WEBHOOK_EVENTS).find(([each]) => each === type)?.[1].action
  const isTold = action !== undefined && WEBHOOK_EVENTS[type as WebhookEventType].isDefault
  return {
    summary,
    description:
      isTold || isNotice ? 'Sent unless an endpoint chose others.' : 'Sent to endpoints that chose it.',
    parameters: Object.entries(HEADERS).map(([name, text]) => ({
      in: 'header',
      name,
      required: true,
      description: text,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: isOfLink ? members.filter(name => name !== 'transactionId') : members,
            properties: {
              ...properties,
              ...(action !== undefined && { action: { const: action, description: ACTION_WORDS } }),
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received; anything else is tried again' } },
  }
}
