import { expect, test } from 'vitest'
import { parseConfig } from '#server/config.ts'

const warningsOf = (environment: Record<string, string>, fileNames: readonly string[] = []) =>
  parseConfig(environment, '/srv/app', fileNames).warnings

test.each([
  ['POSTMARK_TOKEN', 'POSTMARK_SERVER_TOKEN'],
  ['POSTMARK_API_TOKEN', 'POSTMARK_SERVER_TOKEN'],
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
  ['STAFF_MAIL', 'STAFF_INBOX'],
  ['MAIL_SENDER', 'MAIL_FROM'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['DATABASE', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DIRECT_URL', 'DATABASE_DIRECT_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['APP_URL', 'APP_ORIGIN'],
  ['app_origin', 'APP_ORIGIN'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['HSTS_SUBDOMAINS', 'HSTS_INCLUDE_SUBDOMAINS'],
  ['SMTP_HOST', 'MAIL_URL'],
  ['SMTP_URL', 'MAIL_URL'],
  ['MAIL_URI', 'MAIL_URL'],
  ['PORTS', 'PORT'],
  ['METRICS_PRT', 'METRICS_PORT'],
])('reports the variable %s as a misspelling of %s', (name, meant) => {
  expect(warningsOf({ [name]: 'a-secret' })).toEqual([`${name} is no setting of this program. Did you mean ${meant}?`])
})

test('ignores a variable that resembles no setting', () => {
  const names = ['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'MAIL', 'PWD', 'LANG', 'USER', 'NODE_ENV', 'NODE_OPTIONS']
  const others = ['npm_config_port', 'npm_lifecycle_event', 'LOGNAME', 'TZ', 'DOCKER_HOST', 'SHLVL', 'OLDPWD', 'CI']
  expect(warningsOf(Object.fromEntries([...names, ...others].map((name) => [name, 'x'])))).toEqual([])
})

test('does not report a variable that is a setting', () => {
  expect(warningsOf({ PORT: '80', MAIL_FROM: 'a@b.example', TRUST_PROXY: '' })).toEqual([])
})

test('says once that variables of traces are no longer used, and refuses none', () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318', OTEL_SERVICE_NAME: 'site' }
  expect(warningsOf(environment, ['OTEL_SERVICE_NAME'])).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME: no longer used, because this program makes no traces.',
  ])
})

test('reports every unknown line of an .env file once, and no settings', () => {
  const lines = { PORT: '80', COMPOSE_PROJECT_NAME: 'site', ADMIN_EMAIL: 'a@b.example' }
  expect(warningsOf({ ...lines, PATH: '/bin' }, Object.keys(lines))).toEqual([
    'COMPOSE_PROJECT_NAME in .env is no setting of this program.',
    'ADMIN_EMAIL in .env is no setting of this program. Did you mean ADMIN_EMAILS?',
  ])
})
