export * from "./held-databases.ts";
export * from "./open-cluster.ts";
