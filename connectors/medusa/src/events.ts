/** Of the shop's own event bus: a webhook lies in the table of events. */
export const EVENT_STORED = 'crediario.event-stored'
