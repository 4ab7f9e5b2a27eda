import type { ConsoleAction, ConsoleRole } from '../../src/contract/console.ts'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'

export interface ConsoleRouteRow {
  readonly action: ConsoleAction | 'anybody'
  /** A valid body: what is refused must be refused for its id, and not for its form. */
  readonly body?: object
}

const ROLE = { role: 'VIEWER' }
const ORIGIN = { origin: 'https://matriz.example' }
const ENDPOINT = { url: 'https://matriz.example/webhooks', events: ['transaction.approved'] }

/** Every route of the console and its required action, listed by hand, independently of the code. */
export const CONSOLE_ROUTES: Readonly<Record<string, ConsoleRouteRow>> = {
  'POST /sign-in': { action: 'anybody' },
  'POST /sign-out': { action: 'session.end' },
  'GET /session': { action: 'session.read' },
  'POST /session/shop': { action: 'session.switch' },
  'POST /session/password': { action: 'passkey.change' },
  'POST /session/authenticator/setup': { action: 'passkey.change' },
  'POST /session/authenticator': { action: 'passkey.change' },
  'GET /sessions': { action: 'session.read' },
  'POST /sessions/:session/end': { action: 'session.end' },
  'POST /sessions/end-others': { action: 'session.end' },
  'POST /invitation': { action: 'anybody' },
  'POST /invitation/authenticator': { action: 'anybody' },
  'POST /invitation/accept': { action: 'anybody' },
  'POST /invitation/passkey/challenge': { action: 'anybody' },
  'POST /invitation/passkey': { action: 'anybody' },
  'POST /reset': { action: 'anybody' },
  'POST /reset/authenticator': { action: 'anybody' },
  'POST /reset/finish': { action: 'anybody' },
  'POST /reset/passkey/challenge': { action: 'anybody' },
  'POST /reset/passkey': { action: 'anybody' },
  'POST /passkey-sign-in/challenge': { action: 'anybody' },
  'POST /passkey-sign-in': { action: 'anybody' },
  'GET /passkeys': { action: 'passkey.read' },
  'POST /passkeys': { action: 'passkey.change' },
  'POST /passkeys/challenge': { action: 'passkey.change' },
  'POST /passkeys/:passkey/remove': { action: 'passkey.change' },
  'GET /people': { action: 'people.read' },
  'POST /people/invite': { action: 'people.change' },
  'POST /people/invitations/:invitation/resend': { action: 'people.change' },
  'POST /people/invitations/:invitation/withdraw': { action: 'people.change' },
  'POST /people/:person/role': { action: 'people.change', body: ROLE },
  'POST /people/:person/remove': { action: 'people.change' },
  'POST /people/:person/end-sessions': { action: 'people.change' },
  'POST /people/:person/reset': { action: 'people.change' },
  'GET /account': { action: 'account.read' },
  'POST /account/changes': { action: 'account.change', body: { account: { pixKey: 'ninguem' } } },
  'POST /account/changes/:change/approve': { action: 'account.change' },
  'POST /account/changes/:change/withdraw': { action: 'account.change' },
  'GET /audit': { action: 'audit.read' },
  'GET /orders': { action: 'orders.read' },
  'GET /orders/counts': { action: 'orders.read' },
  'GET /orders/file': { action: 'orders.export' },
  'GET /orders/:id': { action: 'orders.read' },
  'POST /orders/:id/invoice': { action: 'orders.change', body: { invoiceFile: SAMPLE_INVOICE } },
  'POST /orders/:id/cancel/preview': { action: 'orders.change' },
  'POST /orders/:id/cancel': { action: 'orders.change' },
  'POST /orders/:id/removal/preview': { action: 'orders.change', body: { products: ['a'] } },
  'POST /orders/:id/removal': { action: 'orders.change', body: { products: ['a'] } },
  'GET /sales-limit': { action: 'orders.limit' },
  'POST /sales-limit': { action: 'orders.limit' },
  'GET /links': { action: 'links.read' },
  'GET /links/funnel': { action: 'links.read' },
  'GET /links/look': { action: 'links.change' },
  'GET /links/:linkId': { action: 'links.read' },
  'POST /links': { action: 'links.change' },
  'POST /links/:linkId/send': { action: 'links.change', body: { channel: 'SMS', to: '11987651234' } },
  'POST /links/:linkId/delete': { action: 'links.change' },
  'GET /simulate': { action: 'simulate' },
  'GET /simulate/snippet': { action: 'simulate' },
  'GET /brand': { action: 'brand.read' },
  'POST /brand/accent': { action: 'brand.change' },
  'POST /brand/logo': { action: 'brand.change' },
  'GET /home': { action: 'session.read' },
  'GET /money': { action: 'money.read' },
  'GET /money/transfers': { action: 'money.read' },
  'GET /money/transfers/:transfer': { action: 'money.read' },
  'GET /money/statement': { action: 'money.read' },
  'GET /money/statement/file': { action: 'money.read' },
  'GET /integration/keys': { action: 'integration.read' },
  'POST /integration/keys': {
    action: 'integration.change',
    body: { kind: 'secret', scopes: ['purchases'] },
  },
  'POST /integration/keys/:key/rotate': { action: 'integration.change', body: { overlapHours: 1 } },
  'POST /integration/keys/:key/revoke': { action: 'integration.change' },
  'GET /integration/origins': { action: 'integration.read' },
  'POST /integration/origins': { action: 'integration.change', body: ORIGIN },
  'POST /integration/origins/remove': { action: 'integration.change', body: ORIGIN },
  'GET /integration/endpoints': { action: 'integration.read' },
  'POST /integration/endpoints': { action: 'integration.change', body: ENDPOINT },
  'POST /integration/endpoints/:endpoint/change': { action: 'integration.change', body: ENDPOINT },
  'POST /integration/endpoints/:endpoint/remove': { action: 'integration.change' },
  'POST /integration/endpoints/:endpoint/secret': { action: 'integration.change' },
  'POST /integration/endpoints/:endpoint/enable': { action: 'integration.change' },
  'POST /integration/endpoints/:endpoint/test': { action: 'integration.change' },
  'POST /integration/endpoints/:endpoint/replay': {
    action: 'integration.change',
    body: { from: '2026-03-10', to: '2026-03-10' },
  },
  'GET /integration/endpoints/:endpoint/health': { action: 'integration.read' },
  'GET /integration/endpoints/:endpoint/events/:event': { action: 'integration.read' },
  'GET /integration/deliveries': { action: 'integration.read' },
  'GET /integration/requests': { action: 'integration.read' },
  'GET /integration/platforms': { action: 'integration.read' },
  'GET /integration/platforms/:platform': { action: 'integration.read' },
  'POST /integration/platforms/:platform/enable': {
    action: 'integration.change',
    body: { account: 'minhaloja' },
  },
  'POST /integration/platforms/:platform/disable': { action: 'integration.change' },
  'POST /integration/platforms/:platform/examine': { action: 'integration.change' },
  'POST /integration/platforms/:platform/compare': { action: 'integration.change' },
  'POST /integration/platforms/:platform/fix': {
    action: 'integration.change',
    body: { differenceId: '0123456789abcdef01234567' },
  },
}

