import { testKeyRefusals } from '../../../../test/support/key-refusals.ts'
import { newPerson, optionsBody } from '../../../../test/support/people.ts'

const person = newPerson()

testKeyRefusals('/options', apiKey => optionsBody(apiKey, person, 1000))
