export { chooseHostedOption } from './choose-option.ts'
export { confirmPerson } from './confirm-visit.ts'
export { countFunnel, type LinkSteps } from './count-funnel.ts'
export { countSales, SALES_GROUPINGS } from './count-sales.ts'
export { createLink } from './create-link.ts'
export { deleteLink, findShopUrl } from './end-link.ts'
export { findHostedPage, type HostedPage, type HostedReading, readHostedPage } from './hosted-page.ts'
export { linkJobs } from './jobs.ts'
export { computeLinkStatus, type LinkCustomer, type PaymentLink } from './payment-link.ts'
export {
  type PresentedPreview,
  previewOffer,
  readStorefront,
  type StandardGroup,
  type StandardPreview,
  type StorefrontSettings,
  simulateOffer,
} from './preview-offer.ts'
export { findLinkBy, type LinkView, readLink, searchLinks } from './read-links.ts'
export { sendLink } from './send-link.ts'
export { countEndingLinks, forgetVisitor, hasLinks, listLivingLinkIds, listSellerIndexes } from './store.ts'
export { enterPerson, openLink, resendVisitCode, restartVisit } from './visit-link.ts'
export type { VisitSession } from './visit-store.ts'
