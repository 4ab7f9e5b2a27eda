export {
  computeNotBefore,
  type FormalNotice,
  type FormalNoticeKind,
  findCureEnd,
  findEarliestListing,
  listDueNotices,
} from './notice.ts'
export {
  insertFormalNotice,
  listFormalNotices,
  listUnprovenNotices,
  type NoticeProof,
  saveNoticeProof,
} from './store.ts'
