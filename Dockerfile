# Relaydeck as a container: docs/operations.md says how to run it, docs/adr/0020-container.md why it is built like this.
#
# A RUN line works in its own folder and names no other, so that tooling/e2e/src/container can do the same without an engine.

FROM node:24.21.0-bookworm-slim AS tools
RUN npm install --global pnpm@12.21.0

FROM tools AS built
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.base.json ./
COPY tooling/patches tooling/patches
COPY packages packages
COPY apps apps
RUN pnpm install --frozen-lockfile --filter "@relaydeck/web..." --filter "@relaydeck/server..."
RUN pnpm --filter @relaydeck/web --filter @relaydeck/server run build

FROM tools AS program
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY tooling/patches tooling/patches
COPY packages packages
COPY apps/server apps/server
RUN pnpm install --frozen-lockfile --prod --filter "@relaydeck/server..."
RUN mkdir data

FROM node:24.21.0-bookworm-slim
# Nothing is installed from here on, so nothing that installs is needed.
RUN npm uninstall --global corepack npm
COPY --from=program /app /app
COPY --from=built /app/apps/web/dist /app/apps/web/dist
COPY --from=built /app/apps/server/dist /app/apps/server/dist
COPY --from=program --chown=node:node /app/data /data
COPY --chmod=755 deploy/relaydeck /usr/local/bin/relaydeck
ENV NODE_ENV=production DATABASE_URL=file:/data/relaydeck.db
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["relaydeck"]
CMD ["serve"]
