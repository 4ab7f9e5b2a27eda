export {
  askForCode,
  type Challenge,
  dropChallenge,
  findChallenge,
  guessChallengeCode,
  issueChallengeCode,
  newDevice,
  useChallenge,
} from './challenges.ts'
export { type Asker, type CodeRequest, describeAsker, findCodeWaitMs, knowsPhone } from './code-requests.ts'
export { guessCode, issueCode, useCode } from './codes.ts'
export {
  DEVICE_DAYS,
  findLivingCode,
  findUnsentChallenge,
  forgetCodes,
  getCodeSentAt,
  removeOldCodeRequests,
} from './store.ts'
