# Knote's server, with its dashboard and command line, as one folder beside Node. docs/operations.md tells how it is run.
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS bundle
WORKDIR /source
COPY . .
RUN npm run bundle -- /knote

# Debian, as the embedder's runtime needs glibc.
FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Knote" \
      org.opencontainers.image.description="A personal knowledge graph that ages well" \
      org.opencontainers.image.licenses="MIT"
# glibc keeps what was freed unless told otherwise; nothing is written beside the code, so nothing is looked for there.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8420 \
    DATA_DIR=/data \
    MALLOC_TRIM_THRESHOLD_=65536 \
    NODE_DISABLE_COMPILE_CACHE=1
RUN install --directory --owner=node --group=node /data /data/models
WORKDIR /knote
COPY --from=bundle /knote ./
USER node
EXPOSE 8420
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s --start-interval=2s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server.js"]
