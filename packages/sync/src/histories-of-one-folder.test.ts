import { tryHistories } from "./testing/try-histories.ts";

tryHistories({ folders: [1], isFolding: false });
