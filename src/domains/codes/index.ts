export {
  type Asker,
  type CodeRequest,
  describeAsker,
  findCodeWaitMs,
  knowsPhone,
  spendCodeBudget,
} from './code-requests.ts'
export { DEVICE_DAYS, enterSend, forgetPhones, removeOldSends } from './store.ts'
