import type { Check } from "./check.ts";
import { checkCounters } from "./checks/check-counters.ts";
import { checkDue } from "./checks/check-due.ts";
import { checkEvents } from "./checks/check-events.ts";
import { checkFile } from "./checks/check-file.ts";
import { checkHistory } from "./checks/check-history.ts";
import { checkIdempotency } from "./checks/check-idempotency.ts";
import { checkLinks } from "./checks/check-links.ts";
import { checkLooks } from "./checks/check-looks.ts";
import { checkModels } from "./checks/check-models.ts";
import { checkNotes } from "./checks/check-notes.ts";
import { checkNumbers } from "./checks/check-numbers.ts";
import { checkOperations } from "./checks/check-operations.ts";
import { checkQuota } from "./checks/check-quota.ts";
import { checkRevisions } from "./checks/check-revisions.ts";
import { checkService } from "./checks/check-service.ts";
import { checkStances } from "./checks/check-stances.ts";
import { checkTags } from "./checks/check-tags.ts";
import { checkTerms } from "./checks/check-terms.ts";
import { checkTitles } from "./checks/check-titles.ts";
import { checkTrash } from "./checks/check-trash.ts";
import { checkUsers } from "./checks/check-users.ts";
import { checkVectors } from "./checks/check-vectors.ts";
import { checkWebhooks } from "./checks/check-webhooks.ts";

/** Ordered so that each check relies on data mended before it: counters add up lengths, vectors use `same_text`. */
export const CHECKS: readonly Check[] = [
  checkFile,
  checkService,
  checkNumbers,
  checkUsers,
  checkNotes,
  checkRevisions,
  checkTerms,
  checkTitles,
  checkTags,
  checkCounters,
  checkLinks,
  checkHistory,
  checkLooks,
  checkStances,
  checkOperations,
  checkModels,
  checkVectors,
  checkDue,
  checkEvents,
  checkQuota,
  checkIdempotency,
  checkTrash,
  checkWebhooks,
];
