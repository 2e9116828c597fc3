import { tryHistories } from "./testing/try-histories.ts";

tryHistories("one folder");
