export { createClusterStorage, type ClusterOptions, type ClusterStorage } from "./create-cluster-storage.ts";
