import { Module } from '@medusajs/framework/utils'
import { CrediarioService } from './service.ts'

export { CREDIARIO } from './name.ts'

export default Module('crediario', { service: CrediarioService })
