import { tryHistories } from "./testing/try-histories.ts";

tryHistories("several folders");
