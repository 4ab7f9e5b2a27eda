/** The catalogue's lines about webhooks. */
export const webhookErrors = {
  url_not_allowed: {
    status: 400,
    area: 'webhooks',
    message: 'URL is not allowed',
    meaning:
      'A receiver is an https address on the public internet, without credentials; the detail says what is wrong.',
  },
  replay_too_long: {
    status: 400,
    area: 'webhooks',
    message: 'There are more than 100,000 events in this time',
    meaning: 'A replay covers at most 100,000 events. Replay shorter times, one after the other.',
  },
  endpoint_not_found: {
    status: 404,
    area: 'webhooks',
    message: 'Endpoint not found',
    meaning: 'There is no webhook endpoint with this id, or it belongs to another retailer.',
  },
  event_not_found: {
    status: 404,
    area: 'webhooks',
    message: 'Event not found',
    meaning: 'There is no event with this id, or it belongs to another retailer.',
  },
  too_many_endpoints: {
    status: 409,
    area: 'webhooks',
    message: 'There are 20 endpoints already',
    meaning: 'A retailer has at most 20 webhook endpoints. Delete one that is not used any more.',
  },
  endpoint_disabled: {
    status: 409,
    area: 'webhooks',
    message: 'The endpoint is disabled',
    meaning: 'Nothing is sent to an endpoint that answered 410 or failed for five days. Enable it first.',
  },
} as const
