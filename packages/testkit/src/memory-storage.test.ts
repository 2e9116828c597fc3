import { describeStorage } from "./contract/describe-storage.ts";
import { disposable } from "./contract/open-storage.ts";
import { createMemoryStorage } from "./fakes/memory/create-memory-storage.ts";

describeStorage("memory", async () => disposable(createMemoryStorage()));
