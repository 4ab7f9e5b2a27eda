import type { LenderContact } from '../../contract/lender.ts'
import { MESSAGE_CHANNELS, type MessageChannel } from '../../contract/messages.ts'
import type { Presented } from '../../contract/presented.ts'
import { composeEmail } from './email-layout.ts'
import type { Message } from './message.ts'
import { TEMPLATES, type Template, type TemplateFacts, type TemplateName } from './templates.ts'

type Envelope = Omit<
  Message,
  'template' | 'purpose' | 'channel' | 'to' | 'text' | 'subject' | 'html' | 'attachment'
> & {
  readonly channel: MessageChannel
  readonly to: string
  readonly lender?: Presented<LenderContact> | undefined
}

/** A template with its values. Throws when it has nothing for the channel. */
export function composeMessage<Name extends TemplateName>(
  template: Name,
  facts: TemplateFacts[Name],
  { lender, ...envelope }: Envelope,
): Message {
  const { purpose, sms, email, attachment }: Template<TemplateFacts[Name]> = TEMPLATES[template]
  const about = { ...envelope, template, purpose }
  if (envelope.channel === 'SMS' && sms !== undefined) return { ...about, text: sms(facts) }
  if (envelope.channel === 'EMAIL' && email !== undefined)
    return { ...about, ...composeEmail(email(facts), lender), ...(attachment && { attachment }) }
  throw new Error(`${template} is not sent by ${envelope.channel}`)
}

/** The channels that a template is sent on. */
export function listChannels(template: TemplateName): MessageChannel[] {
  const { sms, email } = TEMPLATES[template]
  return MESSAGE_CHANNELS.filter(channel => (channel === 'SMS' ? sms : email) !== undefined)
}
