export { appendEvents, type News } from './log.ts'