const EVERYBODY = [
  'session.read',
  'session.end',
  'session.switch',
  'passkey.read',
  'passkey.change',
  'orders.read',
  'links.read',
  'simulate',
] as const satisfies readonly ConsoleAction[]
const SALES = [...EVERYBODY, 'orders.export', 'orders.change', 'links.change'] as const

/** What each role may do, also by hand: a mistake in the code's table is found here. */
export const MAY: Readonly<Record<ConsoleRole, readonly ConsoleAction[]>> = {
  VIEWER: EVERYBODY,
  SALES,
  FINANCE: [...SALES, 'money.read'],
  OWNER: [
    ...SALES,
    'money.read',
    'orders.limit',
    'people.read',
    'people.change',
    'integration.read',
    'integration.change',
    'brand.read',
    'brand.change',
    'audit.read',
    'account.read',
    'account.change',
  ],
}

/** Answers with amounts, or with counts that are called like amounts, for those who may do the other thing: whoever may create a link sees its price. */
export const PRICES_SHOWN_TO: Readonly<Record<string, ConsoleAction>> = {
  'GET /orders/counts': 'orders.read',
  'GET /links': 'links.change',
  'GET /links/:linkId': 'links.change',
  'GET /simulate': 'simulate',
  'GET /simulate/snippet': 'simulate',
}
