import type { CommandModule } from './table.ts'
import { ASKS_CODE, BANK_ACCOUNT } from './table-texts.ts'

/** Retailers, their keys and policies, and their customers. */
export const SELLING: readonly CommandModule[] = [
  {
    load: async () => (await import('./retailers.ts')).retailerCommands,
    commands: {
      'retailers create': {
        args: '--name NAME [--cnpj CNPJ] [--grace-period] [--retention] [--insurance] [--no-script]',
        summary: 'register a retailer; then set its payout account, publish its policy and issue its keys',
        isAudited: true,
      },
      'retailers list': { summary: 'list all retailers and what is enabled for each' },
      'retailers sales': {
        args: '--retailer ID --by source|seller [--from YYYY-MM-DD] [--to YYYY-MM-DD]',
        summary: 'count authorized and completed purchases, and their value, by source or by seller',
      },
      'retailers origins': {
        args: 'add|remove|list --retailer ID [ORIGIN]',
        summary:
          'set the pages that may use the publishable keys and that payment links may return to, such as https://loja.example; takes effect within 5 seconds',
        isAudited: true,
      },
      'retailers schemes': {
        args: 'add|remove|list --retailer ID [SCHEME]',
        summary:
          'set the apps that payment links of source app may return to, such as loja for loja://pedido',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./retailer-terms.ts')).retailerTermsCommands,
    commands: {
      'retailers update': {
        args:
          '--retailer ID [--legal-name NAME] [--cnpj CNPJ] [--schedule immediate|next-business-day|weekly:FRI|days:N] ' +
          `[--pix-key KEY | ${BANK_ACCOUNT}] [--holder CNPJ] [--cancellation-costs retailer|lender] [--accent #rrggbb|none] [--logo FILE|none] [--propose]`,
        summary: `change a retailer's legal data, payout account and schedule, or the look of its pages; in production, and with --propose, name, CNPJ, account and who bears cancellations wait for a second person, and the command ${ASKS_CODE}`,
        isAudited: true,
      },
      'retailers proposals': {
        summary: 'list proposed changes of retailers that wait for a second person',
        isAudited: true,
      },
      'retailers approve': {
        args: 'PROPOSAL_ID',
        summary: `apply a proposed change, as an approver other than its proposer; ${ASKS_CODE}`,
        isAudited: true,
      },
      'retailers decline': { args: 'PROPOSAL_ID', summary: 'decline a proposed change', isAudited: true },
      'retailers show': {
        args: '--retailer ID',
        summary: 'show legal data, payout account, theme and balance of a retailer, and whether it may sell',
      },
      'retailers suspend': {
        args: '--retailer ID --reason TEXT',
        summary: 'stop new purchases and payouts of a retailer within 5 seconds; customers continue to pay',
        isAudited: true,
      },
      'retailers resume': {
        args: '--retailer ID',
        summary: 'let a suspended retailer sell again',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./connectors.ts')).connectorCommands,
    commands: {
      'connectors list': {
        args: '--retailer ID',
        summary: 'list the shop platforms that a retailer is connected to',
      },
      'connectors magento2': {
        args: 'enable|disable|doctor|log|drift --retailer ID [--account ADDRESS]',
        summary:
          'give the connector in a retailer’s Magento 2 its key, or show its set-up, requests and events as the lender sees them',
        isAudited: true,
      },
      'connectors medusa': {
        args: 'enable|disable|doctor|log|drift --retailer ID [--account ADDRESS]',
        summary:
          'give the connector in a retailer’s Medusa its key, or show its set-up, requests and events as the lender sees them',
        isAudited: true,
      },
      'connectors nuvemshop': {
        args: 'enable|disable|doctor|log|drift --retailer ID [--account STORE_ID]',
        summary:
          'allow a Nuvemshop shop to install the app, check its set-up, or show its log and differences',
        isAudited: true,
      },
      'connectors vtex': {
        args: 'enable|disable|doctor|log|drift --retailer ID [--account NAME]',
        summary:
          'connect a retailer’s VTEX shop, check its set-up, or show its log and differences; enable shows new credentials once',
        isAudited: true,
      },
      'connectors woocommerce': {
        args: 'enable|disable|doctor|log|drift --retailer ID [--account ADDRESS]',
        summary:
          'give the connector in a retailer’s WooCommerce its key, or show its set-up, requests and events as the lender sees them',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./staff.ts')).staffCommands,
    commands: {
      'retailers invite': {
        args: '--retailer ID --email ana@example.com',
        summary:
          'invite an owner to the console of a retailer by e-mail, or send an open invitation again; homologation prints the link',
        isAudited: true,
      },
      'retailers reset-access': {
        args: '--email ana@example.com [--forget-password]',
        summary:
          'remove the authenticator and passkeys of a person in the console whom no owner can reset, end their sessions, and send a link to set up new ones; with --forget-password the link sets a new password too; homologation prints the link',
        isAudited: true,
      },
      'retailers code': {
        args: 'EMAIL',
        summary: 'print the current authenticator code of a demonstration owner',
      },
    },
  },
  {
    load: async () => (await import('./keys.ts')).keyCommands,
    commands: {
      'keys create': {
        args: '--retailer ID [--publishable] [--scopes a,b] [--expires YYYY-MM-DD] [--rate-limit N]',
        summary: 'issue a key, shown only once; without --scopes it may do everything except move the clock',
        isAudited: true,
      },
      'keys list': {
        args: '[--retailer ID]',
        summary: 'list keys by their first and last characters, with scopes and state',
      },
      'keys rotate': {
        args: 'KEY_ID',
        summary:
          'issue a second live key with the same rights; revoke the first one once it is no longer used',
        isAudited: true,
      },
      'keys revoke': {
        args: 'KEY_ID',
        summary: 'revoke a key; every process refuses it within 5 seconds',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./credit.ts')).creditCommands,
    commands: {
      'policies show': {
        args: '--retailer ID',
        summary: 'print the policy in force as JSON, a starting point for the next one',
      },
      'policies example': { summary: 'print a small complete policy to start from' },
      'policies publish': {
        args: '--retailer ID --file policy.json',
        summary: 'validate a policy and publish it as a new version; options already shown keep their terms',
        isAudited: true,
      },
      'decisions replay': {
        args: 'TRACK_ID | --all',
        summary: 'decide again from the stored inputs and compare with the stored answer',
      },
    },
  },
  {
    load: async () => (await import('./people.ts')).peopleCommands,
    commands: {
      'people forget': {
        summary:
          'make everything stored about a person permanently unreadable; asks for the CPF or reads it from a pipe; books and audit log stay',
        isAudited: true,
      },
      'people requests': {
        summary: 'list unanswered requests from the customer area, longest wait first',
        isAudited: true,
      },
      'people answer': {
        args: 'REQUEST_ID',
        summary:
          'answer a request; asks for the text or reads it from a pipe; the customer reads it in the customer area',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./messages.ts')).messageCommands,
    commands: {
      'messages stop': {
        summary:
          'stop reminders and collection messages to a phone number or e-mail address; asks for it or reads it from a pipe',
        isAudited: true,
      },
      'messages resume': {
        summary: 'resume reminders to a phone number or e-mail address; asks for it or reads it from a pipe',
        isAudited: true,
      },
    },
  },
]
