import { describeStorage } from "./contract/describe-storage.ts";
import { disposable } from "./contract/open-storage.ts";
import { describePast } from "./contract/past/describe-past.ts";
import { describeWebhookStore } from "./contract/webhooks/describe-webhook-store.ts";
import { createMemoryStorage } from "./fakes/memory/create-memory-storage.ts";

describeStorage("memory", async () => disposable(createMemoryStorage()));

describeWebhookStore("memory", async () => disposable(createMemoryStorage()));

describePast("memory", async () => disposable(createMemoryStorage()), {
  ...{ histories: 20, writes: 200 },
  search: { histories: 2, writes: 40 },
});
