export { createClusterStorage, type ClusterOptions, type ClusterStorage } from "./create-cluster-storage.ts";
export { openClusterTransfer } from "./transfer/open-cluster-transfer.ts";
