import type { App } from '../app/app.ts'
import { invitePerson, resetPersonByLender } from '../domains/staff/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, getOption, getRetailerId, getWord } from './command.ts'

function requireMail({ isProduction, messages }: App): void {
  if (isProduction && !messages.canSend('EMAIL'))
    throw new InputError('e-mails cannot be sent: set SMTP_URL or MESSAGES_URL')
}

/** The people of retailers: the first owner is invited here, and invites the others in the console. */
export const staffCommands: Readonly<Record<string, Command>> = {
  'retailers invite': {
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      const email = getOption(line, 'email')
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new InputError('--email must be an e-mail address')
      requireMail(services)
      const invited = await invitePerson(services, { email, role: 'OWNER', retailerId })
      if (invited === 'known') throw new InputError(`${email} belongs to this retailer already`)
      line.act?.tell(invited.invitationId, { retailer: retailerId })
      const sent = `The invitation is sent to ${email}, and opens once within 7 days.`
      // Whoever has the link is the owner: in production only the e-mail has it.
      return services.isProduction ? sent : `${sent}\n\n${invited.link}`
    },
  },

  'retailers reset-access': {
    async run(services, line) {
      const email = getOption(line, 'email')
      requireMail(services)
      const isPasswordForgotten = line.options['forget-password'] === true
      const found = await resetPersonByLender(services, email, { isPasswordForgotten })
      if (found === undefined) throw new InputError(`${email} works at no retailer`)
      line.act?.tell(found.personId, { retailers: found.retailerIds.length })
      const sent = `The authenticator and passkeys of ${email} were removed, and all sessions ended. A link was sent to ${email}; it works once, within ${found.hours} hours.`
      // Whoever has the link and the password is the person: in production only the e-mail has it.
      return services.isProduction ? sent : `${sent}\n\n${found.link}`
    },
  },

  'retailers code': {
    async run(services, line) {
      const email = getWord(line, 2, 'the e-mail of the person')
      const code = await services.findTrialStaffCode(email)
      if (code === undefined) throw new InputError(`${email} is not a demonstration person of a retailer`)
      return code
    },
  },
}
