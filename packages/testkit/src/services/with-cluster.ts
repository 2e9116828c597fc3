import { withService } from "./with-service.ts";

/** Where the services of the cluster engines are. */
export interface ClusterUrls {
  readonly mongoUrl: string;
  readonly qdrantUrl: string;
  readonly redisUrl: string;
}

/** Runs suites against MongoDB, Qdrant and Redis together, as `withService` does against one of them. */
export function withCluster(suites: (urls: ClusterUrls) => void): void {
  withService("TEST_MONGODB_URL", (mongoUrl) =>
    withService("TEST_QDRANT_URL", (qdrantUrl) =>
      withService("TEST_REDIS_URL", (redisUrl) => suites({ mongoUrl, qdrantUrl, redisUrl })),
    ),
  );
}
