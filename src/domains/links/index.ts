export { chooseHostedOption } from './choose-option.ts'
export { confirmPerson } from './confirm-visit.ts'
export { countFunnel } from './count-funnel.ts'
export { createLink } from './create-link.ts'
export { deleteLink, findShopUrl } from './end-link.ts'
export { findHostedPage, type HostedPage, readHostedPage } from './hosted-page.ts'
export { linkJobs } from './jobs.ts'
export {
  type PresentedPreview,
  previewOffer,
  readStorefront,
  type StandardPreview,
  simulateOffer,
} from './preview-offer.ts'
export { findLinkBy, type LinkView, readLink, searchLinks } from './read-links.ts'
export { sendLink } from './send-link.ts'
export { countEndingLinks, forgetVisitor, hasLinks, listLivingLinkIds, listSellerIndexes } from './store.ts'
export { enterPerson, openLink, resendVisitCode, restartVisit } from './visit-link.ts'
