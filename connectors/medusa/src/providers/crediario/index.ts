import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { CrediarioProvider } from './service.ts'

export default ModuleProvider(Modules.PAYMENT, { services: [CrediarioProvider] })
