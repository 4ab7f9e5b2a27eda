import { testKeyRefusals } from '../../../../test/support/key-refusals.ts'
import { newPerson, preApproveBody } from '../../../../test/support/people.ts'

const person = newPerson()

testKeyRefusals('/preApprove', apiKey => preApproveBody(apiKey, person, 1000))
