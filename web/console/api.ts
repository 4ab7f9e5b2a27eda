import { CONSOLE_HEADER } from '../../src/contract/console.ts'
import { createStaffApi } from '../shell/api.ts'

export const api = createStaffApi('/console/api', CONSOLE_HEADER)
export const { get, post } = api
