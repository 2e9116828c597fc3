import { describeActivityLog } from "./activity/describe-activity-log.ts";
import { describeLifecycle } from "./describe-lifecycle.ts";
import { describeErasure } from "./describe-erasure.ts";
import { describeSessionStore } from "./describe-session-store.ts";
import { describeUserStore } from "./describe-user-store.ts";
import { describeIdempotencyStore } from "./idempotency/describe-idempotency-store.ts";
import { describeLinkStore } from "./links/describe-link-store.ts";
import { describeLookStore } from "./looks/describe-look-store.ts";
import { describeNoteStore } from "./notes/describe-note-store.ts";
import { describeOperationSteps } from "./operations/describe-operation-steps.ts";
import { describeOperationStore } from "./operations/describe-operation-store.ts";
import type { OpenStorage } from "./open-storage.ts";
import { describeStanceStore } from "./stances/describe-stance-store.ts";
import { describeQuotaStore } from "./quota/describe-quota-store.ts";
import { describeKeywordIndex } from "./search/describe-keyword-index.ts";
import { describeVectorIndex } from "./search/describe-vector-index.ts";
import { describeTokenStore } from "./tokens/describe-token-store.ts";

/** Contract suites of every port of `Storage`: each engine and each fake passes them. */
export function describeStorage(name: string, open: OpenStorage): void {
  describeLifecycle(name, open);
  describeNoteStore(name, open);
  describeLinkStore(name, open);
  describeLookStore(name, open);
  describeStanceStore(name, open);
  describeOperationStore(name, open);
  describeOperationSteps(name, open);
  describeKeywordIndex(name, open);
  describeVectorIndex(name, open);
  describeActivityLog(name, open);
  describeQuotaStore(name, open);
  describeUserStore(name, open);
  describeIdempotencyStore(name, open);
  describeSessionStore(name, open);
  describeTokenStore(name, open);
  describeErasure(name, open);
}
