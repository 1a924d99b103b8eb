# syntax=docker/dockerfile:1
# The service on Debian 13, which has the glibc that uWebSockets.js needs. On Node 24 every dependency brings its binaries, so nothing is
# compiled and no install script runs. `docker build -t launchpad-backend .`
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY engine/package.json engine/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Binaries for other systems and Node versions are half of all bytes.
RUN rm -r node_modules/uWebSockets.js-older-glibc node_modules/better-sqlite3 && \
    find node_modules/uWebSockets.js -name '*.node' ! -name "uws_linux_$(node -p 'process.arch + "_" + process.versions.modules').node" -delete
COPY . .

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
RUN install -d -o node -g node /data /backups
COPY --from=build /app /app
WORKDIR /app
USER node
VOLUME /data
EXPOSE 8080
# Checks that the service is alive, not that it is ready: Docker must not restart it during a first sync of hours.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "scripts/run-installed.mjs"]
CMD ["start"]
