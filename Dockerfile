# Builds the site and the server, then keeps only what runs: dist/ with the packages that it leaves out. It runs as an
# unprivileged user, also with a read-only root: only /data and /tmp are written to.
# To pin the base image: --build-arg NODE_IMAGE=node:24-slim@sha256:...
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
# better-sqlite3 is compiled where no prebuilt binary can be fetched. The image has the headers of Node.js for that.
ENV npm_package_config_node_gyp_nodedir=/usr/local
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build
WORKDIR /app/dist
# Of better-sqlite3 only its scripts and its binary run: not its sources, nor what installs and compiles it.
RUN npm ci \
  && npm query '#prebuild-install, #prebuild-install *' \
  | node -p "JSON.parse(fs.readFileSync(0)).map(({ path }) => path).join('\n')" \
  | xargs rm -rf \
  && cd node_modules/better-sqlite3 \
  && rm -rf deps src binding.gyp \
  && find build -not -type d -not -path build/Release/better_sqlite3.node -delete \
  && find build -type d -empty -delete

FROM ${NODE_IMAGE}
# Nothing is installed here any more.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* && find /usr/local/bin -type l -delete
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/dist ./dist
# Servers may share a volume at /data/assets.
RUN mkdir -p /data/assets && chown -R node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Whether the process answers. A database that is down is no reason to restart it; /readyz tells that.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
