export * from "./open-cluster.ts";
