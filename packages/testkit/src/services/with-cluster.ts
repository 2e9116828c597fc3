import { withService } from "./with-service.ts";

/** Addresses of the cluster's services. */
export interface ClusterUrls {
  readonly mongoUrl: string;
  readonly qdrantUrl: string;
  readonly redisUrl: string;
}

/** Runs suites against MongoDB, Qdrant and Redis together, like `withService` against one of them. */
export function withCluster(suites: (urls: ClusterUrls) => void): void {
  withService("TEST_MONGODB_URL", (mongoUrl) =>
    withService("TEST_QDRANT_URL", (qdrantUrl) =>
      withService("TEST_REDIS_URL", (redisUrl) => suites({ mongoUrl, qdrantUrl, redisUrl })),
    ),
  );
}
