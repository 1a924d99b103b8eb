# syntax=docker/dockerfile:1
# The service with Debian 13's C library, which uWebSockets.js needs, and without a shell or package manager. On Node 24 every dependency brings its
# binaries, so nothing is compiled by a C compiler and no install script runs. `docker build -t launchpad-backend .`
FROM node:24.21.0-trixie-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY engine/package.json engine/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/image/lay-out.mjs /image && install -d /owned/data /owned/backups

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=1000:1000 /owned /
# SQLite sorts a large index, and `verify --deep` and `export` work, in files of TMPDIR, which may exceed a small /tmp or the memory.
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data TMPDIR=/data
WORKDIR /app
USER node
VOLUME /data
EXPOSE 8080
# Checks that the service is alive, not that it is ready: Docker must not restart it during a first sync of hours.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "scripts/run-installed.mjs"]
CMD ["start"]
