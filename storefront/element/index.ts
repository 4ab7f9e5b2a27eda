import { defineElement } from './define.ts'

defineElement()
