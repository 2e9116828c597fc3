import { tryHistories } from "./testing/try-histories.ts";

tryHistories({ folders: [2, 3], isFolding: true });
