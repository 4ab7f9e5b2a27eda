export { chooseHostedOption } from './choose-option.ts'
export { confirmPerson } from './confirm-visit.ts'
export { countSales, SALES_GROUPINGS } from './count-sales.ts'
export { createLink } from './create-link.ts'
export { deleteLink } from './delete-link.ts'
export { claimForPurchase, findShopUrl, followPurchase } from './follow-purchase.ts'
export { forgetVisitor } from './forget.ts'
export { findHostedPage, type HostedPage, type HostedReading, readHostedPage } from './hosted-page.ts'
export { linkJobs } from './jobs.ts'
export { listLivingLinkIds } from './link-store.ts'
export { computeLinkStatus, type LinkCustomer, type PaymentLink } from './payment-link.ts'
export {
  type PresentedPreview,
  previewOffer,
  type StandardGroup,
  type StandardPreview,
} from './preview-offer.ts'
export { type LinkView, readLink, searchLinks } from './read-links.ts'
export { readStorefront, type StorefrontSettings } from './read-storefront.ts'
export { sendLink } from './send-link.ts'
export { enterPerson, openLink, resendVisitCode, restartVisit } from './visit-link.ts'
export type { VisitSession } from './visit-store.ts'
