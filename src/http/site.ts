import type { App } from '../app/app.ts'
import type { WebAssets } from '../platform/http/web-assets.ts'

/** What the pages and their routes are built on. */
export interface Site extends App, WebAssets {}
